/** Meme market score, higher is frothier, with the figures published next to it. */

import { composite, DAY_MS, integerAtLeast, quantile, scoreMap, type Composite } from '@barograph/core';
import { coMovement } from './co-movement.ts';
import type { MemeRow } from './row.ts';
import { MEME_BANDS, MEME_SCORE_V1, type MemeBand, type MemeScoreConfig, type MemeScorePart } from './score-config.ts';
import { weightedMedian } from './weighted-median.ts';

/** Coin of the market. */
export interface MemeCoin {
  readonly row: MemeRow;
  /** Mean USD volume of its last 30 days, ≥ 0; null when unknown. */
  readonly notional30: number | null;
  /** Its last 30 daily returns, see {@link MemeTracker.returns}. */
  readonly returns: ArrayLike<number> | null;
}

/** Input of the meme score. */
export interface MemeMarket {
  /** Coins, in any order. */
  readonly coins: readonly MemeCoin[];
  /** Return of BTC over 30 days, percent; null when unknown. */
  readonly btcRet30d: number | null;
  /** Meme coins listed within the last 7 days; null when not counted. */
  readonly freshListings: number | null;
}

/** Meme score; `score` is 0…100, null without a known part. */
export interface MemeScore extends Composite<MemeScorePart> {
  readonly band: MemeBand | null;
  /** Number of coins that count: with a regime, not stale, each once. */
  readonly coins: number;
  /** Mean of Spearman's ρ over all pairs of coins, of 30 daily returns; null below 5 coins. */
  readonly coMovement: number | null;
  readonly memeSeason: boolean;
  /** Share of coins ahead of BTC over 30 days, 0…1; null when BTC or all coins are unknown. */
  readonly shareAheadOfBtc: number | null;
  /** Median funding, fraction per hour; null when no coin has funding. */
  readonly medianFunding: number | null;
  /** Listings of the last 7 days as points 0…100, and their number. */
  readonly freshIssuance: number | null;
  readonly freshListings: number | null;
}

/**
 * Band of a score; an edge belongs to the hotter band.
 *
 * @param score the score, 0…100.
 * @param config parameters. @default MEME_SCORE_V1
 * @example
 * memeBand(90); // → 'euphoric'
 */
export function memeBand(score: number, { bandsFrom }: MemeScoreConfig = MEME_SCORE_V1): MemeBand {
  return MEME_BANDS.find((band) => band !== 'dormant' && score >= bandsFrom[band]) ?? 'dormant';
}

/**
 * Counts the listings that are fresh at a moment.
 *
 * @param listedAt listing times, epoch ms.
 * @param asOf the moment, epoch ms.
 * @param config parameters. @default MEME_SCORE_V1
 * @returns an integer ≥ 0.
 * @example
 * countFreshListings([0, 8 * DAY_MS, 9 * DAY_MS], 10 * DAY_MS); // → 2
 */
export function countFreshListings(
  listedAt: Iterable<number>,
  asOf: number,
  config: MemeScoreConfig = MEME_SCORE_V1,
): number {
  let count = 0;
  for (const time of listedAt) count += Number(time <= asOf && asOf - time < config.freshIssuance.days * DAY_MS);
  return count;
}

/**
 * Counts the fresh listings of a market whose coins are as old as their first complete day. Null while no coin is older
 * than the window, because a listing and the start of the history then look the same.
 *
 * @param market first days of the whole market's coins, epoch ms; null before a coin's first complete day.
 * @param listed coins that count, in the same form; null counts as listed at `asOf`.
 * @param config parameters. @default MEME_SCORE_V1
 * @returns an integer ≥ 0, or null.
 * @example
 * freshListingsOf([0, 9 * DAY_MS, null], [9 * DAY_MS, null], 10 * DAY_MS); // → 2
 * freshListingsOf([9 * DAY_MS], [9 * DAY_MS], 10 * DAY_MS); // → null
 */
export function freshListingsOf(
  market: Iterable<number | null>,
  listed: readonly (number | null)[],
  asOf: number,
  config: MemeScoreConfig = MEME_SCORE_V1,
): number | null {
  let oldest = Infinity;
  for (const firstDay of market) oldest = Math.min(oldest, firstDay ?? Infinity);
  if (!(asOf - oldest > config.freshIssuance.days * DAY_MS)) return null;
  return countFreshListings(
    listed.map((firstDay) => firstDay ?? asOf),
    asOf,
    config,
  );
}

