/** One source without a host: the same adapter with its budget, retries and provenance, for a notebook or the command line. */

import { UsageError } from '@barograph/core';
import { pino, type Logger } from 'pino';
import { createSystemClock, type Clock } from './clock.ts';
import type { MarketConfig } from './market-config.ts';
import type { FeedName, FeedQuery, FeedRows } from './market/feeds.ts';
import { openMarket, type Market, type Pulled } from './market/market.ts';
import { loopbackOf, SOURCES, type SourceSettings, type SourcesConfig } from './sources.ts';

/** Options of {@link openSource}. */
export interface OpenSourceOptions {
  /** Addresses and keys, as the flags of a host name them; those that are left out are the source's own. */
  readonly settings?: Partial<SourceSettings>;
  /** Base of a loopback venue that is asked instead, `http://127.0.0.1:8790`. */
  readonly loopback?: string;
  readonly clock?: Clock;
  /** Log of requests; silent when left out. */
  readonly log?: Logger;
}

/** A query that may leave out what the source says by itself: its venue, and that now is meant. */
export type LooseQuery<Name extends FeedName> = Omit<FeedQuery<Name>, 'asOf' | 'venue'> &
  Partial<Pick<FeedQuery<Name>, Extract<keyof FeedQuery<Name>, 'asOf' | 'venue'>>>;

/** A source that is open. */
export interface OpenedSource extends Pick<Market, 'has' | 'listings' | 'state' | 'close'> {
  readonly id: string;
  /** Rows of a feed with their provenance, or why there are none. Waits for the budget of the source. */
  read<Name extends FeedName>(feed: Name, query: LooseQuery<Name>): Promise<Pulled<FeedRows<Name>>>;
}

/** Venue of the bars of a source that has them; in every other query its venue has the name of the source. */
const VENUE_OF_BARS: Readonly<Record<string, string>> = { perpdex: 'perpdex_perp', cexa: 'cexa_spot' };

/** The market of one source: live, without files and without positions of accounts. */
const ALONE: MarketConfig = {
  data: undefined,
  spot: undefined,
  derivatives: undefined,
  reference: undefined,
  from: undefined,
  speed: undefined,
  seed: '',
  live: true,
  positioning: false,
  repair: false,
  skipBad: false,
  layout: undefined,
};

/** The declaration of a source. @throws {UsageError} an unknown source. */
export function definitionOf(id: string): (typeof SOURCES)[number] {
  const definition = SOURCES.find((one) => one.id === id);
  if (definition !== undefined) return definition;
  throw new UsageError(`"source" expected one of ${SOURCES.map((one) => one.id).join(', ')}, got "${id}"`);
}

/**
 * Opens one source of live data by its name: `perpdex`, `cexa`, `options`, `stablecoins` and so on.
 *
 * @param id as reports name it.
 * @returns the source, whose connections are open. {@link OpenedSource.close} ends them.
 * @throws {UsageError} an unknown source, one that needs a key, or settings that it refuses.
 * @example
 * const source = await openSource('perpdex');
 * const bars = await source.read('bars', { symbol: 'BTC', interval: '1h', window: { kind: 'last', count: 500 } });
 * await source.close();
 */
export async function openSource(id: string, options: OpenSourceOptions = {}): Promise<OpenedSource> {
  const { settings = {}, loopback, clock = createSystemClock(), log = pino({ level: 'silent' }) } = options;
  const definition = definitionOf(id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- settings that are left out are undefined
  const config = { ...ALONE, ...(loopback === undefined ? {} : loopbackOf(loopback)), ...settings } as SourcesConfig;
  const isReal = loopback === undefined;
  const parts = { mode: 'live', isReal, held: new Set<FeedName>(), clock, log } as const;
  const opened = definition.open(config, parts);
  if (!opened.ok) throw new UsageError(`"source" expected settings of ${id}: ${opened.error}`);
  if (opened.value.length === 0) {
    const fields = Object.keys(definition.fields).join(', ');
    throw new UsageError(`"source" expected an address and a key of ${id} where it needs one: ${fields}`);
  }
  const market = openMarket([...opened.value, ...(definition.alone?.(config, parts) ?? [])]);
  await market.start();
  return {
    ...market,
    id,
    read: async (feed, query) => {
      const implied = {
        ...('to' in query ? {} : { asOf: clock.now() }),
        venue: feed === 'bars' ? VENUE_OF_BARS[id] : id,
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the query left out is in front of it
      return market.read(feed, { ...implied, ...query } as FeedQuery<typeof feed>);
    },
  };
}
