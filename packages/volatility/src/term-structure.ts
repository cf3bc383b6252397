/**
 * Implied volatility by expiry, and between expiries.
 *
 * Total variance `σ²·T` adds up over time, so the volatility of a tenor between two expiries is interpolated in their
 * total variances. The volatility at the money is interpolated between the two strikes around the forward. Outside the
 * listed expiries and strikes there is no value: nothing is extrapolated.
 *
 * @source J. Gatheral, *The Volatility Surface: A Practitioner's Guide*, 2006 (total implied variance).
 */

import { DAY_MS, finite, UsageError } from '@barograph/core';

/** Option of a venue: its mark volatility in annualised percent, and the forward price of its expiry. */
export interface OptionQuote {
  /** Expiry, epoch ms. */
  readonly expiry: number;
  readonly strike: number;
  readonly forward: number;
  /** Mark volatility, percent; null when the venue gives none. */
  readonly impliedVolatility: number | null;
}

/** At-the-money point of one expiry. */
export interface TermPoint {
  /** End of the option's life, epoch ms. */
  readonly expiry: number;
  /** Days to expiry, fractional. */
  readonly days: number;
  /** Strike nearest the forward. */
  readonly strike: number;
  /** Forward price of the underlying, USD. */
  readonly forward: number;
  /** Volatility at the money, percent. */
  readonly atmVolatility: number;
}

/** Tenors and bounds of the term structure. */
export interface TermStructureConfig {
  readonly version: `term-structure/${string}`;
  /** Least days to expiry: shorter expiries reflect the last hours more than a tenor. */
  readonly minDays: number;
  /**
   * Definition of at the money. `nearest`: the strike nearest the forward. `between`: the forward itself, interpolated
   * in total variance between the strikes on both sides.
   */
  readonly money: 'nearest' | 'between';
}

/** Tenors and bounds of the term structure, version 1. */
export const TERM_STRUCTURE_V1: TermStructureConfig = Object.freeze({
  version: 'term-structure/1',
  minDays: 2,
  money: 'nearest',
});

/** Version 2, the default: a forward halfway between two strikes has the volatility of neither. */
export const TERM_STRUCTURE_V2: TermStructureConfig = Object.freeze({
  version: 'term-structure/2',
  minDays: 2,
  money: 'between',
});

/**
 * Computes the at-the-money volatility of every expiry, nearest first. Call and put of a strike are averaged when both
 * are quoted.
 *
 * @param quotes options of one coin, in any order.
 * @param asOf epoch ms.
 * @param config parameters. @default TERM_STRUCTURE_V2
 * @returns points without those of expiries nearer than `minDays`, without volatility, or, with `money: 'between'`,
 * with a forward outside the strikes that have one.
 * @throws {UsageError} when a strike, forward or volatility is not a finite number above 0.
 * @example
 * const quote = { strike: 60_000, forward: 60_000 };
 * const quotes = [
 *   { ...quote, expiry: 7 * DAY_MS, impliedVolatility: 60 },
 *   { ...quote, expiry: 30 * DAY_MS, impliedVolatility: 50 },
 * ];
 * const points = termStructure(quotes, 0);
 * points.map(({ days, atmVolatility }) => [days, atmVolatility]); // → [ [ 7, 60 ], [ 30, 50 ] ]
 */
export function termStructure(
  quotes: readonly OptionQuote[],
  asOf: number,
  config: TermStructureConfig = TERM_STRUCTURE_V2,
): TermPoint[] {
  finite('asOf', asOf);
  const earliest = asOf + config.minDays * DAY_MS;
  const byExpiry = new Map<number, Quoted[]>();
  for (const quote of quotes) {
    if (checkQuote(quote) && quote.expiry >= earliest) {
      const sameExpiry = byExpiry.get(quote.expiry);
      if (sameExpiry === undefined) byExpiry.set(quote.expiry, [quote]);
      else sameExpiry.push(quote);
    }
  }
  return [...byExpiry.values()]
    .flatMap((list) => atTheMoney(list, asOf, config.money))
    .sort((a, b) => a.expiry - b.expiry);
}

