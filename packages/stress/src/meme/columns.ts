/** Meme regime of every day of a series in columns, equal to the tracker's result for each day. */

import {
  areWholeBars,
  barAt,
  DAY_MS,
  givenColumn,
  hasBreaks,
  rollingMax,
  rollingRank,
  rollingSum,
  type Candles,
} from '@barograph/core';
import { garmanKlass, notional30, VOLATILITY_REGIME_V1 } from '@barograph/volatility';
import { RV_GK_30 } from './activity.ts';
import { checkMemeConfig, MEME_V2, type MemeConfig } from './config.ts';
import { extensionPct, SMA_DAYS } from './features.ts';
import { nextMemeRegime, type MemeFeatures, type MemeRegime } from './regime.ts';
import { createMemeTracker } from './tracker.ts';

/** Numeric columns, one row per day, NaN where unknown; see `MemeFeatures`. */
export interface MemeNumbers extends Readonly<Record<keyof MemeFeatures, Float64Array>> {
  /** Complete days in the regime, including the day of the change. */
  readonly daysInRegime: Float64Array;
}

/** {@link MemeNumbers}, and the regimes of the days; null until defined. */
export interface MemeColumns extends MemeNumbers {
  readonly regime: readonly (MemeRegime | null)[];
  /** Previous regime; null while the initial regime lasts. */
  readonly prevRegime: readonly (MemeRegime | null)[];
}

/**
 * Computes the meme regime of every complete day: each row equals that of {@link memeDays}, to the bit.
 *
 * @param daily complete UTC days, oldest first; volume in base units.
 * @param config parameters. @default MEME_V2
 * @param into columns to fill, one row per day, not those of the days; a previous result may be reused. Regimes are new
 * lists. @default new columns
 * @returns one row per day. A day changed the regime when `daysInRegime` is 1 and `prevRegime` is not null.
 * @throws {UsageError} when the config is invalid, a bar is not a full UTC day, or a column has another length.
 * @example
 * const { regime, daysInRegime } = memeColumns(bars);
 * [regime[0], regime[259], daysInRegime[259]]; // → [ null, 'bleeding', 223 ]
 */
export function memeColumns(daily: Candles, config: MemeConfig = MEME_V2, into?: MemeNumbers): MemeColumns {
  checkMemeConfig(config);
  if (!areWholeBars(daily, 'day')) refuse(daily, config);
  const { close, length } = daily;
  const column = (field: keyof MemeNumbers): Float64Array => givenColumn(`into.${field}`, length, into?.[field]);
  if (config.breaks !== undefined && hasBreaks(daily, config.breaks)) return brokenColumns(daily, config, column);
  const extension = rollingSum(close, SMA_DAYS, {}, column('sma20ExtensionPct'));
  for (let i = 0; i < length; i++) extension[i] = extensionPct(close[i]!, extension[i]! / SMA_DAYS);
  const shareOfHigh = rollingMax(close, config.highDays, { minCount: 1 }, column('shareOfHigh'));
  for (let i = 0; i < length; i++) shareOfHigh[i] = close[i]! / shareOfHigh[i]!;
  const numbers = {
    ret1d: fillReturns(daily, 1, column('ret1d')),
    ret7d: fillReturns(daily, 7, column('ret7d')),
    ret30d: fillReturns(daily, 30, column('ret30d')),
    volSpike: fillSpikes(daily, column('volSpike')),
    volPctile30: fillVolatilityRanks(daily, column('volPctile30')),
    sma20ExtensionPct: extension,
    extensionMax: fillHighest(extension, config.extensionDays, column('extensionMax')),
    shareOfHigh,
    daysInRegime: column('daysInRegime'),
  };
  return { ...numbers, ...regimesOf(numbers, config) };
}

/** Refuses invalid days. @throws {UsageError} the tracker's error for the first invalid day. */
function refuse(daily: Candles, config: MemeConfig): void {
  const tracker = createMemeTracker(config);
  for (let i = 0; i < daily.length; i++) tracker.day(barAt(daily, i));
}

