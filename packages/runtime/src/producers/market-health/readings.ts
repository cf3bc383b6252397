/** Readings of market health, from bars and feeds. A failed feed makes only its own readings null. */

import { DAY_MS } from '@barograph/core';
import { HEALTH_INPUTS_V2, NO_HEALTH_READINGS, type FundedPerp, type HealthReadings, type PairHours } from '@barograph/stress'; // prettier-ignore
import { deepFreeze } from '@barograph/core';
import type { MarketReader } from '../../market-reader.ts';
import { answered, unlessAway } from '../answered.ts';
import { listingOf } from './universe.ts';

/** Pulled ranges. */
export interface HealthMarketConfig {
  readonly version: `health-market/${string}`;
  /** Coin of the trend. */
  readonly lead: string;
  /** Its perp on the large exchange. */
  readonly leadPerp: string;
  /** Quote of the spot pairs. */
  readonly quote: string;
  /** Number of the largest coins whose pairs count. */
  readonly pairs: number;
  /** Days and hours of the lead coin. */
  readonly days: number;
  readonly hourDays: number;
  /** Days of macro series and stablecoins: the longest span plus the time that its older end may be carried. */
  readonly seriesDays: number;
}

/** A changed number is a new constant. */
export const HEALTH_MARKET_V1: HealthMarketConfig = deepFreeze({
  version: 'health-market/1',
  lead: 'BTC',
  leadPerp: 'BTCUSDT',
  quote: 'USDT',
  pairs: 10,
  days: 380,
  hourDays: 9,
  seriesDays: 110,
});

async function bitcoinOf(market: MarketReader, asOf: number): Promise<HealthReadings['bitcoin']> {
  const { lead, days, hourDays } = HEALTH_MARKET_V1;
  return unlessAway(async () => {
    const listing = listingOf(await market.listings(asOf), lead);
    if (listing === undefined) return null;
    const daily = await market.closedBars(listing, '1d', asOf - days * DAY_MS, asOf);
    const hourly = await market.closedBars(listing, '1h', asOf - hourDays * DAY_MS, asOf);
    return daily === undefined || hourly === undefined ? null : { daily, hourly };
  });
}

/** Hourly bars of the largest coins' pairs; null when no pair answers. */
async function pairsOf(
  market: MarketReader,
  asOf: number,
  symbols: readonly string[],
): Promise<readonly PairHours[] | null> {
  const { quote, pairs } = HEALTH_MARKET_V1;
  const count = (HEALTH_INPUTS_V2.volumeDays + 1) * 24 + 1;
  const found: PairHours[] = [];
  for (const symbol of symbols.slice(0, pairs)) {
    const window = { kind: 'last', count } as const;
    const rows = await answered(market.read('pairBars', { symbol: `${symbol}${quote}`, interval: '1h', window, asOf }));
    if (rows === null) continue;
    const { closed, takerBuy, quoteVolume } = rows;
    found.push({ time: closed.time, volume: closed.volume, takerBuy, quoteVolume });
  }
  return found.length === 0 ? null : found;
}

/** Perps of the large exchange, else of the perp venue. */
async function perpsOf(market: MarketReader, asOf: number): Promise<readonly FundedPerp[] | null> {
  const perps = await answered(market.read('venuePerps', { venue: 'cexa', asOf }));
  if (perps !== null) return perps.perps;
  const contexts = await answered(market.read('contexts', { asOf }));
  if (contexts === null) return null;
  return contexts.perps
    .filter(({ isDelisted }) => !isDelisted)
    .map(({ fundingRate1h, dayNotional }) => ({ fundingRate: fundingRate1h, intervalHours: 1, dayNotional }));
}

/** Open interest of the lead coin on the large exchange, else on the perp venue; units of the coin. */
async function interestOf(market: MarketReader, asOf: number): Promise<HealthReadings['openInterest']> {
  const { lead, leadPerp, hourDays } = HEALTH_MARKET_V1;
  const from = asOf - hourDays * DAY_MS;
  const query = { venue: 'cexa', symbol: leadPerp, step: '1h', from, to: asOf } as const;
  const rows =
    (await answered(market.read('venueOpenInterest', query))) ??
    (await answered(market.read('openInterest', { symbol: lead, from, to: asOf })));
  return rows === null ? null : { time: rows.time, value: rows.contracts };
}

async function longShareOf(market: MarketReader, asOf: number): Promise<number | null> {
  const query = {
    venue: 'cexa',
    symbol: HEALTH_MARKET_V1.leadPerp,
    step: '1h',
    from: asOf - DAY_MS,
    to: asOf,
  } as const;
  const share = (await answered(market.read('longShort', query)))?.long.at(-1);
  return share === undefined || Number.isNaN(share) ? null : share;
}

/** Sentiment indexes, macro series and stablecoins. */
async function surroundings(
  market: MarketReader,
  asOf: number,
): Promise<Pick<HealthReadings, 'fearGreed' | 'macro' | 'stablecoins'>> {
  const query = { from: Math.max(0, asOf - HEALTH_MARKET_V1.seriesDays * DAY_MS), asOf };
  const fearGreed = await answered(market.read('fearGreed', query));
  const macro = await answered(market.read('macro', query));
  const stablecoins = await answered(market.read('stablecoins', query));
  return {
    fearGreed: fearGreed?.indices ?? null,
    macro: macro?.series ?? null,
    stablecoins: stablecoins?.total ?? null,
  };
}

/**
 * Readings except breadth.
 *
 * @param symbols tickers of the largest coins, largest first; only the lead coin when unknown.
 */
export async function readingsAt(
  market: MarketReader,
  asOf: number,
  symbols: readonly string[],
): Promise<HealthReadings> {
  return {
    ...NO_HEALTH_READINGS,
    bitcoin: await bitcoinOf(market, asOf),
    pairs: await pairsOf(market, asOf, symbols.length === 0 ? [HEALTH_MARKET_V1.lead] : symbols),
    perps: await perpsOf(market, asOf),
    openInterest: await interestOf(market, asOf),
    longShare: await longShareOf(market, asOf),
    ...(await surroundings(market, asOf)),
  };
}
