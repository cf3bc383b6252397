/**
 * Hourly bars of one listing: the coin's price plus a small basis, on the venue's price grid.
 *
 * High and low follow the law of the extremes of a Brownian bridge from open to close, which gives them the relation to
 * the close of a path within the hour. (Drawn separately: their dependence is ignored.)
 *
 * @source I. Karatzas, S. Shreve, "Brownian Motion and Stochastic Calculus", 2nd ed., 4.3.40: maximum of a bridge.
 */

import { candleColumns, CANDLE_COLUMNS, HOUR_MS, sliceCandles, unsafeCandles, type Candles } from '@barograph/core';
import type { Coin } from './coin.ts';
import { PRICE_DIGITS, roundSignificant } from './grid.ts';
import type { ListingConfig } from './listings.ts';
import type { ForcedLaw } from './microstructure.ts';
import type { PushedHour, Pushing } from './pushed-hours.ts';
import { generator, logistic } from './random.ts';
import { grown } from './series.ts';

/** Significant digits of a volume. */
const VOLUME_DIGITS = 7;
/** Hourly scale of the basis between venues, log price, and the share of it that reverts each hour. */
const BASIS_SCALE = 0.00008;
const BASIS_REVERSION = 0.3;
/** Weights of volume: it grows with the size of the hour's move and with the activity of the market. */
const QUIET_SHARE = 0.4;
const MOVE_SHARE = 0.35;
const ACTIVITY_SHARE = 0.25;
const VOLUME_NOISE = 0.18;
/** European and American hours trade more: ±30 %, most at 16:00 UTC. */
const DAY_SWING = 0.3;
const BUSIEST_HOUR = 16;
/** Spread that counts as lively: about the mean of the market factor's regimes. */
const TYPICAL_SPREAD = 0.006;
/** Bound of the two parts above: a thin pair stays thin. */
const MOST = 6;

export interface Hours {
  /** Bars of the listing in the first `hours` hours after the market's start. */
  until(hours: number): Candles;
  /**
   * Hours with forced closes among those computed so far, oldest first; always empty for a listing without positions.
   */
  readonly pushed: readonly PushedHour[];
  /** Forced closes of the hour that opens at `time`, epoch ms; undefined without any. */
  pushedAt(time: number): PushedHour | undefined;
}

/** Forced closes of a perp, and the rest of their pushes. */
export interface HourPushing {
  readonly pushing: Pushing;
  readonly law: ForcedLaw;
}

/** Index of the first hour that opens at `time` or later. */
export function firstPushed(pushed: readonly PushedHour[], time: number): number {
  let [low, high] = [0, pushed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pushed[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Displacement that counts as gone, log price: far below a tick. */
const GONE = 1e-7;

/**
 * Creates the hours of a listing.
 * @param key key of the listing's generators; unique in the market.
 * @param times openings of at least as many hours of the market, epoch ms; `listedAfter` and `delistedAfter` count from the first.
 * @param forced forced closes of a perp with positions; they push the extremes of their hour, and partly its close.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one recurrence over hours; its state is shared by all parts
export function createHours(
  key: string,
  listing: ListingConfig,
  coin: Coin,
  times: (hours: number) => Float64Array,
  forced?: HourPushing,
): Hours {
  const basisNoise = generator(`${key}|basis`);
  const rangeNoise = generator(`${key}|range`);
  const volumeNoise = generator(`${key}|volume`);
  const first = listing.listedAfter / HOUR_MS;
  const last = listing.delistedAfter === null ? Infinity : listing.delistedAfter / HOUR_MS;
  const columns = candleColumns(0);
  let length = 0;
  let basis = 0;
  let previous = 0;
  /** Rest of the pushes of forced closes, log price. */
  let displaced = 0;
  const pushed: PushedHour[] = [];

  const price = (level: number): number =>
    roundSignificant(listing.multiplier * Math.exp(level + basis + displaced), PRICE_DIGITS);

  const volumeOf = (hour: number, close: number, move: number, spread: number): number => {
    const lively = QUIET_SHARE + MOVE_SHARE * Math.min(MOST, move) + ACTIVITY_SHARE * Math.min(MOST, spread);
    const daily = 1 + DAY_SWING * Math.cos((2 * Math.PI * (hour - BUSIEST_HOUR)) / 24);
    const noise = Math.min(MOST, Math.exp(VOLUME_NOISE * logistic(volumeNoise)));
    const base = ((listing.quoteVolume / 24) * lively * daily * noise) / close;
    return base === 0 ? 0 : roundSignificant(base, VOLUME_DIGITS);
  };

  const pushHour = ({ pushing, law }: HourPushing, i: number): void => {
    const [time, open, high, low] = [columns.time[i]!, columns.open[i]!, columns.high[i]!, columns.low[i]!];
    const after = pushing.push({ time, open, high, low });
    if (after === undefined) return;
    const kept = law.kept * (after.up - after.down);
    const close = roundSignificant(columns.close[i]! * Math.exp(kept), PRICE_DIGITS);
    displaced += kept;
    const forcedVolume = after.closed.reduce((sum, { size }) => sum + size, 0);
    columns.close[i] = close;
    columns.high[i] = Math.max(after.high, close);
    columns.low[i] = Math.min(after.low, close);
    columns.volume[i] = roundSignificant(columns.volume[i]! + forcedVolume, VOLUME_DIGITS);
    pushed.push({ time, closed: after.closed, down: after.down, up: after.up });
  };

  const extend = (hours: number): void => {
    const needed = Math.max(0, Math.min(hours, last) - first);
    if (needed <= length) return;
    for (const column of CANDLE_COLUMNS) {
      columns[column] = column === 'time' ? times(first + needed).subarray(first) : grown(columns[column], needed);
    }
    coin.extend(first + needed);
    // The first bar opens at the coin's price one hour earlier, or at the end of its first hour.
    if (length === 0) previous = price(coin.level[Math.max(0, first - 1)]!);
    for (let i = length; i < needed; i++) {
      const spread = coin.spread[first + i]!;
      basis += BASIS_SCALE * logistic(basisNoise) - BASIS_REVERSION * basis;
      if (forced !== undefined) displaced = Math.abs(displaced) < GONE ? 0 : displaced * (1 - forced.law.recovery);
      const open = previous;
      const close = price(coin.level[first + i]!);
      const move = Math.log(close / open);
      const width = 2 * spread * spread;
      const rise = (move + Math.sqrt(move * move - width * Math.log(rangeNoise()))) / 2;
      const fall = (move - Math.sqrt(move * move - width * Math.log(rangeNoise()))) / 2;
      columns.open[i] = open;
      columns.high[i] = Math.max(open, close, roundSignificant(open * Math.exp(rise), PRICE_DIGITS));
      columns.low[i] = Math.min(open, close, roundSignificant(open * Math.exp(fall), PRICE_DIGITS));
      columns.close[i] = close;
      const relative = spread === 0 ? 0 : Math.abs(move) / spread;
      columns.volume[i] = volumeOf(first + i, close, relative, spread / TYPICAL_SPREAD);
      if (forced !== undefined) pushHour(forced, i);
      previous = columns.close[i]!;
    }
    length = needed;
  };

  return {
    pushed,
    pushedAt: (time) => {
      const at = pushed[firstPushed(pushed, time)];
      return at?.time === time ? at : undefined;
    },
    until: (hours) => {
      extend(hours);
      const traded = Math.max(0, Math.min(hours, last) - first);
      return sliceCandles(unsafeCandles(columns), 0, Math.min(traded, length));
    },
  };
}