type Quoted = OptionQuote & { readonly impliedVolatility: number };

/** Returns whether the quote has a volatility, after checking it. */
function checkQuote(quote: OptionQuote): quote is Quoted {
  finite('expiry', quote.expiry);
  for (const field of ['strike', 'forward', 'impliedVolatility'] as const) {
    const value = quote[field];
    if (field === 'impliedVolatility' && value === null) return false;
    if (!(finite(field, value) > 0)) throw new UsageError(`"${field}" expected a number > 0, got ${value}`);
  }
  return true;
}

/** Mean volatility of the options of each strike, lowest strike first. */
function smileOf(quotes: readonly Quoted[]): readonly (readonly [strike: number, volatility: number])[] {
  const byStrike = new Map<number, number[]>();
  for (const { strike, impliedVolatility } of quotes) {
    byStrike.set(strike, [...(byStrike.get(strike) ?? []), impliedVolatility]);
  }
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
  return [...byStrike].map(([strike, list]) => [strike, mean(list)] as const).sort(([a], [b]) => a - b);
}

/**
 * Forward of an expiry: the median (lower of two), because options quoted at different moments state different ones.
 */
function forwardOf(quotes: readonly Quoted[]): number {
  return quotes.map(({ forward }) => forward).sort((a, b) => a - b)[(quotes.length - 1) >> 1]!;
}

/** Point of one expiry; an empty list when the money lies outside the strikes. */
function atTheMoney(
  quotes: readonly Quoted[],
  asOf: number,
  money: TermStructureConfig['money'],
): readonly TermPoint[] {
  const { expiry } = quotes[0]!;
  const smile = smileOf(quotes);
  const forward = forwardOf(quotes);
  // The lower one of two equally near strikes.
  const [strike, volatility] = smile.reduce((best, point) =>
    Math.abs(point[0] - forward) < Math.abs(best[0] - forward) ? point : best,
  );
  const atmVolatility = money === 'nearest' || strike === forward ? volatility : volatilityBetween(smile, forward);
  return atmVolatility === null ? [] : [{ expiry, days: (expiry - asOf) / DAY_MS, strike, forward, atmVolatility }];
}

/** Volatility at the forward, linear in variance between the strikes around it, which share the time to expiry. */
function volatilityBetween(smile: ReturnType<typeof smileOf>, forward: number): number | null {
  const at = smile.findIndex(([strike]) => strike > forward);
  if (at <= 0) return null;
  const [[below, low], [above, high]] = [smile[at - 1]!, smile[at]!];
  const share = (forward - below) / (above - below);
  return Math.sqrt(low ** 2 + share * (high ** 2 - low ** 2));
}

/**
 * Volatility of a tenor, by linear interpolation in total variance between the two expiries around it.
 *
 * @param points points ascending by expiry, as {@link termStructure} returns them.
 * @param days tenor > 0.
 * @returns percent; null before the first expiry, after the last one, and without points.
 * @throws {UsageError} when `days` is not above 0.
 * @example
 * const point = { expiry: 0, strike: 60_000, forward: 60_000 };
 * const points = [{ ...point, days: 7, atmVolatility: 60 }, { ...point, days: 30, atmVolatility: 50 }];
 * volatilityAtTenor(points, 14)?.toFixed(2); // → '53.69'
 * volatilityAtTenor(points, 90); // → null
 */
export function volatilityAtTenor(points: readonly TermPoint[], days: number): number | null {
  if (!(finite('days', days) > 0)) throw new UsageError(`"days" expected a number > 0, got ${days}`);
  const after = points.findIndex((point) => point.days >= days);
  const far = points[after];
  if (far === undefined) return null;
  if (far.days === days) return far.atmVolatility;
  const near = points[after - 1];
  if (near === undefined) return null;
  const [from, to] = [near.atmVolatility ** 2 * near.days, far.atmVolatility ** 2 * far.days];
  const share = (days - near.days) / (far.days - near.days);
  return Math.sqrt((from + share * (to - from)) / days);
}
