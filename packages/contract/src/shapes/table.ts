/** Constant catalogue: the same for every caller, encoded once. */

import { ok } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Codec, Fields } from '../fields.ts';
import { operation, type MaybeLeftOut, type Operation, type TieredGiven } from '../operation.ts';
import { DATA_SOURCES, type DataSource } from '../parameters.ts';

/** Definition of a catalogue. */
export interface TableGiven<F extends Fields<{ readonly dataSource: DataSource }>>
  extends
    Pick<Endpoint, 'family' | 'summary'>,
    Pick<TieredGiven, 'dataset' | 'access'>,
    MaybeLeftOut<Pick<Endpoint, 'description' | 'notes'>> {
  readonly path: string;
  /** Content, which depends only on the host's data source. */
  readonly reply: Codec<{ readonly dataSource: DataSource }, F>;
}

/** Defines an operation that returns a catalogue. */
export function table<F extends Fields<{ readonly dataSource: DataSource }>>(
  id: string,
  { reply, ...given }: TableGiven<F>,
): Operation {
  const bodies = new Map<DataSource, ValueBody<unknown>>(
    DATA_SOURCES.map((dataSource) => [dataSource, value(reply.encode({ dataSource }))]),
  );
  return operation(id, {
    ...given,
    reply: reply.schema,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
    answer: (context) => ok(bodies.get(context.dataSource)! as ValueBody<never>),
  });
}
