/** Laws of what a perp venue publishes by the minute beside bars, under a version. */

import { finite, integerAtLeast, UsageError, within } from '@barograph/core';
import type { LeverageTiers } from './perp-terms.ts';

/** The laws. */
export interface ObservationsConfig {
  readonly version: `observations/${string}`;
  /**
   * Unevenness of an hour's change over its minutes: the minute's weight is e^(bursts · logistic noise). 0 is a straight
   * line; from 1 on a few minutes have most of it.
   */
  readonly bursts: number;
  /** Deviation per minute about that path; it ends in nothing at the end of the hour. */
  readonly noise: {
    /** Fraction of the notional per hour. */
    readonly funding: number;
    /** Log of open interest. */
    readonly openInterest: number;
  };
  /** The premium is `hours` times what the hourly rate has above `interest`, and logistic noise of scale `noise`. */
  readonly premium: {
    /** Fraction per hour. */
    readonly interest: number;
    readonly hours: number;
    readonly noise: number;
    /** Bound on both sides. */
    readonly most: number;
  };
  /** Decimals of a size: digits of the start price before the point, this many at most. */
  readonly sizeDecimals: number;
  /** Least daily quote volume of each leverage, largest first; the last has 0. */
  readonly leverage: LeverageTiers;
  readonly book: BookLaw;
}

/** Laws of the plain book. */
export interface BookLaw {
  /** Levels of a side. */
  readonly levels: number;
  /** A book changes this often, ms; a minute is a multiple of it. */
  readonly everyMs: number;
  /** Notional of the best level, as a share of the daily quote volume. */
  readonly share: number;
  /** Growth of the notional from level to level, as a share of that of the best. */
  readonly growth: number;
  /** Scale of the logistic noise on the log of a size. */
  readonly noise: number;
  /** Ticks that are left out between two levels, on average, at `gapVolume`; as the root of the quote volume falls. */
  readonly gap: number;
  readonly gapVolume: number;
  readonly mostGap: number;
  /** Orders of a level beside the first, on average. */
  readonly orders: number;
}

/** Default laws. Interest and its eight hours are those of the perp venues; leverages and decimals are like theirs. */
export const OBSERVATIONS_V1: ObservationsConfig = Object.freeze({
  version: 'observations/1',
  bursts: 1.5,
  noise: Object.freeze({ funding: 2e-8, openInterest: 2e-4 }),
  premium: Object.freeze({ interest: 1.25e-5, hours: 8, noise: 1e-4, most: 0.05 }),
  sizeDecimals: 5,
  leverage: Object.freeze([
    [2e9, 40],
    [1e9, 25],
    [5e8, 20],
    [1e8, 10],
    [1e7, 5],
    [0, 3],
  ] as const),
  book: Object.freeze({
    levels: 20,
    everyMs: 3000,
    share: 5e-5,
    growth: 0.1,
    noise: 0.5,
    gap: 0.5,
    gapVolume: 1e8,
    mostGap: 25,
    orders: 4,
  }),
});

function checkBook(book: BookLaw): void {
  integerAtLeast('book.levels', book.levels, 1);
  integerAtLeast('book.everyMs', book.everyMs, 1);
  if (60_000 % book.everyMs !== 0) {
    throw new UsageError(`"book.everyMs" expected a divisor of a minute, got ${book.everyMs}`);
  }
  for (const name of ['share', 'growth', 'noise', 'gap', 'gapVolume', 'mostGap', 'orders'] as const) {
    within(`book.${name}`, book[name], 0, 1e15);
  }
}

/** The laws, checked whole. @throws {UsageError} naming the field. */
export function checkObservations(config: ObservationsConfig): ObservationsConfig {
  const { bursts, noise, premium, sizeDecimals, leverage, book } = config;
  within('bursts', bursts, 0, 5);
  within('noise.funding', noise.funding, 0, 1e-3);
  within('noise.openInterest', noise.openInterest, 0, 0.1);
  finite('premium.interest', premium.interest);
  within('premium.hours', premium.hours, 0, 1000);
  within('premium.noise', premium.noise, 0, 0.1);
  within('premium.most', premium.most, 0, 0.5);
  within('sizeDecimals', integerAtLeast('sizeDecimals', sizeDecimals, 0), 0, 8);
  leverage.forEach(([least, most], i) => {
    integerAtLeast(`leverage[${i}]`, most, 1);
    within(`leverage[${i}]`, least, 0, i === 0 ? Infinity : leverage[i - 1]![0]);
  });
  if (leverage.at(-1)?.[0] !== 0) throw new UsageError('"leverage" expected a last entry for a quote volume of 0');
  checkBook(book);
  return config;
}
