/** Stablecoins away from their peg: current severity, and past episodes. */

import { compensatedSum, deepFreeze, scoreMap, shown, UsageError, type Knot } from '@barograph/core';

/** Parameters of depegs. */
export interface DepegConfig {
  readonly version: `depeg/${string}`;
  /** Least supply of a coin that counts, USD. */
  readonly minSupplyUsd: number;
  /** Weight of deviations above the peg relative to those below. */
  readonly upward: number;
  /** Maps the deviation in basis points to severity 0…1. */
  readonly severity: readonly Knot[];
  /** Deviation at which an episode starts, and below which it ends, basis points. */
  readonly episode: { readonly beginBps: number; readonly endBps: number };
}

/** Version 1: our own numbers, see the README of this package. */
export const DEPEG_V1: DepegConfig = deepFreeze({
  version: 'depeg/1',
  minSupplyUsd: 5e7,
  upward: 0.5,
  severity: [
    [20, 0],
    [50, 0.1],
    [100, 0.3],
    [300, 0.7],
    [1000, 1],
  ],
  episode: { beginBps: 50, endBps: 20 },
});

/** Stablecoin at a moment. */
export interface Stablecoin {
  readonly symbol: string;
  /** Median price of its last 30 minutes, USD; null when unknown. */
  readonly price: number | null;
  /** Total value, USD; null when unknown, and the coin then does not count. */
  readonly supplyUsd: number | null;
}

/** Stablecoin's part in the score. */
export interface Depeg {
  readonly symbol: string;
  /** Counted deviation from the peg, basis points: fully below it, partly above. */
  readonly deviationBps: number;
  /** Severity 0…1. */
  readonly severity: number;
  /** Share in the supply of all coins that count. */
  readonly share: number;
  /** Score 0…100. */
  readonly score: number;
}

/** Period away from the peg. */
export interface DepegEpisode {
  /** First and last observation away from the peg, epoch ms; `end` is null while it lasts. */
  readonly start: number;
  /** Last observation away from the peg, epoch ms; null while it lasts. */
  readonly end: number | null;
  /** Largest counted deviation in basis points, its time, and its severity 0…1. */
  readonly worstBps: number;
  readonly worstAt: number;
  readonly severity: number;
}

function deviation(price: number, { upward }: DepegConfig): number {
  const bps = 1e4 * (price - 1);
  return bps < 0 ? -bps : upward * bps;
}

/**
 * Scores every stablecoin that counts, worst first. The score of the market is that of the first, or 0 for an empty
 * list.
 *
 * @param config parameters. @default DEPEG_V1
 * @throws {UsageError} when a price or supply is not a finite number ≥ 0.
 * @example
 * depegs([{ symbol: 'USDX', price: 0.99, supplyUsd: 1e9 }]).length; // → 1
 */
export function depegs(coins: readonly Stablecoin[], config: DepegConfig = DEPEG_V1): readonly Depeg[] {
  for (const { symbol, price, supplyUsd } of coins) {
    for (const [name, value] of Object.entries({ price, supplyUsd })) {
      if (value !== null && !(value >= 0 && value < Infinity)) {
        throw new UsageError(`"${name}" of ${symbol} expected a finite number ≥ 0, got ${shown(value)}`);
      }
    }
  }
  const severityOf = scoreMap(config.severity);
  const counting = coins.filter(
    (coin): coin is Stablecoin & { readonly supplyUsd: number } =>
      coin.supplyUsd !== null && coin.supplyUsd >= config.minSupplyUsd,
  );
  // Sorted, so that the order of the coins changes no bit.
  const supply = compensatedSum(counting.map(({ supplyUsd }) => supplyUsd).sort((a, b) => a - b));
  return counting
    .flatMap(({ symbol, price, supplyUsd }): Depeg[] => {
      if (price === null) return [];
      const deviationBps = deviation(price, config);
      const severity = severityOf(deviationBps);
      const share = supplyUsd / supply;
      return [{ symbol, deviationBps, severity, share, score: 100 * severity * (0.5 + 0.5 * Math.sqrt(share)) }];
    })
    .sort((a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      if (a.deviationBps !== b.deviationBps) return b.deviationBps - a.deviationBps;
      return a.symbol < b.symbol ? -1 : 1;
    });
}

/**
 * Finds the episodes of a price series, oldest first. An episode starts at the first observation that is `beginBps`
 * away and ends at the last one before the price is within `endBps` again; a gap does not end it, because no return was
 * observed.
 *
 * @param time times, epoch ms, ascending.
 * @param price prices, USD, one per time; NaN when unknown.
 * @param config parameters. @default DEPEG_V1
 * @throws {UsageError} when columns differ in length or times do not ascend.
 * @example
 * const time = [0, 1, 2, 3, 4, 5].map((hour) => hour * HOUR_MS);
 * const [episode] = depegEpisodes(time, [1, 0.99, 0.97, 0.99, 0.999, 1]);
 * [episode.start / HOUR_MS, episode.end! / HOUR_MS, Math.round(episode.worstBps)]; // → [ 1, 3, 300 ]
 */
export function depegEpisodes(
  time: ArrayLike<number>,
  price: ArrayLike<number>,
  config: DepegConfig = DEPEG_V1,
): readonly DepegEpisode[] {
  if (time.length !== price.length) {
    throw new UsageError(`"price" expected ${time.length} values as "time" has, got ${price.length}`);
  }
  const { beginBps, endBps } = config.episode;
  const severityOf = scoreMap(config.severity);
  const episodes: DepegEpisode[] = [];
  let open: { start: number; last: number; worstBps: number; worstAt: number } | undefined;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!;
    if (i > 0 && !(at > time[i - 1]!)) {
      throw new UsageError(`"time[${i}]" expected a number above ${time[i - 1]}, got ${shown(at)}`);
    }
    if (!Number.isFinite(price[i]!)) continue;
    const bps = deviation(price[i]!, config);
    if (open === undefined) {
      if (bps >= beginBps) open = { start: at, last: at, worstBps: bps, worstAt: at };
    } else if (bps <= endBps) {
      const { start, last: end, worstBps, worstAt } = open;
      episodes.push({ start, end, worstBps, worstAt, severity: severityOf(worstBps) });
      open = undefined;
    } else {
      open.last = at;
      if (bps > open.worstBps) [open.worstBps, open.worstAt] = [bps, at];
    }
  }
  if (open === undefined) return episodes;
  const { start, worstBps, worstAt } = open;
  return [...episodes, { start, end: null, worstBps, worstAt, severity: severityOf(worstBps) }];
}
