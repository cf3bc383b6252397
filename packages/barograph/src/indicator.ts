/**
 * Indicators of the catalogue, computed: by this library, by the catalogue itself or by `technicalindicators`. Apart from the
 * main entry, which stays small.
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
  /** Those that differ from the defaults of the entry, by the same names. What counts the bars of a day or a year follows the bars. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Bars of other coins on the same moments, for entries with `peers` or `benchmark`; the first is the benchmark. */
  readonly beside?: PeerBars;
}

/** The function that computes an entry; undefined where nobody does. */
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

/** Time from bar to bar, ms: the smallest, for a gap is longer; undefined of a single bar. */
function stepOf({ time }: IndicatorBars): number | undefined {
  let step = Infinity;
  for (let i = 1; i < time.length; i++) step = Math.min(step, time[i]! - time[i - 1]!);
  return step === Infinity ? undefined : step;
}

/**
 * Parameters that count the bars of a span, as many as these bars take for it.
 *
 * @throws {UsageError} the span holds no two of these bars, and the caller did not say how many to take.
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

/** Checks what the caller said against the entry. */
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
    // Where the default is a whole number of bars, so is every other value.
    if (Number.isInteger(entry.parameters[name]!) && entry.parameters[name]! > 1 && !(value > 0)) {
      throw new UsageError(`"${name}" expected a number above 0, got ${value}`);
    }
  }
  return { ...entry.parameters, ...countsOf(entry, bars, given), ...given };
}

/**
 * Columns of an indicator, each as long as the bars, NaN before the first value; the first column is the indicator.
 *
 * @param slug of the catalogue.
 * @param bars of one coin, oldest first; funding and open interest only where the entry reads them.
 * @returns nothing looks ahead: a value depends on its bar and those before it.
 * @throws {UsageError} an unknown slug, one that nobody computes, a parameter that the entry does not have, bars beside
 * that are missing.
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
 * The start-up of an indicator: its values are computed once more without the first bar, and without as many bars as come
 * before the first value, and compared. A value that is not settled depends on where the bars begin.
 *
 * @param columns values of the same bars and options, where they are computed already.
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
