/** Operation that recomputes an engine's publication. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import type { Refreshed } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation, type MaybeLeftOut, type Operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields } from './page.ts';

const { custom, integer, moment, number } = fieldsOf<Refreshed & { readonly dataSource: DataSource }>();

/** The answer of every refresh. */
export const refreshReply = record('Refresh', {
  status: custom(Type.Literal('recomputed', { description: 'The rows are of now.' }), () => 'recomputed' as const),
  rows: integer('Rows that were computed.', (done) => done.rows, { minimum: 0 }),
  as_of: moment('Moment of the rows.', (done) => done.asOf),
  took_ms: number('Milliseconds of the refresh; other engines may share it.', (done) => Math.round(done.tookMs), {
    minimum: 0,
  }),
  ...sourceFields,
});

/** Definition of a refresh. */
export interface RefreshGiven
  extends Pick<Endpoint, 'family' | 'summary'>, MaybeLeftOut<Pick<Endpoint, 'description' | 'access'>> {
  readonly path: string;
  readonly of: { readonly name: string };
}

/** Defines a refresh operation, on the refresh tier unless the documents give another. */
export function refresh(id: string, { of: publication, ...given }: RefreshGiven): Operation {
  return operation(id, {
    ...given,
    method: 'POST',
    dataset: 'refreshes',
    reply: refreshReply.schema,
    answer: async (context) =>
      ok(value(refreshReply.encode({ ...(await context.refresh(publication)), dataSource: context.dataSource }))),
  });
}
