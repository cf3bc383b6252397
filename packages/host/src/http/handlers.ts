/** Handler types: the endpoint table decides input and reply, the compiler checks them. */

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
  /** Caller of the request; always set where the table demands a key. */
  readonly caller: Caller | undefined;
}

/** Operations that never complete. */
export type StreamingId = 'stream.live';

/** Outcome of a handler: ready bytes, or a granted stream. */
export type OutcomeOf<Id extends EndpointId> = Id extends StreamingId ? Feed : Answer<ReplyOf<Id>>;

/** Reads what is published, selects, sends. Anything longer belongs to a service. */
export type Handler<Id extends EndpointId> = (request: RequestOf<Id>) => Awaitable<Result<OutcomeOf<Id>, Problem>>;

/** One handler for every operation of the table: one too few does not compile. */
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> };
