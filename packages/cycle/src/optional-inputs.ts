/** The optional signals from series that a service or a file may have: levels, rates and supplies over time. */

import { DAY_MS, firstAtOrAfter } from '@barograph/core';
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
}

/** A value older than this is stale. */
const FRESH_MS = 2 * DAY_MS;
const YEAR_DAYS = 365;
const FUNDING_DAYS = 7;

/**
 * Values of the series at a moment; unknown ones are absent.
 *
 * @example
 * const time = Float64Array.from({ length: 100 }, (_, day) => day * DAY_MS);
 * const stablecoins = { time, value: time.map((_, day) => 2e11 + day * 1e8) };
 * optionalInputsAt({ stablecoins }, 99 * DAY_MS).stable90?.value.toFixed(2); // → '4.48'
 */
export function optionalInputsAt(series: OptionalSeries, at: number): OptionalInputs {
  const { dominance, stablecoins, funding, openInterest } = series;
  return {
    ...known(
      'domChg90',
      change(dominance, at, 90, (now, before) => now - before),
    ),
    ...known('stable90', change(stablecoins, at, 90, percentOf)),
    ...known('oiChg7', change(openInterest, at, 7, percentOf)),
    ...known('funding7', meanFunding(funding, at)),
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
