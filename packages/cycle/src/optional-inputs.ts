/** The optional signals from series that a service or a file may have: levels, rates and supplies over time. */

import { DAY_MS, firstAtOrAfter, HOUR_MS, MINUTE_MS, usualLevel } from '@barograph/core';
import type { OptionalInputs } from './read.ts';

/** Values over time, ascending; as of each time the value is known. */
export interface KnownSeries {
  /** Epoch ms. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Optional series. */
export interface OptionalSeries {
  /** BTC dominance, percent. */
  readonly dominance?: KnownSeries;
  /** Market value of the stablecoins, USD. */
  readonly stablecoins?: KnownSeries;
  /** Funding of the large perps, mean, as a fraction per period; a value holds until the next. */
  readonly funding?: KnownSeries;
  /** Open interest, USD. */
  readonly openInterest?: KnownSeries;
  /** Positions closed by force within the 24 hours up to each time, USD: a value a day, and the newest. */
  readonly liquidations?: KnownSeries;
  /** Prices of the largest stablecoins, USD: of each coin a series for each place that states one. */
  readonly pegs?: readonly (readonly KnownSeries[])[];
}

/** A value older than this is stale. */
const FRESH_MS = 2 * DAY_MS;
const YEAR_DAYS = 365;
const FUNDING_DAYS = 7;
/** Days that liquidations are compared with, and how many of them say what is usual. */
const LIQUIDATION_DAYS = 90;
const LEAST_LIQUIDATION_DAYS = 30;
/** A stablecoin that is so far from 1 USD is off its peg; an older price says nothing of now. */
const OFF_PEG = 0.03;
const PEG_FRESH_MS = 2 * HOUR_MS;

/**
 * Values of the series at a moment; unknown ones are absent.
 *
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

/** The last value known at a moment, if it is fresh. */
function lastOf({ time, value }: KnownSeries, at: number): Known | undefined {
  const i = firstAtOrAfter({ time, length: time.length }, at + 1) - 1;
  if (i < 0 || at - time[i]! > FRESH_MS) return undefined;
  return { value: value[i]!, at: time[i]! };
}

function change(
  series: KnownSeries | undefined,
  at: number,
  days: number,
  of: (now: number, before: number) => number,
): Known | undefined {
  if (series === undefined) return undefined;
  const now = lastOf(series, at);
  const before = now === undefined ? undefined : lastOf(series, now.at - days * DAY_MS);
  if (now === undefined || before === undefined) return undefined;
  const value = of(now.value, before.value);
  return Number.isFinite(value) ? { value, at: now.at } : undefined;
}

/** Funding of the last seven days, summed and taken for a year; unknown where less than six days of it are there. */
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

/** Robust z of the newest 24 hours against those of the days before it. */
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

/** Minutes since the first of the prices that are all off the peg up to the newest one; undefined without a fresh price. */
function minutesOff({ time, value }: KnownSeries, at: number): Known | undefined {
  const end = firstAtOrAfter({ time, length: time.length }, at + 1);
  if (end === 0 || at - time[end - 1]! > PEG_FRESH_MS) return undefined;
  let first = end;
  while (first > 0 && Math.abs(value[first - 1]! - 1) >= OFF_PEG) first--;
  return { value: first === end ? 0 : (at - time[first]!) / MINUTE_MS, at: time[end - 1]! };
}

/** The coin that has been off its peg for longest; of several places the one that says the least, for one price may be wrong. */
function longestDepeg(coins: OptionalSeries['pegs'] = [], at: number): Known | undefined {
  const known = coins.flatMap((places) => {
    const [least] = places.flatMap((one) => minutesOff(one, at) ?? []).sort((a, b) => a.value - b.value);
    return least ?? [];
  });
  return known.sort((a, b) => b.value - a.value)[0];
}
