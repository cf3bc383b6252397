/** The signals that the rest of the market gives, day by day: how many coins take part, and how they do against Bitcoin. */

import { DAY_MS, deepFreeze, quantile, UsageError } from '@barograph/core';
import type { CycleSignals } from './signals.ts';

/** Selection and measures of the universe. */
export interface BreadthConfig {
  readonly version: `cycle-breadth/${string}`;
  /** Coins with the largest mean dollar volume that count. */
  readonly coins: number;
  /** Days of that mean. */
  readonly volumeDays: number;
  /** Below so many coins with the inputs a signal is unknown. */
  readonly minCoins: number;
}

/**
 * The 30 largest by dollar volume, since market values are not in bars. Drawn anew every day from the coins that trade
 * that day: history keeps the universe of its time.
 */
export const CYCLE_BREADTH_V1: BreadthConfig = deepFreeze<BreadthConfig>({
  version: 'cycle-breadth/1',
  coins: 30,
  volumeDays: 30,
  minCoins: 8,
});

/** The signals of the universe. */
export type BreadthSignals = Pick<CycleSignals, 'b200' | 'b50' | 'b200Chg30' | 'altRel90' | 'altOut90' | 'ethBtc90'>;

/** A coin's completed day. Leave out stablecoins and wrapped twins. */
export interface CoinDay {
  readonly symbol: string;
  readonly close: number;
  /** close · volume. */
  readonly dollarVolume: number;
}

/** Kept days of a coin; plain JSON, oldest first. */
interface CoinDays {
  readonly lastTime: number;
  /** Closes of its last 200 days. */
  readonly closes: readonly number[];
  readonly dollarVolumes: readonly number[];
}

/** Kept days of the universe; plain JSON. */
export interface UniverseDays {
  readonly time: number | null;
  readonly coins: Readonly<Record<string, CoinDays>>;
  /** `b200` of the last 31 days; null where it was unknown. */
  readonly b200s: readonly (number | null)[];
}

/** Before the first day. */
export const NO_UNIVERSE: UniverseDays = Object.freeze({ time: null, coins: {}, b200s: [] });

const LONG_AVERAGE = 200;
const SHORT_AVERAGE = 50;
const RETURN_DAYS = 90;
const CHANGE_DAYS = 30;
/** A coin without a day for so long is dropped from what is kept. */
const FORGOTTEN_AFTER_MS = 30 * DAY_MS;

/**
 * The universe with one more day.
 *
 * @param coins every coin that has a completed bar of that day, Bitcoin among them.
 * @throws {UsageError} a day that is not after the last.
 */
export function withCoins(
  universe: UniverseDays,
  time: number,
  coins: readonly CoinDay[],
  config: BreadthConfig = CYCLE_BREADTH_V1,
): UniverseDays {
  if (universe.time !== null && time <= universe.time) {
    throw new UsageError(`"time" expected a day after ${universe.time}, got ${time}`);
  }
  const kept: Record<string, CoinDays> = {};
  for (const [symbol, days] of Object.entries(universe.coins)) {
    if (time - days.lastTime <= FORGOTTEN_AFTER_MS) kept[symbol] = days;
  }
  for (const { symbol, close, dollarVolume } of coins) {
    const before = kept[symbol];
    kept[symbol] = {
      lastTime: time,
      closes: [...(before?.closes ?? []).slice(1 - LONG_AVERAGE), close],
      dollarVolumes: [...(before?.dollarVolumes ?? []).slice(1 - config.volumeDays), dollarVolume],
    };
  }
  const next = { time, coins: kept, b200s: universe.b200s };
  const b200 = shareAbove(drawn(next, config), LONG_AVERAGE, config);
  return { ...next, b200s: [...universe.b200s.slice(-CHANGE_DAYS), b200] };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The coins that count today: those that traded, the largest first, ties by symbol. */
function drawn(
  { time, coins }: UniverseDays,
  config: BreadthConfig,
): readonly (CoinDays & { readonly symbol: string })[] {
  return Object.entries(coins)
    .filter(([, days]) => days.lastTime === time)
    .map(([symbol, days]) => ({ symbol, size: sum(days.dollarVolumes) / days.dollarVolumes.length, ...days }))
    .sort((a, b) => (a.size === b.size ? (a.symbol < b.symbol ? -1 : 1) : b.size - a.size))
    .slice(0, config.coins);
}

/** Percent of the coins with enough days whose close is above their average. */
function shareAbove(coins: readonly CoinDays[], days: number, { minCoins }: BreadthConfig): number | null {
  const known = coins.filter(({ closes }) => closes.length >= days);
  if (known.length < minCoins) return null;
  const above = known.filter(({ closes }) => closes.at(-1)! > sum(closes.slice(-days)) / days);
  return (100 * above.length) / known.length;
}

function returnOf(closes: readonly number[] | undefined): number | null {
  const before = closes?.at(-1 - RETURN_DAYS);
  return before === undefined ? null : closes!.at(-1)! / before - 1;
}

/** The signals after the last day. */
export function breadthSignals(universe: UniverseDays, config: BreadthConfig = CYCLE_BREADTH_V1): BreadthSignals {
  const coins = drawn(universe, config);
  const today = ({ lastTime, closes }: CoinDays): readonly number[] | undefined =>
    lastTime === universe.time ? closes : undefined;
  const { BTC, ETH } = universe.coins;
  const btc = BTC === undefined ? null : returnOf(today(BTC));
  const eth = ETH === undefined ? null : returnOf(today(ETH));
  const alts = coins
    .filter(({ symbol }) => symbol !== 'BTC')
    .map(({ closes }) => returnOf(closes))
    .filter((value) => value !== null);
  const isKnown = btc !== null && alts.length >= config.minCoins;
  const b200 = universe.b200s.at(-1) ?? null;
  const before = universe.b200s.length > CHANGE_DAYS ? universe.b200s[0]! : null;
  return {
    b200,
    b50: shareAbove(coins, SHORT_AVERAGE, config),
    b200Chg30: b200 === null || before === null ? null : b200 - before,
    altRel90: isKnown ? quantile(alts, 0.5) - btc : null,
    altOut90: isKnown ? (100 * alts.filter((value) => value > btc).length) / alts.length : null,
    ethBtc90: btc === null || eth === null ? null : (1 + eth) / (1 + btc) - 1,
  };
}