/** Columns of days with breaks, from the tracker. */
function brokenColumns(
  daily: Candles,
  config: MemeConfig,
  column: (field: keyof MemeNumbers) => Float64Array,
): MemeColumns {
  const numbers = {
    ret1d: column('ret1d'),
    ret7d: column('ret7d'),
    ret30d: column('ret30d'),
    volSpike: column('volSpike'),
    volPctile30: column('volPctile30'),
    sma20ExtensionPct: column('sma20ExtensionPct'),
    extensionMax: column('extensionMax'),
    shareOfHigh: column('shareOfHigh'),
    daysInRegime: column('daysInRegime'),
  };
  const tracker = createMemeTracker(config);
  const days = Array.from({ length: daily.length }, (_, i) => tracker.day(barAt(daily, i)));
  for (const [name, values] of Object.entries(numbers)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
    days.forEach((day, i) => (values[i] = day[name as keyof MemeNumbers] ?? NaN));
  }
  return { ...numbers, regime: days.map(({ regime }) => regime), prevRegime: days.map(({ prevRegime }) => prevRegime) };
}

/** Fills returns in percent against the close exactly `days` days earlier. */
function fillReturns({ time, close }: Candles, days: number, returns: Float64Array): Float64Array {
  let before = 0;
  for (let i = 0; i < returns.length; i++) {
    const wanted = time[i]! - days * DAY_MS;
    while (time[before]! < wanted) before++;
    returns[i] = time[before] === wanted ? 100 * (close[i]! / close[before]! - 1) : NaN;
  }
  return returns;
}

/** Fills the notional of each day over the mean of the settled days before it. */
function fillSpikes(daily: Candles, spikes: Float64Array): Float64Array {
  const { close, volume } = daily;
  const means = notional30(daily);
  for (let i = 0; i < spikes.length; i++) {
    const usual = i === 0 ? NaN : means[i - 1]!;
    spikes[i] = usual === 0 ? NaN : (close[i]! * volume[i]!) / usual;
  }
  return spikes;
}

/** Ranks the days with a volatility among themselves. */
function fillVolatilityRanks(daily: Candles, ranks: Float64Array): Float64Array {
  const { days, minDays } = VOLATILITY_REGIME_V1.percentile;
  const volatility = garmanKlass(daily, RV_GK_30);
  const known = new Float64Array(volatility.length);
  let count = 0;
  for (const value of volatility) if (!Number.isNaN(value)) known[count++] = value;
  const ofKnown = rollingRank(known.subarray(0, count), days, { minCount: minDays });
  for (let i = 0, at = 0; i < ranks.length; i++) ranks[i] = Number.isNaN(volatility[i]!) ? NaN : ofKnown[at++]!;
  return ranks;
}

/** Fills the largest extension of the last days, once there is one. */
function fillHighest(extension: Float64Array, days: number, highest: Float64Array): Float64Array {
  const from = Math.min(SMA_DAYS - 1, extension.length);
  highest.fill(NaN, 0, from);
  rollingMax(extension.subarray(from), days, { minCount: 1 }, highest.subarray(from));
  return highest;
}

/** Computes the regimes of the days; fills the days in each. */
function regimesOf(numbers: MemeNumbers, config: MemeConfig): Pick<MemeColumns, 'regime' | 'prevRegime'> {
  const { ret1d, ret7d, ret30d, volSpike, volPctile30, sma20ExtensionPct, extensionMax, shareOfHigh } = numbers;
  const regimes: (MemeRegime | null)[] = [];
  const previous: (MemeRegime | null)[] = [];
  let regime: MemeRegime | null = null;
  let before: MemeRegime | null = null;
  let days = NaN;
  for (let i = 0; i < ret1d.length; i++) {
    const next = nextMemeRegime(
      regime,
      {
        ret1d: ret1d[i]!,
        ret7d: ret7d[i]!,
        ret30d: ret30d[i]!,
        volSpike: volSpike[i]!,
        volPctile30: volPctile30[i]!,
        sma20ExtensionPct: sma20ExtensionPct[i]!,
        extensionMax: extensionMax[i]!,
        shareOfHigh: shareOfHigh[i]!,
      },
      config,
    );
    if (next !== regime) before = regime;
    days = next === null ? NaN : next === regime ? days + 1 : 1;
    regime = next;
    regimes.push(regime);
    previous.push(before);
    numbers.daysInRegime[i] = days;
  }
  return { regime: regimes, prevRegime: previous };
}
