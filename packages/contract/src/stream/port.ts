/** Port of operations to the event stream of a host. */

import type { Result } from '@barograph/core';
import type { FeedBody, TextBody } from '../body.ts';
import { port } from '../context.ts';
import type { Problem } from '../problem.ts';
import type { EventQuery } from './query.ts';

/** Query of the tail. */
export interface TailQuery extends EventQuery {
  readonly limit: number;
}

/** The stream, its tail and its preview. */
export interface EventStream {
  /** @param sinceId last event that the client has; undefined starts with new events. */
  open(keyId: string, query: EventQuery, sinceId: number | undefined): Promise<Result<FeedBody, Problem>>;
  recent(query: TailQuery): TextBody<never>;
  delayed(): TextBody<never>;
}

/** Port of the event stream. */
export const EVENT_STREAM = port<EventStream>('event stream');
