/**
 * Calls operations without a socket: applies schema defaults and the scope of a tier, and returns the bytes to send.
 */

import { OPERATIONS, type Endpoint, type Operation, type Problem, type Tier } from '@barograph/contract';
import { err, UsageError, type Result } from '@barograph/core';
import type { Answer } from '../../runtime/src/answer.ts';
import { createContexts, type ContextParts, type Contexts } from '../../runtime/src/contexts/context.ts';
import type { Caller } from '../src/http/access.ts';
import { performed } from '../src/http/operation.ts';
import { scopeStage } from '../src/http/stages.ts';

/** Request of an operation: parameters, and the tier of the key; without a key when left out. */
export interface Question {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tier?: Tier;
}

/** Operations over the parts of a host. */
export interface Asker {
  /** The outcome with its bytes. */
  outcome<Reply = unknown>(id: string, question?: Question): Promise<Result<Answer<Reply>, Problem>>;
  /** The JSON of a 200. @throws when the answer is an error. */
  json<Reply>(id: string, question?: Question): Promise<Reply>;
}

/** Contexts of operations that use nothing but these ports. */
export function contextsOver(ports: ReadonlyMap<string, unknown>): Contexts {
  return createContexts({
    now: () => 0,
    market: { kind: 'simulated', sources: [] as ContextParts['market']['sources'] } as ContextParts['market'],
    latest: () => undefined,
    retryAfter: () => 5,
    refresh: async () => ({ rows: 0, asOf: 0, tookMs: 0 }),
    ports,
  });
}

/** The market and what was published; the rest when a test needs it. */
type Given = Pick<ContextParts, 'latest'> & Partial<ContextParts> & { readonly source: ContextParts['market'] };

/**
 * An asker; what is not given is not there. `refresh` gets the name of a snapshot, not what an operation is of:
 * `refresh: (name) => refresh.of(name)`.
 */
export function asker({ source, ...parts }: Given): Asker {
  const contexts = createContexts({
    now: () => 0,
    retryAfter: () => 5,
    refresh: async (name) => {
      throw new UsageError(`"refresh" expected by the test, got a refresh of ${name}`);
    },
    ports: new Map(),
    market: source,
    ...parts,
  });
  const outcome = async <Reply = unknown>(
    id: string,
    { path = {}, query = {}, body, headers = {}, tier }: Question = {},
  ): Promise<Result<Answer<Reply>, Problem>> => {
    const operation = OPERATIONS.find((one) => one.id === id);
    if (operation === undefined) throw new UsageError(`"id" expected an operation, got ${id}`);
    const asked = { path, query: { ...defaultsOf(operation), ...query }, body };
    const caller = tier === undefined ? undefined : ({ tier, key: { id: 'test' } } as Caller);
    const whole = performed(operation, contexts);
    const narrowed = scopeStage('/pricing').narrow({ operation: whole, caller }, asked);
    if ('problem' in narrowed) return err(narrowed.problem);
    const done = await whole.perform(narrowed.asked, headers, caller);
    if (done.ok && 'attach' in done.value) throw new UsageError(`"id" expected an answer, got the stream ${id}`);
    return done as Result<Answer<Reply>, Problem>;
  };
  return {
    outcome,
    json: async <Reply>(id: string, question?: Question) => {
      const done = await outcome(id, question);
      if (!done.ok) throw new Error(`${id}: ${JSON.stringify(done.error)}`);
      return JSON.parse(done.value.json.toString()) as Reply;
    },
  };
}

/** Rows of a table as operations, each with the answer of its id. */
export function operationsOf(
  table: Iterable<readonly [id: string, endpoint: Endpoint]>,
  answerOf: (id: string) => Operation['answer'],
): readonly Operation[] {
  return [...table].map(([id, endpoint]) => ({ ...endpoint, id, dataset: 'service', ports: [], answer: answerOf(id) }));
}

function defaultsOf({ query }: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
  );
}
