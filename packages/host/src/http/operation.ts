/** Runs operations: limits the answer to the caller's tier, applies the deadline, and encodes each body once. */

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

/** Validated parts of a request. */
export interface Asked {
  readonly query: RawQuery;
  readonly path: RawQuery;
  readonly body: unknown;
  /** Names of the query parameters in the request, before defaults; all of `query` when left out. */
  readonly sent?: readonly string[];
  /** Parameters that many operations share; none when left out. */
  readonly common?: Common | undefined;
}

/** Outcome of an operation: ready bytes, or a granted stream. */
export type Outcome = Result<Answer<unknown> | Feed, Problem>;

/** An operation of this host. */
export interface Performed {
  readonly endpoint: Operation;
  /** Path in the router's syntax: `/api/v1/indicators/signum-rgg/:symbol`. */
  readonly route: string;
  /**
   * Runs the operation. The request is already narrowed to the caller's tier (`stages.ts`).
   *
   * @param remote address of the client's end of the connection; undefined when the answer may be cached for others.
   * @param gone signal of a heavy operation; aborts when the caller disconnects.
   * @throws {DeadlineError} when the operation exceeds its time limit.
   */
  perform(
    request: Asked,
    headers: IncomingHttpHeaders,
    caller: Caller | undefined,
    remote?: string,
    gone?: AbortSignal,
    sale?: Sale,
  ): Awaitable<Outcome>;
  /** Reason that the request cannot be sold; undefined when it can. */
  unsaleable(request: Asked, headers: IncomingHttpHeaders): Awaitable<Problem | undefined>;
}

/** Parts of a host for its operations, in addition to their contexts. */
export interface Means {
  /** Answers `as_of`; without it the host refuses `as_of`. */
  readonly past?: Past | undefined;
  /** Queue of heavy operations; without it they run at once. */
  readonly bulkhead?: Pick<Bulkhead, 'run'> | undefined;
}

/** Binds an operation to the contexts of a host. */
export function performed(operation: Operation, contexts: Contexts, { past, bulkhead }: Means = {}): Performed {
  const { id, path, parts = {}, edge } = operation;
  const inTurn = edge === 'heavy' ? bulkhead : undefined;
  const limitMs = operationMs(operation);
  const late = (): Error => new DeadlineError(`${id} took longer than ${limitMs} ms`, edge === 'heavy');
  return {
    endpoint: operation,
    route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    unsaleable: (request, headers) => {
      if (operation.unsaleable === undefined) return undefined;
      const { query, path: names, body } = request;
      const whole = { query, path: names, body, headers, caller: undefined, sees: () => false };
      return inTime(limitMs, operation.unsaleable(contexts(operation, SOLD_AS), whole), late);
    },
    perform: (request, headers, caller, remote, gone, sale) => {
      const seenAs = caller?.tier ?? (sale === undefined ? undefined : SOLD_AS);
      const sees = (part: string): boolean => {
        const tier = parts[part];
        return tier === undefined || seenAs === undefined || unlocks(seenAs, tier);
      };
      const { query, path: names, body } = request;
      // Every property by name: V8 forgets the shape of a spread object at each collection and rebuilds it.
      const whole: ContractAsked = { query, path: names, body, headers, caller, remote, sale, sees };
      const { common } = request;
      if (common?.asOf !== undefined) return inTime(limitMs, sentOfPast(operation, whole, common, seenAs, past), late);
      if (edge === 'heavy') {
        const time = new AbortController();
        const cancelled = gone === undefined ? time.signal : AbortSignal.any([time.signal, gone]);
        const outcome = readHeavily(operation, contexts, whole, cancelled, inTurn);
        const outcomeInForm = hasForm(common) ? inRows(operation, common, outcome) : outcome;
        return inTime(limitMs, outcomeInForm, () => {
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

/** Runs a heavy operation in its turn, with the signal that ends it. */
async function readHeavily(
  operation: Operation,
  contexts: Contexts,
  request: ContractAsked,
  cancelled: AbortSignal,
  bulkhead: Means['bulkhead'],
): Promise<Outcome> {
  const refused = await operation.turnedAway?.(contexts(operation, request.caller?.tier), request);
  if (refused !== undefined) return err(refused);
  const read = async (ends: AbortSignal): Promise<Result<Body<unknown>, Problem>> =>
    operation.answer(contexts(operation, request.caller?.tier), { ...request, cancelled: ends });
  return sent(await (bulkhead === undefined ? read(cancelled) : bulkhead.run(cancelled, read)));
}

/** Rows of an answer in the requested format. */
async function inRows(operation: Operation, common: Common, outcome: Awaitable<Outcome>): Promise<Outcome> {
  const body = await outcome;
  return body.ok && !('attach' in body.value) ? ok(rowsAnswer(operation, body.value, common)) : body;
}

/** Answer of a past time. */
async function sentOfPast(
  operation: Operation,
  request: ContractAsked,
  common: Common,
  tier: Tier | undefined,
  past?: Past,
): Promise<Outcome> {
  const { asOf = NaN, format, fields } = common;
  const answered = await past?.answer(operation, request, tier, asOf);
  if (answered === undefined) return err(problem('not_kept', 'This service keeps no answers of the past.'));
  if (!answered.ok) return answered;
  const whole = sendable(answered.value.body);
  if ('attach' in whole) throw new UsageError(`"pointInTime" expected of an answer, got the stream ${operation.id}`);
  const body = format === undefined && fields === undefined ? whole : rowsAnswer(operation, whole, common);
  return ok({ ...body, headers: { ...body.headers, 'x-known-at': String(answered.value.knownAt) } });
}

function sent(answered: Result<Body<unknown>, Problem>): Outcome {
  return answered.ok ? ok(sendable(answered.value)) : answered;
}

/** Encoded bodies: an operation that returns the same object again is not encoded again. */
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
