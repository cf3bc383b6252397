/** Host data available to an operation. Operations are pure: data and time enter only through the context. */

import type { Candles, Interval } from '@barograph/core';
import type { Cancellation } from './edge.ts';
import type { DataSource, Venue } from './parameters.ts';
import type { Publication, View } from './published.ts';
import type { Tier } from './tiers.ts';

/** Symbol on a venue. */
export interface ListingRef {
  readonly symbol: string;
  readonly venue: Venue;
}

/** The outcome of a refresh. */
export interface Refreshed {
  readonly rows: number;
  /** Epoch ms of the market. */
  readonly asOf: number;
  /** Duration of the whole refresh, which may span several engines, ms. */
  readonly tookMs: number;
}

/** The caller's key. Operations pass it on and read only the id. */
export interface CallerKey {
  readonly id: string;
}

/** The caller. */
export interface Caller {
  readonly key: CallerKey;
  /** Current tier of the key. */
  readonly tier: Tier;
}

/**
 * Service of the host that an operation needs, by name and type: accounts, the event stream, an archive.
 *
 * @typeParam Service its methods.
 */
export interface Port<Service> {
  readonly name: string;
  /** Methods whose answers depend only on their arguments or the host's configuration, so that past answers may use them. */
  readonly timeless: readonly string[];
  /** Type marker, never set. */
  readonly service?: Service;
}

/**
 * Declares a port. A host must provide every port of its features, or it does not start.
 *
 * @param timeless methods that an answer about the past may use; it may read all properties that are not methods.
 * @example
 * const QUOTES = port<{ readonly best: (symbol: string) => number }>('quotes', ['best']);
 * QUOTES.timeless; // → [ 'best' ]
 */
export function port<Service>(name: string, timeless: readonly (keyof Service & string)[] = []): Port<Service> {
  return Object.freeze({ name, timeless });
}

/**
 * Context of an operation. It is limited to the caller's tier and contains no data that the tier may not see.
 */
export interface Context {
  /** The market's time, epoch ms. */
  now(): number;
  /** The kind of the host's source. */
  readonly dataSource: DataSource;
  /** Latest publication; undefined before the first one. Never waits. */
  latest<Row, Head>(publication: Publication<Row, Head>): View<Row, Head> | undefined;
  /** Retry-After of an answer that is not available yet, seconds, at least 1. */
  retryAfter(publication: { readonly name: string }): number;
  /** Recomputes and publishes; calls during a run share that run. */
  refresh(publication: { readonly name: string }): Promise<Refreshed>;
  /**
   * Closed bars of a listing that open at or after `from` and closed by `asOf`, both epoch ms; undefined when the source
   * lacks bars that short. Rejects when the source fails, which answers 503.
   */
  closedBars(listing: ListingRef, interval: Interval, from: number, asOf: number): Promise<Candles | undefined>;
  /**
   * Returns a cached value, computed at most once in `ms` milliseconds of the market's time, for all tiers. A rejected
   * promise is not cached.
   *
   * @param key identifies one type of value in the whole service: start it with a versioned name.
   */
  atMostEvery<Value>(ms: number, key: string, make: () => Promise<Value>): Promise<Value>;
  /** The service behind a port. */
  use<Service>(port: Port<Service>): Service;
}

/**
 * Checked payment of this request. It is settled after the operation has answered, so effects of the
 * operation must not apply before. Operations pass it on unread.
 */
export interface Sale {
  readonly id: string;
}

/** A request whose parts were checked against the operation's schemas. */
export interface Asked<Path = unknown, Query = unknown, Payload = unknown> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Payload;
  /** Unchecked headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** undefined when no key is required or sent. */
  readonly caller: Caller | undefined;
  /** Remote address of the connection; undefined when the answer may be shared, or after a disconnect. */
  readonly remote?: string | undefined;
  /** undefined without a payment. */
  readonly sale?: Sale | undefined;
  /** Aborts a heavy operation (`edge`) on timeout or disconnect. undefined for other operations. */
  readonly cancelled?: Cancellation | undefined;
  /** Whether the caller's tier includes this part of the answer, by `parts` of the operation. */
  readonly sees: (part: string) => boolean;
}
