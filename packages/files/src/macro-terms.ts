/** Macro series by name: plausible values, and their columns in files. */

import { DAY_MS, deepFreeze } from '@barograph/core';
import type { Publication } from './publication.ts';

/** Plausible values of a series. */
export interface MacroTerms {
  /** Percent per year, or a level. */
  readonly unit: 'percent' | 'level';
  /** Minimum and maximum accepted value, beyond anything seen since 1971. */
  readonly range: readonly [low: number, high: number];
  /** Publication rule of a file whose column has exactly this name. */
  readonly publication: Publication;
}

/** Names of macro series, in order. */
export const FILE_MACRO_NAMES = [
  'dollar_index',
  'broad_dollar',
  'eur_usd',
  'gold_usd',
  'us_3m',
  'us_2y',
  'us_5y',
  'us_10y',
  'us_30y',
  'fed_funds',
  'nasdaq100',
  'sp500',
  'vix',
] as const;
/** Name of a macro series in a file. */
export type FileMacroName = (typeof FILE_MACRO_NAMES)[number];

/** Terms of all series. */
export interface MacroTermsConfig {
  readonly version: `macro-terms/${string}`;
  readonly series: Readonly<Record<FileMacroName, MacroTerms>>;
}

/**
 * Version 1. The minimum of the yields is above the same yields written as fractions, which are therefore refused. That is not
 * possible for short rates, which were near zero for years.
 */
export const MACRO_TERMS_V1: MacroTermsConfig = deepFreeze<MacroTermsConfig>({
  version: 'macro-terms/1',
  series: {
    dollar_index: { unit: 'level', range: [50, 200], publication: 'market_close' },
    broad_dollar: { unit: 'level', range: [60, 200], publication: 'h10' },
    eur_usd: { unit: 'level', range: [0.5, 2.5], publication: 'ecb' },
    gold_usd: { unit: 'level', range: [200, 50_000], publication: 'market_close' },
    us_3m: { unit: 'percent', range: [-1, 20], publication: 'h15' },
    us_2y: { unit: 'percent', range: [0.05, 20], publication: 'h15' },
    us_5y: { unit: 'percent', range: [0.1, 20], publication: 'h15' },
    us_10y: { unit: 'percent', range: [0.3, 20], publication: 'h15' },
    us_30y: { unit: 'percent', range: [0.6, 20], publication: 'h15' },
    fed_funds: { unit: 'percent', range: [0, 25], publication: 'h15' },
    nasdaq100: { unit: 'level', range: [500, 500_000], publication: 'market_close' },
    sp500: { unit: 'level', range: [300, 100_000], publication: 'market_close' },
    vix: { unit: 'level', range: [5, 150], publication: 'market_close' },
  },
});

/** Reason for dropping a row. */
export type MacroDrop =
  | 'not_a_time'
  | 'not_a_number'
  | 'out_of_range'
  | 'another_unit'
  | 'in_the_future'
  | 'duplicate'
  | 'not_a_text';

/** Value of a day. */
export interface DayValue {
  /** 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Value in the unit of its series. */
  readonly value: number;
}

/** Below this rate, percent, a ratio to the day before does not show the unit. */
const LOW_RATE = 1;
/** Maximum distance to a whole power of ten, in decades, of a jump between units. */
const NEAR_POWER = 0.1;

/** Whether a value is the preceding one in another unit: about 10, 100 or 1000 times as large or small. */
function isAnotherUnit(value: number, before: number | undefined, unit: MacroTerms['unit']): boolean {
  if (before === undefined || !(value > 0) || !(before > 0) || (unit === 'percent' && before < LOW_RATE)) return false;
  const decades = Math.log10(value / before);
  const whole = Math.round(decades);
  return whole !== 0 && Math.abs(decades - whole) < NEAR_POWER;
}

/**
 * Plausible values by day, in order; of several per day the first. Dropped rows are reported.
 *
 * @param rows in any order.
 * @param now epoch ms; a day that begins later is in the future.
 * @param drop called with the reason and the day, epoch ms, of each dropped row.
 * @example
 * const day = Date.UTC(2026, 9, 1);
 * const dropped = new Set();
 * const days = [{ day, value: 4.2 }, { day: day + DAY_MS, value: 420 }];
 * soundDays('us_10y', days, day + 7 * DAY_MS, (reason) => dropped.add(reason)).length; // → 1
 * dropped; // → Set(1) { 'another_unit' }
 */
export function soundDays(
  name: FileMacroName,
  rows: Iterable<DayValue>,
  now: number,
  drop: (reason: MacroDrop, day: number) => void,
): readonly DayValue[] {
  const { unit, range } = MACRO_TERMS_V1.series[name];
  const byDay = new Map<number, DayValue>();
  for (const { day, value } of rows) {
    const at = Math.floor(day / DAY_MS) * DAY_MS;
    if (!Number.isFinite(day)) drop('not_a_time', day);
    else if (!Number.isFinite(value)) drop('not_a_number', day);
    else if (at > now) drop('in_the_future', day);
    else if (byDay.has(at)) drop('duplicate', day);
    else byDay.set(at, { day: at, value });
  }
  let before: number | undefined;
  return [...byDay.values()]
    .sort((a, b) => a.day - b.day)
    .filter(({ day, value }) => {
      if (isAnotherUnit(value, before, unit)) {
        drop('another_unit', day);
        return false;
      }
      if (!(value >= range[0] && value <= range[1])) {
        drop('out_of_range', day);
        return false;
      }
      before = value;
      return true;
    });
}
