/** Daily signals of the rest of the market: how many coins participate, and how they perform against Bitcoin. */

import { DAY_MS, deepFreeze, quantile, UsageError, type BreaksConfig } from '@barograph/core';
import type { CycleSignals } from './signals.ts';

/** Usual distance between the signals of different universes, in the unit of each signal. */
export type BreadthNoise = Readonly<Record<Exclude<keyof BreadthSignals, 'ethBtc90'>, number>>;

/** Selection and measures of the universe. */
export interface BreadthConfig {
  readonly version: `cycle-breadth/${string}`;
  /** Number of coins, by largest mean dollar volume. */
  readonly coins: number;
  /** Days of the volume mean. */
  readonly volumeDays: number;
  /** Fewest coins with the inputs; below it a signal is unknown. */
  readonly minCoins: number;
  /** Fewest days for a coin to be selected, 1…200. @default 1 */
  readonly minDays?: number;
  /**
   * Days in a row without a bar after which a coin is dead and no longer selected; until then it keeps its last close
   * and trades nothing. Absent in version 1: a coin without a bar is not selected that day, and its days are not
   * filled.
   */
  readonly silentDays?: number;
  /**
   * Rule of breaks of a coin's days. With it a day at the previous close without a trade counts as a day without a bar,
   * and a coin whose day lies entirely above `maxJump` times the previous close, or below its inverse, is another coin
   * and restarts. Absent in versions 1 and 2: every bar counts.
   */
  readonly breaks?: Pick<BreaksConfig, 'maxJump'>;
  /**
   * Usual distance between the signals of this universe and of others; see `breadthDoubt`.
   * @default unknown: no other universe is considered
   */
  readonly noise?: BreadthNoise;
}

/**
 * Version 1: the 30 largest by dollar volume, since bars contain no market values. Selected again every day from the
 * coins that trade, so that history uses the universe of its time.
 */
export const CYCLE_BREADTH_V1: BreadthConfig = deepFreeze<BreadthConfig>({
  version: 'cycle-breadth/1',
  coins: 30,
  volumeDays: 30,
  minCoins: 8,
});

/**
 * Version 2: the 30 largest by dollar volume among the coins with 91 days, which a 90-day return needs: a new listing
 * changes nothing in its first quarter. A coin that stops trading keeps its last close for a week. The noise is the
 * median, over five other universes, of the median distance of a day
 * (`packages/lab/studies/cycle-universes.evidence.ts`).
 */
export const CYCLE_BREADTH_V2: BreadthConfig = deepFreeze<BreadthConfig>({
  ...CYCLE_BREADTH_V1,
  version: 'cycle-breadth/2',
  minDays: 91,
  silentDays: 7,
  noise: { b200: 4, b50: 3.5, b200Chg30: 4.5, altRel90: 0.04, altOut90: 7 },
});

/** Version 3: days without a trade count as days without a bar, and another coin under an old ticker restarts. */
export const CYCLE_BREADTH_V3: BreadthConfig = deepFreeze<BreadthConfig>({
  ...CYCLE_BREADTH_V2,
  version: 'cycle-breadth/3',
  breaks: { maxJump: 5 },
});

/** Universe behind a read. */
export interface CycleUniverse {
  /** Coins that counted on the last day, including Bitcoin. */
  readonly n: number;
  /** Selection rule in words. */
  readonly rule: string;
  readonly version: BreadthConfig['version'];
}

/**
 * Describes the selection rule of a config.
 * @returns one sentence in English.
 *
 * @example
 * universeRule(CYCLE_BREADTH_V3).length > 0; // → true
 */
export function universeRule({ coins, volumeDays, minDays = 1, silentDays, breaks }: BreadthConfig): string {
  const largest = `the ${coins} coins with the largest mean dollar volume of ${volumeDays} days`;
  const young = minDays > 1 ? `, of those with ${minDays} days or more` : '';
  const bar = breaks === undefined ? 'a bar' : 'a trade';
  const dead =
    silentDays === undefined ? `without ${bar} on the day` : `without ${bar} for more than ${silentDays} days`;
  return `${largest}${young}, drawn anew every day; without pegged coins and those ${dead}`;
}

