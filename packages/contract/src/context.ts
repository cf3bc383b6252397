/** Host data available to an operation. Pure: data and time come in here, and nowhere else. */

import type { Candles, Interval } from '@barograph/core';
import type { Cancellation } from './edge.ts';
import type { DataSource, Venue } from './parameters.ts';
import type { Publication, View } from './published.ts';
import type { Tier } from './tiers.ts';

/** A symbol on a venue. */
export interface ListingRef {
  readonly symbol: string;
  readonly venue: Venue;
}

/** The outcome of a refresh. */
export interface Refreshed {
  readonly rows: number;
  /** Epoch ms of the market. */
  readonly asOf: number;
  /** Milliseconds of the whole refresh, which may be of several engines. */
  readonly tookMs: number;
}

/** The caller's key, as the host knows it; operations hand it on and look at nothing but the id. */
export interface CallerKey {
  readonly id: string;
}

/** The caller. */
export interface Caller {
  readonly key: CallerKey;
  /** The tier that the key has at this moment. */
  readonly tier: Tier;
}

/**
 * A service of the host that an operation needs, by name and type: accounts, the event stream, an archive.
 *
 * @typeParam Service its methods.
 */
export interface Port<Service> {
  readonly name: string;
  /** Methods whose answers depend on their arguments alone, or on how the host was started: they may be asked of the past. */
  readonly timeless: readonly string[];
  /** Never there: carries the type. */
  readonly service?: Service;
}

/**
 * A port. A host provides every port that its features list, or does not start.
 *
 * @param timeless methods that an answer about the past may use; properties that are no methods it may always read.
 * @example
 * const QUOTES = port<{ readonly best: (symbol: string) => number }>('quotes', ['best']);
 * QUOTES.timeless; // → [ 'best' ]
 */
export function port<Service>(name: string, timeless: readonly (keyof Service & string)[] = []): Port<Service> {
  return Object.freeze({ name, timeless });
}

/**
 * Context of an operation. Already within the scope of the caller's tier: it holds nothing that the tier may not see.
 */
export interface Context {
  /** The market's time, epoch ms. */
  now(): number;
  /** The kind of the host's source. */
  readonly dataSource: DataSource;
  /** Latest publication; undefined before the first one. Never waits. */
  latest<Row, Head>(of: Publication<Row, Head>): View<Row, Head> | undefined;
  /** Seconds after which an answer that is not there yet is worth asking for again, at least 1. */
  retryAfter(of: { readonly name: string }): number;
  /** Recomputes and publishes; calls during a run share that run. */
  refresh(of: { readonly name: string }): Promise<Refreshed>;
  /**
   * Closed bars of a listing that open from `from` on and had closed by `asOf`, both epoch ms; undefined where the source
   * has none that fine. Rejects when the source did not bring them: the answer is then 503.
   */
  closedBars(listing: ListingRef, interval: Interval, from: number, asOf: number): Promise<Candles | undefined>;
  /**
   * The value of a key, made at most once in `ms` milliseconds of the market's time, whichever tier asks. A promise that
   * rejects is not kept.
   *
   * @param key names one type of value in the whole service: begin it with a versioned name.
   */
  atMostEvery<Value>(ms: number, key: string, make: () => Promise<Value>): Promise<Value>;
  /** The service behind a port. */
  use<Service>(of: Port<Service>): Service;
}

/**
 * A payment that this request is answered for. It was checked, and is settled once the operation has answered: what the
 * operation makes must not hold before. Operations hand it on and look at nothing.
 */
export interface Sale {
  readonly id: string;
}

/** A request whose parts were checked against the operation's schemas. */
export interface Asked<Path = unknown, Query = unknown, Payload = unknown> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Payload;
  /** As they came, unchecked; names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** undefined where no key is needed and none was sent. */
  readonly caller: Caller | undefined;
  /** Address of the other end of the connection; undefined where an answer may be kept for others, or when it has gone. */
  readonly remote?: string | undefined;
  /** undefined: nothing was paid. */
  readonly sale?: Sale | undefined;
  /** Of a heavy operation (`edge`): its time is over, or the caller has gone. undefined for all others. */
  readonly cancelled?: Cancellation | undefined;
  /** True when the caller's tier opens this part of the answer, as `parts` of the operation says. */
  readonly sees: (part: string) => boolean;
}
