/** Performs operations: parts that a tier sees, deadline, and one encoding for each body. */

import {
  problem,
  SOLD_AS,
  unlocks,
  type Asked as ContractAsked,
  type Body,
  type FeedBody,
  type Operation,
  type Problem,
  type Sale,
  type Tier,
} from '@barograph/contract';
import { err, ok, UsageError, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import { answerOf, answerOfBytes, answerOfText, type Answer } from '@barograph/runtime';
import type { Feed } from '../stream/service.ts';
import type { Caller } from './access.ts';
import type { Bulkhead } from './bulkhead.ts';
import type { Common } from './common.ts';
import type { Contexts } from '@barograph/runtime';
import { DeadlineError, inTime, operationMs, type Awaitable } from './deadline.ts';
import type { Past } from '@barograph/runtime';
import type { RawQuery } from './query.ts';
import { rowsAnswer } from './rows.ts';

/** The parts of a request that were checked against the operation. */
export interface Asked {
  readonly query: RawQuery;
  readonly path: RawQuery;
  readonly body: unknown;
  /** Names of the query parameters that came with the request, before defaults; all of `query` when left out. */
  readonly sent?: readonly string[];
  /** Parameters that many operations take alike; none when left out. */
  readonly common?: Common | undefined;
}

/** The outcome of an operation: ready bytes, or a stream that is granted. */
export type Outcome = Result<Answer<unknown> | Feed, Problem>;

/** An operation of this host. */
export interface Performed {
  readonly endpoint: Operation;
  /** The path as the router writes it: `/api/v1/indicators/signum-rgg/:symbol`. */
  readonly route: string;
  /**
   * Performs it. The question is within the scope of the caller's tier by now (`stages.ts`).
   *
   * @param remote the other end of the connection; undefined where an answer may be kept for others.
   * @param gone of a heavy operation: aborted when the caller has gone.
   * @throws {DeadlineError} it took longer than its answer may take.
   */
  perform(
    asked: Asked,
    headers: IncomingHttpHeaders,
    caller: Caller | undefined,
    remote?: string,
    gone?: AbortSignal,
    sale?: Sale,
  ): Awaitable<Outcome>;
  /** The reason why nothing can be sold to the question; undefined: it can. */
  unsaleable(asked: Asked, headers: IncomingHttpHeaders): Awaitable<Problem | undefined>;
}

/** Parts of a host for its operations beside their contexts. */
export interface Means {
  /** Answers `as_of`; a host without one refuses it. */
  readonly past?: Past | undefined;
  /** Gives heavy operations their turn; without one they have no queue. */
  readonly bulkhead?: Pick<Bulkhead, 'run'> | undefined;
}

/** An operation over the contexts of a host. */
export function performed(operation: Operation, contexts: Contexts, { past, bulkhead }: Means = {}): Performed {
  const { id, path, parts = {}, edge } = operation;
  const inTurn = edge === 'heavy' ? bulkhead : undefined;
  const limitMs = operationMs(operation);
  const late = (): Error => new DeadlineError(`${id} took longer than ${limitMs} ms`, edge === 'heavy');
  return {
    endpoint: operation,
    route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    unsaleable: (asked, headers) => {
      if (operation.unsaleable === undefined) return undefined;
      const { query, path: names, body } = asked;
      const whole = { query, path: names, body, headers, caller: undefined, sees: () => false };
      return inTime(limitMs, operation.unsaleable(contexts(operation, SOLD_AS), whole), late);
    },
    perform: (asked, headers, caller, remote, gone, sale) => {
      const seenAs = caller?.tier ?? (sale === undefined ? undefined : SOLD_AS);
      const sees = (part: string): boolean => {
        const tier = parts[part];
        return tier === undefined || seenAs === undefined || unlocks(seenAs, tier);
      };
      const { query, path: names, body } = asked;
      // Every property by name: a spread makes an object whose shape V8 forgets at each collection and looks up anew.
      const whole: ContractAsked = { query, path: names, body, headers, caller, remote, sale, sees };
      const { common } = asked;
      if (common?.asOf !== undefined) return inTime(limitMs, sentOfPast(operation, whole, common, seenAs, past), late);
      if (edge === 'heavy') {
        const time = new AbortController();
        const cancelled = gone === undefined ? time.signal : AbortSignal.any([time.signal, gone]);
        const outcome = readHeavily(operation, contexts, whole, cancelled, inTurn);
        const made = hasForm(common) ? inRows(operation, common, outcome) : outcome;
        return inTime(limitMs, made, () => {
          const error = late();
          time.abort(error);
          return error;
        });
      }
      const answered = operation.answer(contexts(operation, seenAs), whole);
      const outcome = answered instanceof Promise ? answered.then(sent) : sent(answered);
      return inTime(limitMs, hasForm(common) ? inRows(operation, common, outcome) : outcome, late);
    },
  };
}

function hasForm(common: Common | undefined): common is Common {
  return common?.format !== undefined || common?.fields !== undefined;
}

/** A heavy operation in its turn, with the signal that ends it. */
async function readHeavily(
  operation: Operation,
  contexts: Contexts,
  asked: ContractAsked,
  cancelled: AbortSignal,
  bulkhead: Means['bulkhead'],
): Promise<Outcome> {
  const refused = await operation.turnedAway?.(contexts(operation, asked.caller?.tier), asked);
  if (refused !== undefined) return err(refused);
  const read = async (ends: AbortSignal): Promise<Result<Body<unknown>, Problem>> =>
    operation.answer(contexts(operation, asked.caller?.tier), { ...asked, cancelled: ends });
  return sent(await (bulkhead === undefined ? read(cancelled) : bulkhead.run(cancelled, read)));
}

/** The rows of an answer, in the form that was asked for. */
async function inRows(operation: Operation, common: Common, outcome: Awaitable<Outcome>): Promise<Outcome> {
  const made = await outcome;
  return made.ok && !('attach' in made.value) ? ok(rowsAnswer(operation, made.value, common)) : made;
}

/** The answer of a moment. */
async function sentOfPast(
  operation: Operation,
  asked: ContractAsked,
  common: Common,
  tier: Tier | undefined,
  past?: Past,
): Promise<Outcome> {
  const { asOf = NaN, format, fields } = common;
  const answered = await past?.answer(operation, asked, tier, asOf);
  if (answered === undefined) return err(problem('not_kept', 'This service keeps no answers of the past.'));
  if (!answered.ok) return answered;
  const whole = sendable(answered.value.body);
  if ('attach' in whole) throw new UsageError(`"pointInTime" expected of an answer, got the stream ${operation.id}`);
  const made = format === undefined && fields === undefined ? whole : rowsAnswer(operation, whole, common);
  return ok({ ...made, headers: { ...made.headers, 'x-known-at': String(answered.value.knownAt) } });
}

function sent(answered: Result<Body<unknown>, Problem>): Outcome {
  return answered.ok ? ok(sendable(answered.value)) : answered;
}

/** Bodies that were encoded: an operation that returns the same object again is not encoded again. */
const ENCODED = new WeakMap<Body<unknown>, Answer<unknown>>();

function sendable(body: Body<unknown>): Answer<unknown> | Feed {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this host grants streams
  if (body.kind === 'feed') return body as Feed;
  let answer = ENCODED.get(body);
  if (answer === undefined) {
    answer = encoded(body);
    ENCODED.set(body, answer);
  }
  return answer;
}

function encoded(body: Exclude<Body<unknown>, FeedBody>): Answer<unknown> {
  switch (body.kind) {
    case 'value':
      return answerOf(body.value);
    case 'text':
      return answerOfText(body.text, body.type);
    case 'bytes': {
      const { bytes, type, isPacked } = body;
      return answerOfBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), type, isPacked);
    }
  }
}