/** Signals of the universe. */
export type BreadthSignals = Pick<CycleSignals, 'b200' | 'b50' | 'b200Chg30' | 'altRel90' | 'altOut90' | 'ethBtc90'>;

/** Complete day of a coin. Exclude stablecoins and wrapped twins. */
export interface CoinDay {
  readonly symbol: string;
  readonly close: number;
  /** Dollar volume, close · volume. */
  readonly dollarVolume: number;
  /** High of the day; without the range, changes of scale are not detected. */
  readonly high?: number;
  /** Low of the day; absent with `high`. */
  readonly low?: number;
}

/**
 * Treatment of a coin's day: add it, ignore it as no bar, or restart the coin.
 *
 * @param before last close of the coin; undefined before its first day, which is also ignored while nothing trades.
 */
export function dayFate(
  day: CoinDay,
  before: number | undefined,
  { breaks }: BreadthConfig,
): 'add' | 'silent' | 'anew' {
  const { close, dollarVolume, high, low } = day;
  if (breaks !== undefined) {
    const isStill = before === undefined ? high !== undefined && high === low : close === before;
    if (dollarVolume === 0 && isStill) return 'silent';
    if (before !== undefined && high !== undefined && low !== undefined) {
      if (low > breaks.maxJump * before || high < before / breaks.maxJump) return 'anew';
    }
  }
  return before === undefined ? 'anew' : 'add';
}

/** Stored days of a coin, oldest first; plain JSON. */
interface CoinDays {
  /** Open of the last day, epoch ms. */
  readonly lastTime: number;
  /** Closes of its last 200 days. */
  readonly closes: readonly number[];
  /** Close · volume of each day, USD. */
  readonly dollarVolumes: readonly number[];
}

/** Stored days of the universe; plain JSON. */
export interface UniverseDays {
  readonly time: number | null;
  readonly coins: Readonly<Record<string, CoinDays>>;
  /** `b200` of the last 31 days; null where unknown. */
  readonly b200s: readonly (number | null)[];
}

/** Universe before the first day. */
export const NO_UNIVERSE: UniverseDays = Object.freeze({ time: null, coins: {}, b200s: [] });

/** Lengths of the measures, days. */
export const BREADTH_DAYS: Readonly<
  Record<'longAverage' | 'shortAverage' | 'returnDays' | 'changeDays' | 'forgottenAfter', number>
> = Object.freeze({
  longAverage: 200,
  shortAverage: 50,
  returnDays: 90,
  changeDays: 30,
  /** Days without a bar after which a coin is removed from the stored state. */
  forgottenAfter: 30,
});

const {
  longAverage: LONG_AVERAGE,
  shortAverage: SHORT_AVERAGE,
  returnDays: RETURN_DAYS,
  changeDays: CHANGE_DAYS,
  forgottenAfter: FORGOTTEN_AFTER_DAYS,
} = BREADTH_DAYS;

/**
 * Adds a day to the universe.
 *
 * @param time open of the day, epoch ms.
 * @param coins every coin with a complete bar of that day, including Bitcoin.
 * @param config parameters. @default CYCLE_BREADTH_V3
 * @throws {UsageError} when the day is not after the last.
 * @example
 * const universe = withCoins(NO_UNIVERSE, 0, [{ symbol: 'BTC', close: 60_000, dollarVolume: 2e9 }]);
 * Object.keys(universe.coins); // → [ 'BTC' ]
 * withCoins(universe, 0, []); // → UsageError: "time" expected a day after 0, got 0
 */
