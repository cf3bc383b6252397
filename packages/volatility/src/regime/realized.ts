/** Six realised volatilities of a day: three estimators over 7 and 30 days. */

import { givenColumn, type Bar, type Candles, type Mutable } from '@barograph/core';
import { closeToClose, createCloseToClose } from '../close-to-close.ts';
import type { EstimatorConfig, EstimatorSnapshot } from '../estimator.ts';
import { createGarmanKlass, garmanKlass } from '../garman-klass.ts';
import { createParkinson, parkinson } from '../parkinson.ts';
import { LONG_DAYS, SHORT_DAYS } from './config.ts';

/** Volatilities in annualised percent; NaN until defined, and while a window spans over two days too many. */
export interface Realized {
  /** Close-to-close volatility over 7 days. */
  readonly rvCc7: number;
  /** Close-to-close volatility over 30 days. */
  readonly rvCc30: number;
  readonly rvParkinson7: number;
  readonly rvParkinson30: number;
  /** Garman–Klass volatility over 7 days. */
  readonly rvGk7: number;
  /** Garman–Klass volatility over 30 days. */
  readonly rvGk30: number;
}

/** Realised volatilities in columns, one row per day. */
export type RealizedColumns = { readonly [Field in keyof Realized]: Float64Array };

/** Estimator state of each field. */
export type RealizedSnapshot = { readonly [Field in keyof Realized]: EstimatorSnapshot };

/** Missing days are skipped, but the window must not reach too far back. */
const daysConfig = (window: number): EstimatorConfig => ({ window, periodsPerYear: 365, maxSpan: window + 2 });
const SHORT: EstimatorConfig = Object.freeze(daysConfig(SHORT_DAYS));
const LONG: EstimatorConfig = Object.freeze(daysConfig(LONG_DAYS));

/**
 * Computes the realised volatilities of each day.
 * @param daily complete UTC days.
 * @param into columns to fill. @default new ones
 * @throws {UsageError} when a column has another length.
 */
export function realizedColumns(daily: Candles, into?: RealizedColumns): RealizedColumns {
  const column = (field: keyof Realized): Float64Array => givenColumn(`into.${field}`, daily.length, into?.[field]);
  return {
    rvCc7: closeToClose(daily, SHORT, column('rvCc7')),
    rvCc30: closeToClose(daily, LONG, column('rvCc30')),
    rvParkinson7: parkinson(daily, SHORT, column('rvParkinson7')),
    rvParkinson30: parkinson(daily, LONG, column('rvParkinson30')),
    rvGk7: garmanKlass(daily, SHORT, column('rvGk7')),
    rvGk30: garmanKlass(daily, LONG, column('rvGk30')),
  };
}

/** Incremental form of {@link realizedColumns}, equal to the bit, which fills a record day by day. */
export function createRealized(resume?: RealizedSnapshot) {
  const cc7 = createCloseToClose(SHORT, resume?.rvCc7);
  const cc30 = createCloseToClose(LONG, resume?.rvCc30);
  const parkinson7 = createParkinson(SHORT, resume?.rvParkinson7);
  const parkinson30 = createParkinson(LONG, resume?.rvParkinson30);
  const gk7 = createGarmanKlass(SHORT, resume?.rvGk7);
  const gk30 = createGarmanKlass(LONG, resume?.rvGk30);

  const point = { volatility: NaN };
  const feed = (face: 'next' | 'peek', day: Bar, into: Mutable<Realized>): void => {
    into.rvCc7 = cc7[face](day, point).volatility;
    into.rvCc30 = cc30[face](day, point).volatility;
    into.rvParkinson7 = parkinson7[face](day, point).volatility;
    into.rvParkinson30 = parkinson30[face](day, point).volatility;
    into.rvGk7 = gk7[face](day, point).volatility;
    into.rvGk30 = gk30[face](day, point).volatility;
  };
  return {
    next: (day: Bar, into: Mutable<Realized>): void => feed('next', day, into),
    peek: (day: Bar, into: Mutable<Realized>): void => feed('peek', day, into),
    snapshot: (): RealizedSnapshot => ({
      rvCc7: cc7.snapshot(),
      rvCc30: cc30.snapshot(),
      rvParkinson7: parkinson7.snapshot(),
      rvParkinson30: parkinson30.snapshot(),
      rvGk7: gk7.snapshot(),
      rvGk30: gk30.snapshot(),
    }),
  };
}
