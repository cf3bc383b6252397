/** Inputs of the risks, from feeds and publications. A failed feed makes only its own inputs null. */

import { supplyPublication, type ListedUnlockEvent } from '@barograph/contract';
import { DAY_MS, deepFreeze, HOUR_MS, quoteVolume } from '@barograph/core';
import type { ReleaseEvent, RiskFeeds, TimedValues } from '@barograph/stress/risk';
import type { Headline } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import type { ProducerInput } from '../../producer.ts';
import { answered, unlessAway } from '../answered.ts';
import { listingOf } from '../market-health/universe.ts';
import { publishedHead, publishedRows } from '../../published-rows.ts';

/** Pulled ranges. */
export interface RiskMarketConfig {
  readonly version: `risk-market/${string}`;
  /** Days of each feed before now. */
  readonly days: {
    readonly pegs: number;
    readonly supplies: number;
    readonly hacks: number;
    readonly media: number;
    readonly macro: number;
    readonly headlines: number;
    readonly releases: number;
    readonly flows: number;
  };
  /** Age up to which a past release is listed, ms. */
  readonly releasedMs: number;
  /** Maximum age of an answer with hacks or headlines, ms. */
  readonly hacksStaleMs: number;
  readonly headlinesStaleMs: number;
  /** Maximum age of the calendar of unlocks, ms. */
  readonly unlocksStaleMs: number;
  /** Days of the mean notional, and the minimum number of known days. */
  readonly notionalDays: number;
  readonly leastNotionalDays: number;
  /** Coin whose correlation with stocks is computed. */
  readonly lead: string;
  /** Maximum headlines per topic. */
  readonly mostHeadlines: number;
}

/** A changed number is a new constant; version 2 has the flows of exchanges. Episodes of a depeg are looked for beyond the window: one may have begun before it. */
export const RISK_MARKET_V2: RiskMarketConfig = deepFreeze({
  version: 'risk-market/2',
  days: { pegs: 20, supplies: 14, hacks: 11, media: 32, macro: 420, headlines: 14, releases: 60, flows: 92 },
  releasedMs: DAY_MS,
  hacksStaleMs: 2 * DAY_MS,
  headlinesStaleMs: 6 * HOUR_MS,
  unlocksStaleMs: 2 * DAY_MS,
  notionalDays: 30,
  leastNotionalDays: 20,
  lead: 'BTC',
  mostHeadlines: 300,
});

const since = (asOf: number, days: number) => ({ from: Math.max(0, asOf - days * DAY_MS), asOf });

/** Symbols of the perp venue; empty when it is unavailable. */
export async function perpsAt(market: MarketReader, asOf: number): Promise<readonly string[]> {
  const listings = await unlessAway(async () => market.listings(asOf));
  return (listings ?? []).filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol);
}

/** Releases since yesterday; null when the calendar has ended, because it has no future releases. */
export function calendarAt(releases: readonly ReleaseEvent[], asOf: number): readonly ReleaseEvent[] | null {
  const hasRunOut = releases.length > 0 && releases.every(({ time }) => time < asOf);
  return hasRunOut ? null : releases.filter(({ time }) => time >= asOf - RISK_MARKET_V2.releasedMs);
}

/** Macro releases and interest rate decisions. */
export async function releasesAt(market: MarketReader, asOf: number): Promise<RiskFeeds['releases']> {
  const rows = await answered(market.read('macroCalendar', since(asOf, RISK_MARKET_V2.days.releases)));
  if (rows === null) return null;
  const releases = rows.releases.map(({ print, name, time, expectedMoveBp }) => ({
    print,
    name,
    time,
    expectedMoveBp,
  }));
  return calendarAt(releases, asOf);
}

/** Prices and supplies of stablecoins. */
export async function stablecoinFeeds(
  market: MarketReader,
  asOf: number,
): Promise<Pick<RiskFeeds, 'prices' | 'supplies'>> {
  const { pegs, supplies } = RISK_MARKET_V2.days;
  const prices = await answered(market.read('pegs', since(asOf, pegs)));
  const values = await answered(market.read('stablecoins', since(asOf, supplies)));
  return { prices: prices?.coins ?? null, supplies: values?.coins ?? null };
}

/** Hacks; null when the answer is old. */
export async function hacksAt(market: MarketReader, asOf: number): Promise<RiskFeeds['hacks']> {
  const { days, hacksStaleMs } = RISK_MARKET_V2;
  const rows = await answered(market.read('hacks', since(asOf, days.hacks)));
  if (rows === null || asOf - rows.provenance.asOf > hacksStaleMs) return null;
  return rows.hacks.map(({ name, time, lossUsd, symbols }) => ({ name, time, lossUsd, symbols }));
}