export function withCoins(
  universe: UniverseDays,
  time: number,
  coins: readonly CoinDay[],
  config: BreadthConfig = CYCLE_BREADTH_V3,
): UniverseDays {
  if (universe.time !== null && time <= universe.time) {
    throw new UsageError(`"time" expected a day after ${universe.time}, got ${time}`);
  }
  const kept: Record<string, CoinDays> = {};
  const add = (symbol: string, lastTime: number, close: number, dollarVolume: number): void => {
    const before = kept[symbol];
    kept[symbol] = {
      lastTime,
      closes: [...(before?.closes ?? []), close].slice(-LONG_AVERAGE),
      dollarVolumes: [...(before?.dollarVolumes ?? []), dollarVolume].slice(-config.volumeDays),
    };
  };
  for (const [symbol, days] of Object.entries(universe.coins)) {
    if (silence(days, time) <= FORGOTTEN_AFTER_DAYS) kept[symbol] = days;
  }
  for (const coin of coins) {
    const { symbol, close, dollarVolume } = coin;
    const fate = dayFate(coin, kept[symbol]?.closes.at(-1), config);
    if (fate === 'silent') continue;
    if (fate === 'anew') delete kept[symbol];
    add(symbol, time, close, dollarVolume);
  }
  if (config.silentDays !== undefined) {
    for (const [symbol, { lastTime, closes }] of Object.entries(kept)) {
      if (lastTime < time) add(symbol, lastTime, closes.at(-1)!, 0);
    }
  }
  const next = { time, coins: kept, b200s: universe.b200s };
  const b200 = shareAbove(drawn(next, config), LONG_AVERAGE, config);
  return { ...next, b200s: [...universe.b200s.slice(-CHANGE_DAYS), b200] };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Days since the last bar of a coin. */
const silence = ({ lastTime }: CoinDays, time: number): number => (time - lastTime) / DAY_MS;

/** Coins that count today: those that trade and are old enough, largest first, ties by symbol. */
function drawn(
  { time, coins }: UniverseDays,
  config: BreadthConfig,
): readonly (CoinDays & { readonly symbol: string })[] {
  const { minDays = 1, silentDays = 0 } = config;
  return Object.entries(coins)
    .filter(([, days]) => silence(days, time!) <= silentDays && days.closes.length >= minDays)
    .map(([symbol, days]) => ({ symbol, size: sum(days.dollarVolumes) / days.dollarVolumes.length, ...days }))
    .sort((a, b) => (a.size === b.size ? (a.symbol < b.symbol ? -1 : 1) : b.size - a.size))
    .slice(0, config.coins);
}

/** Share of the coins with enough days whose close is above their average, percent. */
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

/**
 * Computes the signals after the last day.
 *
 * @param config parameters. @default CYCLE_BREADTH_V3
 * @example
 * const symbols = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'LINK', 'LTC', 'DOT', 'DOGE', 'AVAX'];
 * const days = marketDays(bars, symbols.map((symbol) => ({ symbol, daily: bars })));
 * const universe = days.reduce((before, { btc, coins }) => withCoins(before, btc.time, coins), NO_UNIVERSE);
 * const { b200, b50, altRel90 } = breadthSignals(universe);
 * [b200, b50, altRel90]; // → [ 100, 100, 0 ]
 */
export function breadthSignals(universe: UniverseDays, config: BreadthConfig = CYCLE_BREADTH_V3): BreadthSignals {
  const coins = drawn(universe, config);
  const today = (days: CoinDays): readonly number[] | undefined =>
    silence(days, universe.time!) <= (config.silentDays ?? 0) ? days.closes : undefined;
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

/**
 * Describes the universe after the last day.
 *
 * @param config parameters. @default CYCLE_BREADTH_V3
 * @example
 * universeOf(NO_UNIVERSE).n; // → 0
 */
export function universeOf(universe: UniverseDays, config: BreadthConfig = CYCLE_BREADTH_V3): CycleUniverse {
  return { n: drawn(universe, config).length, rule: universeRule(config), version: config.version };
}
