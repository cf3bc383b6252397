/** What a handler is: the endpoint table decides its input and its reply, the compiler sees to it. */

import type { BodyOf, EndpointId, PathOf, Problem, QueryOf, ReplyOf } from '@barograph/contract';
import type { Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../answer.ts';
import type { Feed } from '../stream/service.ts';
import type { Caller } from './access.ts';
import type { Awaitable } from './deadline.ts';

/** The checked parts of a request. */
export interface RequestOf<Id extends EndpointId> {
  readonly query: QueryOf<Id>;
  readonly path: PathOf<Id>;
  readonly body: BodyOf<Id>;
  /** As they came, unchecked; names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The other end of the connection; undefined where an answer may be kept for others, or when it has gone. */
  readonly remote?: string | undefined;
  /** Whose call it is; always there where the table demands a key. */
  readonly caller: Caller | undefined;
}

/** Operations that never complete. */
export type StreamingId = 'stream.live';

/** What a handler has to send: ready bytes, or a stream that is granted. */
export type OutcomeOf<Id extends EndpointId> = Id extends StreamingId ? Feed : Answer<ReplyOf<Id>>;

/** Reads what is published, selects, sends. Anything longer belongs to a service. */
export type Handler<Id extends EndpointId> = (request: RequestOf<Id>) => Awaitable<Result<OutcomeOf<Id>, Problem>>;

/** One handler for every operation of the table: one too few does not compile. */
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> };
