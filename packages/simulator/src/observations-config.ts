/** Parameters of a perp venue's minute-by-minute publications, by version. */

import { finite, integerAtLeast, UsageError, within } from '@barograph/core';
import type { LeverageTiers } from './perp-terms.ts';

/** The laws. */
export interface ObservationsConfig {
  readonly version: `observations/${string}`;
  /**
   * Burstiness of an hour's change over its minutes: the minute's weight is e^(bursts · logistic noise). 0 is a
   * straight line; at 1 and above a few minutes have most of it.
   */
  readonly bursts: number;
  /** Deviation per minute around that path; it vanishes at the end of the hour. */
  readonly noise: {
    /** Deviation of funding, fraction of the notional per hour. */
    readonly funding: number;
    /** Deviation of the log of open interest. */
    readonly openInterest: number;
  };
  /** Premium: `hours` times the hourly rate's excess over `interest`, plus logistic noise of scale `noise`. */
  readonly premium: {
    /** Interest, fraction per hour. */
    readonly interest: number;
    readonly hours: number;
    readonly noise: number;
    /** Bound of the premium on both sides. */
    readonly most: number;
  };
  /** Most decimals of a size; it has as many as the start price has digits before the point. */
  readonly sizeDecimals: number;
  /** Least daily quote volume of each leverage, largest first; the last has 0. */
  readonly leverage: LeverageTiers;
  readonly book: BookLaw;
}

/** Parameters of the plain book. */
export interface BookLaw {
  /** Number of levels on a side. */
  readonly levels: number;
  /** Time between changes of a book, ms; a minute is a multiple. */
  readonly everyMs: number;
  /** Notional of the best level, as a share of the daily quote volume. */
  readonly share: number;
  /** Growth of the notional from level to level, as a share of that of the best. */
  readonly growth: number;
  /** Scale of the logistic noise on the log of a size. */
  readonly noise: number;
  /**
   * Mean number of empty ticks between two levels at `gapVolume`; it grows with the square root of falling quote
   * volume.
   */
  readonly gap: number;
  readonly gapVolume: number;
  /** Most empty ticks between two levels. */
  readonly mostGap: number;
  /** Mean number of orders of a level in addition to the first. */
  readonly orders: number;
}

/**
 * Default parameters. Interest and its eight hours are those of the perp venues; leverages and decimals resemble
 * theirs.
 */
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

/** Checks the parameters. @throws {UsageError} when one is invalid; the message names the field. */
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
