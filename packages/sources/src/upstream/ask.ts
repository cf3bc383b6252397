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

/** Secret of a source, and its place in a request. It never reaches a log, an error or a metric. */
export interface UpstreamKey {
  /** `path`: the first folder behind the base. */
  readonly in: 'header' | 'query' | 'path';
  /** Of the header or the parameter; of a path, for people alone. */
  readonly name: string;
  readonly value: string;
}

/** Headers of an answer; names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Parts of an upstream. */
export interface UpstreamOptions {
  /** Name of the source in problems, logs and metrics. */
  readonly source: string;
  /** Scheme, host and, if any, the path that all paths follow; `http` or `https`. */
  readonly baseUrl: string;
  readonly key?: UpstreamKey | undefined;
  /** Headers of every request, such as a `user-agent` with a contact. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Shared by all upstreams that the source counts as one. */
  readonly budget: Budget;
  /**
   * Weight that the source itself has counted in the window of its budget, from the headers of any answer; undefined where
   * they do not say. Hosts that share an address share its count.
   */
  readonly countedOf?: (headers: AnswerHeaders) => number | undefined;
  /** Wall clock of `fetchedAt` and of dates in `Retry-After`. */
  readonly clock: Pick<Clock, 'now'>;
  /** Clock of waits; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config?: UpstreamConfig;
  /** Redirects that are followed; none when left out: they are refusals. */
  readonly redirects?: RedirectRule;
}

/** Reading of a body while it comes: one that is too large to be held whole. */
export interface BodyReader {
  push(chunk: Buffer): void;
  /** The value of the whole body, which the schema is about; or why it is none, in one line. */
  end(): Result<unknown, string>;
}

/** Marks of a version of an answer, as the source gave them. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** An answer from before, asked for again only if it has changed. */
export interface KnownAnswer<T> extends Validators {
  readonly value: T;
}

/** One request. It must be safe to send twice: failures that may pass are retried, of any method. */
export interface UpstreamAsk<S extends TSchema> {
  /** Begins with a slash, without a query; a slash alone is the base itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** POST with a body, else GET, when left out. */
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The most that one attempt can weigh; each retry weighs again. */
  readonly weight: number;
  /** Weight that the answer really had, at most `weight`; `weight` when left out. */
  readonly weightOf?: (value: Static<S>) => number;
  /** `demand` when left out. */
  readonly priority?: Priority;
  /** Form of the answer. Fields that it does not name are removed and counted as drift, never an error. */
  readonly schema: S;
  /** `text`: the body as one string, for a schema of strings. */
  readonly format?: 'json' | 'text';
  /** Reads the body of each attempt instead of `format`. */
  readonly reader?: () => BodyReader;
  /** Recognises an error that came with 200, such as `{ code: 10001, msg }`: its text, undefined if it is none. */
  readonly refusalOf?: (body: unknown) => string | undefined;
  readonly maxBytes?: number;
  /** The answer from before: where the source says that it has not changed, it is the answer again. */
  readonly known?: KnownAnswer<Static<S>> | undefined;
  /** Ends the wait for budget, retries and the request. */
  readonly signal?: AbortSignal;
}

/** A checked answer. */
export interface Fetched<T> {
  readonly value: T;
  /** Moment when the last byte was there, epoch ms: the `as_of` of values that are about the present. */
  readonly fetchedAt: number;
  /** Second of the source's own clock in which it answered, from its `Date`, epoch ms; absent where it stated none. */
  readonly statedAt?: number;
  /** Set where the source marks versions. */
  readonly validators?: Validators;
  /** Set where the source said that it is still the known answer. */
  readonly isNotModified?: true;
}

/** A source that can be asked. */
export interface Upstream {
  readonly source: string;
  /**
   * Asks once the budget allows.
   *
   * @returns the value, or the problem; never rejects but for misuse.
   * @throws {UsageError} a weight beyond the budget, or a path without a slash.
   */
  request<S extends TSchema>(ask: UpstreamAsk<S>): Promise<Result<Fetched<Static<S>>, UpstreamProblem>>;
  /** Time until a request can be sent at all, ms: 0, or the rest of a pause or of an open breaker. */
  pausedFor(): number;
  /** Ends the requests that wait for budget: nothing was sent. More may be asked after it. */
  dismiss(): void;
  /** Ends what is under way, for good. */
  close(): Promise<void>;
}
