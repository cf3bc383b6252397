/** Optional signals from series that a service or a file may supply: levels, rates and supplies over time. */

import { DAY_MS, firstAtOrAfter, HOUR_MS, MINUTE_MS, usualLevel } from '@barograph/core';
import type { OptionalInputs } from './read.ts';

/** Values over time, ascending; each value is known from its time. */
export interface KnownSeries {
  /** Times, epoch ms. */
  readonly time: Float64Array;
  /** In the unit of the series. */
  readonly value: Float64Array;
}

/** Optional series. A series that is absent leaves its signal unknown. */
export interface OptionalSeries {
  /** BTC dominance, percent. */
  readonly dominance?: KnownSeries;
  /** Market value of stablecoins, USD. @default unknown */
  readonly stablecoins?: KnownSeries;
  /**
   * Mean funding of the large perps, fraction per period; a value holds until the next.
   * @default unknown
   */
  readonly funding?: KnownSeries;
  /** Open interest, USD. @default unknown */
  readonly openInterest?: KnownSeries;
  /**
   * Liquidations in the 24 hours up to each time, USD: one value a day, and the newest.
   * @default unknown
   */
  readonly liquidations?: KnownSeries;
  /**
   * Prices of the largest stablecoins, USD: for each coin one series per venue.
   * @default unknown
   */
  readonly pegs?: readonly (readonly KnownSeries[])[];
}

/** Age above which a value is stale. */
const FRESH_MS = 2 * DAY_MS;
const YEAR_DAYS = 365;
const FUNDING_DAYS = 7;
/** Days that liquidations are compared with. */
const LIQUIDATION_DAYS = 90;
/** Fewest of them for a usual level. */
const LEAST_LIQUIDATION_DAYS = 30;
/** Distance from 1 USD at which a stablecoin is off its peg. */
const OFF_PEG = 0.03;
const PEG_FRESH_MS = 2 * HOUR_MS;

/**
 * Values of the series at a moment; unknown ones are absent.
 *
 * @param at moment of the values, epoch ms.
 * @example
 * const time = Float64Array.from({ length: 100 }, (_, day) => day * DAY_MS);
 * const stablecoins = { time, value: time.map((_, day) => 2e11 + day * 1e8) };
 * optionalInputsAt({ stablecoins }, 99 * DAY_MS).stable90?.value.toFixed(2); // → '4.48'
 */
export function optionalInputsAt(series: OptionalSeries, at: number): OptionalInputs {
  const { dominance, stablecoins, funding, openInterest, liquidations, pegs } = series;
  return {
    ...known(
      'domChg90',
      change(dominance, at, 90, (now, before) => now - before),
    ),
    ...known('stable90', change(stablecoins, at, 90, percentOf)),
    ...known('oiChg7', change(openInterest, at, 7, percentOf)),
    ...known('funding7', meanFunding(funding, at)),
    ...known('liqZ', unusualLiquidations(liquidations, at)),
    ...known('depegMinutes', longestDepeg(pegs, at)),
  };
}

interface Known {
  readonly value: number;
  readonly at: number;
}

function known(name: keyof OptionalInputs, value: Known | undefined): OptionalInputs {
  return value === undefined ? {} : { [name]: value };
}

const percentOf = (now: number, before: number): number => 100 * (now / before - 1);

/** Last value known at a moment, if fresh. */
function lastOf({ time, value }: KnownSeries, at: number): Known | undefined {
  const i = firstAtOrAfter({ time, length: time.length }, at + 1) - 1;
  if (i < 0 || at - time[i]! > FRESH_MS) return undefined;
  return { value: value[i]!, at: time[i]! };
}

function change(
  series: KnownSeries | undefined,
  at: number,
  days: number,
  measure: (now: number, before: number) => number,
): Known | undefined {
  if (series === undefined) return undefined;
  const now = lastOf(series, at);
  const before = now === undefined ? undefined : lastOf(series, now.at - days * DAY_MS);
  if (now === undefined || before === undefined) return undefined;
  const value = measure(now.value, before.value);
  return Number.isFinite(value) ? { value, at: now.at } : undefined;
}

/** Sum of the funding of the last seven days, annualised; unknown when it covers less than six days. */
function meanFunding(series: KnownSeries | undefined, at: number): Known | undefined {
  if (series === undefined) return undefined;
  const { time, value } = series;
  const from = firstAtOrAfter({ time, length: time.length }, at - FUNDING_DAYS * DAY_MS + 1);
  const to = firstAtOrAfter({ time, length: time.length }, at + 1);
  const last = lastOf(series, at);
  if (last === undefined || to - from < 2 || time[to - 1]! - time[from]! < (FUNDING_DAYS - 1) * DAY_MS)
    return undefined;
  let sum = 0;
  for (let i = from; i < to; i++) sum += value[i]!;
  return { value: (100 * sum * YEAR_DAYS) / FUNDING_DAYS, at: last.at };
}

/** Robust z-score of the newest 24 hours against the previous days. */
function unusualLiquidations(series: KnownSeries | undefined, at: number): Known | undefined {
  const last = series === undefined ? undefined : lastOf(series, at);
  if (series === undefined || last === undefined) return undefined;
  const { time, value } = series;
  const before = value.filter(
    (_, i) => time[i]! <= last.at - DAY_MS && time[i]! >= last.at - LIQUIDATION_DAYS * DAY_MS,
  );
  if (before.length < LEAST_LIQUIDATION_DAYS) return undefined;
  const { median, scale } = usualLevel(before);
  return scale > 0 ? { value: (last.value - median) / scale, at: last.at } : undefined;
}

/** Minutes since the first of the latest consecutive prices off the peg; undefined without a fresh price. */
function minutesOff({ time, value }: KnownSeries, at: number): Known | undefined {
  const end = firstAtOrAfter({ time, length: time.length }, at + 1);
  if (end === 0 || at - time[end - 1]! > PEG_FRESH_MS) return undefined;
  let first = end;
  while (first > 0 && Math.abs(value[first - 1]! - 1) >= OFF_PEG) first--;
  return { value: first === end ? 0 : (at - time[first]!) / MINUTE_MS, at: time[end - 1]! };
}

/**
 * Coin that has been off its peg longest; for each coin the venue with the shortest time, because a single price may be
 * wrong.
 */
function longestDepeg(coins: OptionalSeries['pegs'] = [], at: number): Known | undefined {
  const known = coins.flatMap((places) => {
    const [least] = places.flatMap((one) => minutesOff(one, at) ?? []).sort((a, b) => a.value - b.value);
    return least ?? [];
  });
  return known.sort((a, b) => b.value - a.value)[0];
}
