/** What a handler is: the endpoint table decides its input and its reply, the compiler sees to it. */

import type { EndpointId, PathOf, Problem, QueryOf, ReplyOf } from '@barograph/contract';
import type { Result } from '@barograph/core';
import type { Answer } from '../answer.ts';

/** The checked parts of a request. */
export interface RequestOf<Id extends EndpointId> {
  readonly query: QueryOf<Id>;
  readonly path: PathOf<Id>;
}

/** Reads what is published, selects, sends. Anything longer belongs to a service. */
export type Handler<Id extends EndpointId> = (request: RequestOf<Id>) => Promise<Result<Answer<ReplyOf<Id>>, Problem>>;

/** One handler for every operation of the table: one too few does not compile. */
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> };
