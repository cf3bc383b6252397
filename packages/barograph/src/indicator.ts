/**
 * Indicators of the catalogue, computed: by this library, by the catalogue itself or by `technicalindicators`. Apart from the
 * main entry, which stays small.
 */

import { COMPUTATIONS, type ComputedColumns, type IndicatorBars, type PeerBars } from '@barograph/catalogue/compute';
import { INDICATORS, type Indicator } from '@barograph/catalogue';
import { UsageError } from '@barograph/core';
import { OF_BAROGRAPH, type Adapter } from './indicator-engines.ts';
import { OF_TECHNICALINDICATORS } from './indicator-peers.ts';

export { INDICATORS, type Indicator } from '@barograph/catalogue';
export type { ComputedColumns, IndicatorBars, PeerBars } from '@barograph/catalogue/compute';

const BY_SLUG: ReadonlyMap<string, Indicator> = new Map(INDICATORS.map((entry) => [entry.slug, entry]));

/** Options of {@link indicator}. */
export interface IndicatorOptions {
  /** Those that differ from the defaults of the entry, by the same names. */
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

/** Checks what the caller said against the entry. */
function parametersOf(entry: Indicator, given: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
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
  return { ...entry.parameters, ...given };
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
  return adapter(bars, parametersOf(entry, parameters), beside);
}
