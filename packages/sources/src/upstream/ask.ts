/** A request to an outside source, and its answer. */

import type { Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../clock.ts';
import type { Budget, Priority, SteadyClock } from './budget.ts';
import type { UpstreamConfig } from './config.ts';
import type { UpstreamMeter } from './meter.ts';
import type { UpstreamProblem } from './problem.ts';
import type { RedirectRule } from './redirect-rule.ts';

/** Secret of a source and its position in requests. It never appears in logs, errors or metrics. */
export interface UpstreamKey {
  /** `path`: the first segment after the base. */
  readonly in: 'header' | 'query' | 'path';
  /** Name of the header or parameter; only descriptive for a path. */
  readonly name: string;
  readonly value: string;
}

/** Headers of an answer; names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Options of an upstream. */
export interface UpstreamOptions {
  /** Name of the source in problems, logs and metrics. */
  readonly source: string;
  /** Scheme, host and, if any, the path that all paths follow; `http` or `https`. */
  readonly baseUrl: string;
  readonly key?: UpstreamKey | undefined;
  /** Headers of every request, such as a `user-agent` with a contact. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Budget, shared by all upstreams that the source counts together. */
  readonly budget: Budget;
  /**
   * Weight counted by the source in its budget window, from the headers of any answer; undefined when
   * absent. Hosts that share an address share its count.
   */
  readonly countedOf?: (headers: AnswerHeaders) => number | undefined;
  /** Wall clock of `fetchedAt` and of dates in `Retry-After`. */
  readonly clock: Pick<Clock, 'now'>;
  /** Clock of waits. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config?: UpstreamConfig;
  /** Maximum redirects followed; further redirects are refusals. @default 0 */
  readonly redirects?: RedirectRule;
}

/** Streaming reader of a body that is too large for memory. */
export interface BodyReader {
  push(chunk: Buffer): void;
  /** Parses the whole body into the value that the schema describes, or returns the error in one line. */
  end(): Result<unknown, string>;
}

/** Validators of an answer, from the source's headers. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Previous answer, for a conditional request. */
export interface KnownAnswer<T> extends Validators {
  readonly value: T;
}

/** Request. It must be safe to repeat: transient failures are retried for any method. */
export interface UpstreamAsk<S extends TSchema> {
  /** Path that starts with a slash, without a query; a single slash is the base itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** @default POST with a body, otherwise GET */
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Maximum weight of an attempt; each retry counts again. */
  readonly weight: number;
  /** Actual weight of the answer, at most `weight`. @default `weight` */
  readonly weightOf?: (value: Static<S>) => number;
  /** @default 'demand' */
  readonly priority?: Priority;
  /** Schema of the answer. Unknown fields are removed and counted as drift, never an error. */
  readonly schema: S;
  /** `text`: the body as a string, for a string schema. */
  readonly format?: 'json' | 'text';
  /** Creates a body reader per attempt, instead of `format`. */
  readonly reader?: () => BodyReader;
  /** Returns the text of an error with status 200, such as `{ code: 10001, msg }`; undefined without an error. */
  readonly refusalOf?: (body: unknown) => string | undefined;
  readonly maxBytes?: number;
  /** Known answer, which is returned again when the source reports no change. */
  readonly known?: KnownAnswer<Static<S>> | undefined;
  /** Ends the wait for budget, retries and the request. */
  readonly signal?: AbortSignal;
}

/** Validated answer. */
export interface Fetched<T> {
  readonly value: T;
  /** Time of the last byte, epoch ms: the `as_of` of current values. */
  readonly fetchedAt: number;
  /** Second of the source's clock from its `Date` header, epoch ms; absent without one. */
  readonly statedAt?: number;
  /** Present when the source marks versions. */
  readonly validators?: Validators;
  /** Set when the source confirmed the known answer. */
  readonly isNotModified?: true;
}

/** Source of requests. */
export interface Upstream {
  readonly source: string;
  /**
   * Sends a request once the budget allows.
   *
   * @returns the value, or the problem; never rejects except on misuse.
   * @throws {UsageError} when the weight exceeds the budget, or the path has no slash.
   */
  request<S extends TSchema>(ask: UpstreamAsk<S>): Promise<Result<Fetched<Static<S>>, UpstreamProblem>>;
  /** Time until a request can be sent, ms: 0, or the rest of a pause or of an open breaker. */
  pausedFor(): number;
  /** Cancels requests that wait for budget; nothing was sent. New requests are still possible. */
  dismiss(): void;
  /** Cancels all requests permanently. */
  close(): Promise<void>;
}