/** Headlines of a topic, newest first; null when the answer is old. */
export async function headlinesAt(
  market: MarketReader,
  asOf: number,
  topic: Headline['topic'],
): Promise<readonly Headline[] | null> {
  const { days, headlinesStaleMs, mostHeadlines } = RISK_MARKET_V2;
  const rows = await answered(market.read('headlines', since(asOf, days.headlines)));
  if (rows === null || asOf - rows.provenance.asOf > headlinesStaleMs) return null;
  return rows.headlines
    .filter((headline) => headline.topic === topic && headline.time <= asOf)
    .toSorted((a, b) => (a.time === b.time ? (a.id < b.id ? -1 : 1) : b.time - a.time))
    .slice(0, mostHeadlines);
}

/** Daily UTC closes of the lead coin, at the moments they became known. */
export async function leadCloses(market: MarketReader, asOf: number): Promise<TimedValues | null> {
  const { lead, days } = RISK_MARKET_V2;
  return unlessAway(async () => {
    const listing = listingOf(await market.listings(asOf), lead);
    if (listing === undefined) return null;
    const bars = await market.closedBars(listing, '1d', asOf - days.macro * DAY_MS, asOf);
    return bars === undefined ? null : { time: bars.time.map((open) => open + DAY_MS), value: bars.close };
  });
}

/** Macro series, media hours. */
export async function policyFeeds(market: MarketReader, asOf: number): Promise<Pick<RiskFeeds, 'macro' | 'media'>> {
  const { days } = RISK_MARKET_V2;
  const macro = await answered(market.read('macro', since(asOf, days.macro)));
  const media = await answered(market.read('media', since(asOf, days.media)));
  return { macro: macro?.series ?? null, media };
}

/** Mean daily notional of a perp; null with too few known days. */
async function dayNotional(market: MarketReader, perp: string, asOf: number): Promise<number | null> {
  const { notionalDays, leastNotionalDays } = RISK_MARKET_V2;
  const from = asOf - (notionalDays + 1) * DAY_MS;
  const bars = await unlessAway(async () =>
    market.closedBars({ symbol: perp, venue: 'perpdex_perp' }, '1d', from, asOf),
  );
  if (bars === null || bars === undefined || bars.length < leastNotionalDays) return null;
  const sum = quoteVolume(bars);
  return sum === null ? null : sum / bars.length;
}

/**
 * Upcoming unlocks, from the published calendar of supply. Unlocks without a price are left out, because they have no size.
 *
 * @param windowDays longest window of the query, days.
 * @returns null without a calendar, with an old one, and when no coin has a known schedule.
 */
export async function unlocksAt(
  { market, head, published, asOf }: Pick<ProducerInput, 'market' | 'head' | 'published' | 'asOf'>,
  windowDays: number,
): Promise<readonly ListedUnlockEvent[] | null> {
  const supply = await publishedHead({ head }, supplyPublication);
  const { coins_as_of: coinsAt, schedules_as_of: schedulesAt, unlocks } = supply ?? {};
  if (unlocks === undefined || coinsAt == null || schedulesAt == null) return null;
  if (asOf - coinsAt > RISK_MARKET_V2.unlocksStaleMs) return null;
  const ahead = unlocks
    .map((row) => ({ ...row, time: row.timestamp >= asOf ? row.timestamp : row.last_timestamp }))
    .filter(({ time }) => time >= asOf && time <= asOf + windowDays * DAY_MS);
  if (ahead.length === 0) return [];
  const rows = await publishedRows({ published }, supplyPublication);
  const capOf = new Map(rows.map(({ id, market_cap: cap }) => [id, cap]));
  const notionals = new Map<string, number | null>();
  const events: ListedUnlockEvent[] = [];
  for (const { id, symbol, time, usd, pct_of_float: shareOfFloat, pd_symbol: perp } of ahead) {
    if (usd === null) continue;
    if (perp !== null && !notionals.has(perp)) notionals.set(perp, await dayNotional(market, perp, asOf));
    const notional = perp === null ? null : (notionals.get(perp) ?? null);
    events.push({ symbol, time, usd, dayNotional: notional, marketCap: capOf.get(id) ?? null, shareOfFloat, perp });
  }
  return events;
}