/**
 * Computes the score of a market. Every part is a median or a share, mapped to 0…100; a part without data drops out,
 * and the other weights are rescaled. Independent of the order of the coins.
 *
 * A coin that trades on both venues counts once, as its perp.
 *
 * @param config parameters. @default MEME_SCORE_V1
 * @throws {UsageError} when the config or the number of listings is invalid, or returns differ in length.
 * @example
 * const facts = { source: 'perpdex_perp', pdSymbol: null, fundingRate: 0.00002, oiUsd: null } as const;
 * const coins = ['DOGE', 'WIF', 'BONK'].map((symbol) => ({
 *   row: memeRow({ ...facts, symbol, daily: bars, asOf: 260 * DAY_MS }), notional30: 50e6, returns: null,
 * }));
 * const { score, band, memeSeason } = memeScore({ coins, btcRet30d: 4, freshListings: 1 });
 * [score, band, memeSeason]; // → [ 34.7, 'cooling', false ]
 */
export function memeScore(market: MemeMarket, config: MemeScoreConfig = MEME_SCORE_V1): MemeScore {
  const coins = countingCoins(market.coins);
  const rows = coins.map(({ row }) => row);
  const medianFunding = median(rows.map((row) => row.fundingRate));
  const part = (name: MemeScorePart, value: number | null): number | null =>
    value === null ? null : scoreMap(config.knots[name])(value);
  const total = composite(config, {
    momentum: part('momentum', weightedMedian(weighed(coins, ({ ret7d }) => ret7d))),
    heat: part('heat', hotShare(coins)),
    volume: part('volume', median(rows.map((row) => row.volSpike))),
    extension: part('extension', median(rows.map((row) => row.sma20ExtensionPct))),
    funding: part('funding', medianFunding),
  });
  const shareAheadOfBtc = shareAhead(rows, market.btcRet30d);
  const { score } = total;
  const { season, freshIssuance } = config;
  const { freshListings } = market;
  if (freshListings !== null) integerAtLeast('freshListings', freshListings, 0);
  return {
    ...total,
    band: score === null ? null : memeBand(score, config),
    coins: coins.length,
    coMovement: coMovement(alignedReturns(coins), config.coMovementMin),
    memeSeason:
      score !== null &&
      score >= season.scoreFrom &&
      shareAheadOfBtc !== null &&
      shareAheadOfBtc >= season.shareAheadFrom,
    shareAheadOfBtc,
    medianFunding,
    freshIssuance: freshListings === null ? null : scoreMap(freshIssuance.knots)(freshListings),
    freshListings,
  };
}

function countingCoins(coins: readonly MemeCoin[]): MemeCoin[] {
  const live = coins.filter(({ row }) => row.regime !== null && !row.stale);
  const symbols = new Set(live.map(({ row }) => row.symbol));
  const isTwin = ({ symbol, pdSymbol }: MemeRow): boolean =>
    pdSymbol !== null && pdSymbol !== symbol && symbols.has(pdSymbol);
  return live.filter(({ row }) => !isTwin(row));
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : quantile(known, 0.5);
}

function weighed(coins: readonly MemeCoin[], value: (row: MemeRow) => number | null): [number, number][] {
  return coins.flatMap(({ row, notional30 }) => {
    const known = value(row);
    return known === null || notional30 === null ? [] : [[known, notional30]];
  });
}

/** Share of the notional that is euphoric or igniting. */
function hotShare(coins: readonly MemeCoin[]): number | null {
  const isHot = (row: MemeRow): number => Number(row.regime === 'euphoric' || row.regime === 'ignition');
  const items = weighed(coins, isHot).sort(([, a], [, b]) => a - b);
  const all = items.reduce((sum, [, notional]) => sum + notional, 0);
  return all === 0 ? null : items.reduce((sum, [hot, notional]) => sum + hot * notional, 0) / all;
}

function shareAhead(rows: readonly MemeRow[], btcRet30d: number | null): number | null {
  const known = rows.map((row) => row.ret30d).filter((value) => value !== null);
  if (btcRet30d === null || known.length === 0) return null;
  return known.filter((value) => value > btcRet30d).length / known.length;
}

/** Returns that end on the newest day that any coin has completed. */
function alignedReturns(coins: readonly MemeCoin[]): ArrayLike<number>[] {
  const newest = coins.reduce((time, { row }) => Math.max(time, row.computedFrom ?? -Infinity), -Infinity);
  return coins.flatMap(({ row, returns }) => (returns !== null && row.computedFrom === newest ? [returns] : []));
}
