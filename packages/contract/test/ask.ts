/** Asks an operation without a host: its schemas' defaults, one published state, and the JSON that would be sent. */

import { UsageError, type Result } from '@barograph/core';
import type { Body } from '../src/body.ts';
import type { Context } from '../src/context.ts';
import type { Operation } from '../src/operation.ts';
import type { Problem } from '../src/problem.ts';
import type { Encoded, View } from '../src/published.ts';

/** A view of rows with a head, as of 1 ms after the epoch, from files. */
export function viewOf<Row, Head = { readonly warming: readonly string[] }>(
  rows: readonly Row[],
  head: Head = { warming: [] } as Head,
  asOf = 1,
): View<Row, Head> {
  return { asOf, head, records: rows.map(encoded), dataSource: 'files', universeSize: rows.length };
}

function encoded<Row>(value: Row): Encoded<Row> {
  return { value, json: JSON.stringify(value) };
}

/** A context whose `latest` is what `view` returns; what is not given throws. */
export function contextOf(view: () => unknown, given: Partial<Context> = {}): Context {
  const missing = (name: string) => (): never => {
    throw new UsageError(`"${name}" expected by the test, got none`);
  };
  return {
    now: () => 0,
    dataSource: 'files',
    latest: view as Context['latest'],
    retryAfter: () => 7,
    refresh: missing('refresh'),
    closedBars: missing('closedBars'),
    atMostEvery: async (_ms, _key, make) => make(),
    use: missing('use'),
    ...given,
  };
}

/** Parameters of a question. */
export interface Question {
  readonly path?: object;
  readonly query?: object;
  readonly parts?: readonly string[];
}

/** The outcome of an operation. Every part of the answer is seen, unless `parts` names those that are. */
export async function outcomeOf(
  operation: Operation,
  context: Context,
  { path = {}, query = {}, parts }: Question = {},
): Promise<Result<Body<unknown>, Problem>> {
  const sees = (part: string): boolean => parts?.includes(part) ?? true;
  return operation.answer(context, {
    path,
    query: withDefaults(operation, query),
    body: undefined,
    headers: {},
    caller: undefined,
    sees,
  });
}

/** The JSON of a 200. @throws when the answer is an error. */
export async function jsonOf<Reply>(operation: Operation, context: Context, question?: Question): Promise<Reply> {
  const done = await outcomeOf(operation, context, question);
  if (!done.ok) throw new Error(`${operation.id}: ${JSON.stringify(done.error)}`);
  return parsed<Reply>(done.value);
}

/** The reply of a body. */
export function parsed<Reply>(body: Body<unknown>): Reply {
  if (body.kind === 'text') return JSON.parse(body.text) as Reply;
  if (body.kind !== 'value') throw new UsageError(`"body" expected JSON, got ${body.kind}`);
  return JSON.parse(JSON.stringify(body.value)) as Reply;
}

/** The query with the defaults of the operation. */
export function withDefaults({ query }: Operation, asked: object): Record<string, unknown> {
  const defaults = Object.entries(query.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...asked };
}
