/** Opens a source without a host, with its budget, retries and provenance, for notebooks and the command line. */

import { UsageError } from '@barograph/core';
import { pino, type Logger } from 'pino';
import { createSystemClock, type Clock } from './clock.ts';
import type { MarketConfig } from './market-config.ts';
import type { FeedName, FeedQuery, FeedRows } from './market/feeds.ts';
import { openMarket, type Market, type Pulled } from './market/market.ts';
import { loopbackOf, SOURCES, type SourceSettings, type SourcesConfig } from './sources.ts';

/** Options of {@link openSource}. */
export interface OpenSourceOptions {
  /** Addresses and keys, by the names of the host's flags. @default the source's own */
  readonly settings?: Partial<SourceSettings>;
  /** Base URL of a loopback venue to use instead, such as `http://127.0.0.1:8790`. */
  readonly loopback?: string;
  readonly clock?: Clock;
  /** Log of requests. @default silent */
  readonly log?: Logger;
}

/** Query with optional venue and time, which default to the source's venue and now. */
export type LooseQuery<Name extends FeedName> = Omit<FeedQuery<Name>, 'asOf' | 'venue'> &
  Partial<Pick<FeedQuery<Name>, Extract<keyof FeedQuery<Name>, 'asOf' | 'venue'>>>;

/** Open source. */
export interface OpenedSource extends Pick<Market, 'has' | 'listings' | 'state' | 'close'> {
  readonly id: string;
  /** Reads a feed: rows with provenance, or the problem. Waits for the budget of the source. */
  read<Name extends FeedName>(feed: Name, query: LooseQuery<Name>): Promise<Pulled<FeedRows<Name>>>;
}

/** Venue of a source's bars; in other queries the venue is the source id. */
const VENUE_OF_BARS: Readonly<Record<string, string>> = { perpdex: 'perpdex_perp', cexa: 'cexa_spot' };

/** Market configuration of a single source: live, without files and account positions. */
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

/** Finds the definition of a source. @throws {UsageError} when the source is unknown. */
export function definitionOf(id: string): (typeof SOURCES)[number] {
  const definition = SOURCES.find((source) => source.id === id);
  if (definition !== undefined) return definition;
  throw new UsageError(`"source" expected one of ${SOURCES.map((source) => source.id).join(', ')}, got "${id}"`);
}

/**
 * Opens a live data source by name, such as `perpdex`, `cexa`, `options` or `stablecoins`.
 *
 * @param id name of the source in reports.
 * @returns the source with open connections; {@link OpenedSource.close} closes them.
 * @throws {UsageError} when the source is unknown, a key is missing, or the settings are invalid.
 * @example
 * const source = await openSource('perpdex');
 * const bars = await source.read('bars', { symbol: 'BTC', interval: '1h', window: { kind: 'last', count: 500 } });
 * await source.close();
 */
export async function openSource(id: string, options: OpenSourceOptions = {}): Promise<OpenedSource> {
  const { settings = {}, loopback, clock = createSystemClock(), log = pino({ level: 'silent' }) } = options;
  const definition = definitionOf(id);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- absent settings are undefined
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `implied` provides the optional fields
      return market.read(feed, { ...implied, ...query } as FeedQuery<typeof feed>);
    },
  };
}
