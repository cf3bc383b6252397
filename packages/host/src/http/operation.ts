/** Performs operations: scope of the caller's tier, deadline, and one encoding for each body. */

import {
  settleScope,
  unlocks,
  type Asked as ContractAsked,
  type Body,
  type Endpoint,
  type EndpointId,
  type FeedBody,
  type Operation as ContractOperation,
  type Problem,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import { answerOf, answerOfBytes, answerOfText, type Answer } from '../answer.ts';
import type { Feed } from '../stream/service.ts';
import type { Caller } from './access.ts';
import type { Contexts } from './context.ts';
import { DeadlineError, inTime, operationMs, type Awaitable } from './deadline.ts';
import type { Handler, Handlers, OutcomeOf, RequestOf } from './handlers.ts';
import type { RawQuery } from './query.ts';

/** The parts of a request that were checked against the table. */
export interface Asked {
  readonly query: RawQuery;
  readonly path: RawQuery;
  readonly body: unknown;
}

/** The outcome of an operation. */
export type Outcome = Result<OutcomeOf<EndpointId>, Problem>;

/** An operation that can be performed. */
export interface Operation {
  readonly endpoint: Endpoint;
  /** The path as the router writes it: `/api/v1/indicators/signum-rgg/:symbol`. */
  readonly route: string;
  /** Within the scope of the caller's tier. @throws {DeadlineError} it took longer than its answer may take. */
  perform(asked: Asked, headers: IncomingHttpHeaders, caller: Caller | undefined): Awaitable<Outcome>;
}

/** The operation of an endpoint: its own answer, or a handler's. */
export function operationOf(
  id: string,
  endpoint: Endpoint | ContractOperation,
  handlers: Handlers,
  contexts: Contexts,
  pricingUrl: string,
): Operation {
  const limitMs = operationMs(endpoint);
  const late = (): Error => new DeadlineError(`${id} took longer than ${limitMs} ms`);
  const perform = 'answer' in endpoint ? answererOf(endpoint, contexts) : performerOf(handlerOf(handlers, id));
  return {
    endpoint,
    route: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    perform: (asked, headers, caller) => {
      const { query, path } = asked;
      let scoped = asked;
      if (caller !== undefined && endpoint.scope !== undefined) {
        const settled = settleScope(endpoint, caller.tier, { ...path, ...query }, pricingUrl);
        if (!settled.ok) return err(settled.error);
        if (Object.keys(settled.value).length > 0) scoped = { ...asked, query: { ...query, ...settled.value } };
      }
      return inTime(limitMs, perform(scoped, headers, caller), late);
    },
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every id of the table has its handler
const handlerOf = (handlers: Handlers, id: string): Handler<EndpointId> => handlers[id as EndpointId];

type Perform = Operation['perform'];

function performerOf(handler: Handler<EndpointId>): Perform {
  return ({ query, path, body }, headers, caller) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of this very endpoint checked all three
    handler({ query, path, body, headers, caller } as RequestOf<EndpointId>);
}

function answererOf(operation: ContractOperation, contexts: Contexts): Perform {
  const { parts = {} } = operation;
  return ({ query, path, body }, headers, caller) => {
    const sees = (part: string): boolean => {
      const tier = parts[part];
      return tier === undefined || caller === undefined || unlocks(caller.tier, tier);
    };
    const asked: ContractAsked = { query, path, body, headers, caller, sees };
    const answered = operation.answer(contexts(operation, caller?.tier), asked);
    return answered instanceof Promise ? answered.then(sent) : sent(answered);
  };
}

function sent(answered: Result<Body<unknown>, Problem>): Outcome {
  if (!answered.ok) return answered;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a reply of the operation's own schema, or its stream
  return ok(sendable(answered.value) as OutcomeOf<EndpointId>);
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
    case 'bytes':
      return answerOfBytes(
        Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength),
        body.type,
        body.isPacked,
      );
  }
}
