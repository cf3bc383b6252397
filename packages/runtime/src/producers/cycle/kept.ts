/** Series without a past in any source: one value a day is stored since the first day of the host. */

import { forcedPublication } from '@barograph/contract';
import { bucketOpen, DAY_MS } from '@barograph/core';
import type { KnownSeries } from '@barograph/cycle';
import type { NewObservation } from '@barograph/store';
import type { ProducerInput } from '../../producer.ts';
import { publishedHead } from '../../published-rows.ts';
import { answered } from '../answered.ts';

/** Days read of both series: 90, plus the longest time that an older end may be carried. */
const KEPT_DAYS = 93;
/** Days over which dominance changes. */
const CHANGE_DAYS = 90;
/** Number of the largest coins whose total value is the market, so that a longer table does not change it. */
const MARKET_COINS = 100;
/** Minimum share of 24 hours in which every venue was watched, percent; otherwise a low count would look quiet. */
const WATCHED_PCT = 90;

/** Series of Bitcoin's share of the market value of coins, percent. */
function dominanceSeries(timeline: string): string {
  return `btc-dominance/1@${timeline}`;
}

/** Series of forced closes in 24 hours, USD; keys are the watched venues. */
function liquidationDaysSeries(timeline: string): string {
  return `liquidation-days/1@${timeline}`;
}

/** Series and its new points. */
export interface KeptSeries {
  readonly series: KnownSeries;
  readonly observations: readonly NewObservation[];
}

/** Value at a moment. */
interface Point {
  readonly time: number;
  readonly value: number;
}

async function keptPoints({ observed, asOf }: ProducerInput, series: string, key: string): Promise<readonly Point[]> {
  const kept = await observed(series, asOf - KEPT_DAYS * DAY_MS, asOf);
  const own = kept.filter((observation) => observation.key === key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `seriesOf`
  return own.map(({ validTime: time, value }) => ({ time, value: value as number }));
}

/** Stored points with the new ones; only the first new point of a UTC day is stored. */
function seriesOf(
  kept: readonly Point[],
  fresh: readonly Point[],
  row: Pick<NewObservation, 'series' | 'key' | 'knownAt' | 'source'>,
): KeptSeries {
  const days = new Set(kept.map(({ time }) => bucketOpen(time, DAY_MS)));
  const all = [...kept, ...fresh].sort((a, b) => a.time - b.time);
  return {
    series: {
      time: Float64Array.from(all, ({ time }) => time),
      value: Float64Array.from(all, ({ value }) => value),
    },
    observations: fresh
      .filter(({ time }) => !days.has(bucketOpen(time, DAY_MS)))
      .map(({ time, value }) => ({ ...row, validTime: time, value })),
  };
}

/** Bitcoin's share in a table of coins known by a moment, percent; empty when the table is missing or later. */
async function dominanceAt({ market }: ProducerInput, asOf: number): Promise<(Point & { source: string }) | undefined> {
  const rows = await answered(market.read('coins', { asOf }));
  if (rows === null || rows.provenance.asOf > asOf) return undefined;
  const caps = rows.coins.flatMap(({ symbol, marketCap: usd }) => (usd !== null && usd > 0 ? [{ symbol, usd }] : []));
  const largest = caps.sort((a, b) => b.usd - a.usd).slice(0, MARKET_COINS);
  const bitcoin = largest.find(({ symbol }) => symbol.toUpperCase() === 'BTC');
  if (bitcoin === undefined) return undefined;
  const total = largest.reduce((sum, { usd }) => sum + usd, 0);
  return { time: rows.provenance.asOf, value: (100 * bitcoin.usd) / total, source: rows.provenance.source };
}

/** Dominance now and on the stored days; for a source with a past also that of 90 days ago. */
export async function dominanceOf(timeline: string, input: ProducerInput): Promise<KeptSeries> {
  const { asOf } = input;
  const series = dominanceSeries(timeline);
  const kept = await keptPoints(input, series, '');
  const now = await dominanceAt(input, asOf);
  if (now === undefined) return seriesOf(kept, [], { series, key: '', knownAt: asOf, source: '' });
  const then = now.time - CHANGE_DAYS * DAY_MS;
  const isKept = kept.some(({ time }) => time <= then && time > then - 2 * DAY_MS);
  const before = isKept || then < 0 ? undefined : await dominanceAt(input, then);
  const row = { series, key: '', knownAt: asOf, source: now.source };
  return seriesOf(kept, before === undefined ? [now] : [before, now], row);
}

/** Liquidations in 24 hours, now and on the stored days with the same venues. */
export async function liquidationsOf(timeline: string, input: ProducerInput): Promise<KeptSeries> {
  const { asOf } = input;
  const series = liquidationDaysSeries(timeline);
  const head = await publishedHead(input, forcedPublication);
  const venues = (head?.venues ?? []).filter(({ status }) => status !== 'unavailable');
  const key = venues.map(({ venue }) => venue).join(' ');
  const row = { series, key, knownAt: asOf, source: 'liquidations' };
  if (head === undefined || venues.length === 0) return seriesOf([], [], row);
  const kept = await keptPoints(input, series, key);
  const isWhole = venues.every(({ watched_pct: share }) => share >= WATCHED_PCT);
  return seriesOf(kept, isWhole ? [{ time: head.to, value: head.totals.usd }] : [], row);
}
