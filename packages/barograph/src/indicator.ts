/**
 * Computes indicators of the catalogue: by this library, the catalogue itself or `technicalindicators`. Separate from the
 * main entry to keep that small.
 */

import { COMPUTATIONS, type ComputedColumns, type IndicatorBars, type PeerBars } from '@barograph/catalogue/compute';
import { INDICATORS, type Indicator } from '@barograph/catalogue';
import { DAY_MS, UsageError } from '@barograph/core';
import { OF_BAROGRAPH, type Adapter } from './indicator-engines.ts';
import { OF_TECHNICALINDICATORS } from './indicator-peers.ts';
import { peersWithoutFirst, startOf, withoutFirst, type IndicatorStart } from './indicator-start.ts';

export { INDICATORS, type Indicator } from '@barograph/catalogue';
export type { IndicatorStart } from './indicator-start.ts';
export type { ComputedColumns, IndicatorBars, PeerBars } from '@barograph/catalogue/compute';

const BY_SLUG: ReadonlyMap<string, Indicator> = new Map(INDICATORS.map((entry) => [entry.slug, entry]));

/** Options of {@link indicator}. */
export interface IndicatorOptions {
  /** Overrides of the entry's defaults, by name. Counts of bars per day or year follow the bars' interval. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Bars of other coins at the same times, for entries with `peers` or `benchmark`; the first coin is the benchmark. */
  readonly beside?: PeerBars;
}

/** Function that computes an entry; undefined without an implementation. */
function adapterOf({ slug, implementedBy }: Indicator): Adapter | undefined {
  switch (implementedBy.by) {
    case 'catalogue':
      return (bars, parameters, beside) => COMPUTATIONS[slug]!.compute(bars, parameters, beside);
    case 'barograph':
      return OF_BAROGRAPH[slug];
    case 'technicalindicators':
      return OF_TECHNICALINDICATORS[slug];
    case 'none':
      return undefined;
  }
}

const SPAN_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** Smallest distance between bars, ms (gaps are longer); undefined for a single bar. */
function stepOf({ time }: IndicatorBars): number | undefined {
  let step = Infinity;
  for (let i = 1; i < time.length; i++) step = Math.min(step, time[i]! - time[i - 1]!);
  return step === Infinity ? undefined : step;
}

/**
 * Values of parameters that count the bars of a time span, for the interval of these bars.
 *
 * @throws {UsageError} when the span holds fewer than two bars and the caller did not set the parameter.
 */
function countsOf(
  { slug, counts = {} }: Indicator,
  bars: IndicatorBars,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const step = stepOf(bars);
  if (step === undefined) return {};
  const left = Object.entries(counts).filter(([name]) => !Object.hasOwn(given, name));
  return Object.fromEntries(
    left.map(([name, span]) => {
      const count = (SPAN_DAYS[span] * DAY_MS) / step;
      if (count >= 2) return [name, span === 'year' ? count : Math.round(count)];
      const long = `${step / DAY_MS} days`;
      throw new UsageError(`"bars" of ${slug}: expected two or more in a ${span}, got bars of ${long}; say "${name}"`);
    }),
  );
}

/** Checks the caller's parameters against the entry. @throws {UsageError} when a parameter is unknown or invalid. */
function parametersOf(
  entry: Indicator,
  bars: IndicatorBars,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(entry.parameters, name)) {
      const names = Object.keys(entry.parameters).join(', ');
      throw new UsageError(`"parameters" of ${entry.slug}: expected ${names === '' ? 'none' : names}, got ${name}`);
    }
    if (!Number.isFinite(value)) throw new UsageError(`"${name}" expected a finite number, got ${value}`);
    // A parameter whose default is a whole number of bars must be a whole number.
    if (Number.isInteger(entry.parameters[name]!) && entry.parameters[name]! > 1 && !(value > 0)) {
      throw new UsageError(`"${name}" expected a number above 0, got ${value}`);
    }
  }
  return { ...entry.parameters, ...countsOf(entry, bars, given), ...given };
}

/**
 * Computes an indicator of the catalogue. Nothing looks ahead: a value depends on its bar and earlier bars.
 *
 * @param slug name in the catalogue.
 * @param bars bars of one coin, oldest first; funding and open interest only when the entry reads them.
 * @returns columns as long as the bars, NaN before the first value; the first column is the indicator.
 * @throws {UsageError} when the slug is unknown or not computed, a parameter is unknown, or peer bars are missing.
 * @example
 * const { supertrend, direction } = indicator('supertrend', bars, { parameters: { k: 2 } });
 * [supertrend!.length, supertrend![259]!.toFixed(2), direction![259]]; // → [ 260, '102.12', 1 ]
 */
export function indicator(slug: string, bars: IndicatorBars, options: IndicatorOptions = {}): ComputedColumns {
  const entry = BY_SLUG.get(slug);
  if (entry === undefined) throw new UsageError(`"slug" expected one of the catalogue, got ${slug}`);
  const adapter = adapterOf(entry);
  if (adapter === undefined) {
    const reason = entry.implementedBy.by === 'none' ? entry.implementedBy.reason : 'nobody computes it';
    throw new UsageError(`${slug} is not computed: it ${reason}`);
  }
  const { parameters = {}, beside } = options;
  if (beside === undefined && entry.inputs.some((input) => input === 'peers' || input === 'benchmark')) {
    throw new UsageError(`"beside" expected bars of other coins, which ${slug} reads, got none`);
  }
  return adapter(bars, parametersOf(entry, bars, parameters), beside);
}

/**
 * Measures an indicator's start-up: recomputes it without the first bar, and without as many bars as precede the first
 * value, and compares. A value that has not settled depends on where the bars begin.
 *
 * @param columns precomputed values for the same bars and options.
 * @throws {UsageError} as {@link indicator}.
 * @example
 * const { lookback, settledFrom } = indicatorStart('simple-moving-average', bars);
 * [lookback, settledFrom]; // → [ 19, 19 ]
 */
export function indicatorStart(
  slug: string,
  bars: IndicatorBars,
  options: IndicatorOptions = {},
  columns: ComputedColumns = indicator(slug, bars, options),
): IndicatorStart {
  const { beside, ...rest } = options;
  return startOf(columns, (count) =>
    indicator(slug, withoutFirst(bars, count), {
      ...rest,
      ...(beside === undefined ? {} : { beside: peersWithoutFirst(beside, count) }),
    }),
  );
}
