/**
 * Implied volatility by expiry, and between expiries.
 *
 * Total variance `σ²·T` adds up over time, so the volatility of a tenor between two expiries is read off the straight
 * line between their total variances, and that of the money off the line between the two strikes around the forward.
 * Outside the listed expiries and strikes there is none: a line is not prolonged.
 *
 * @source J. Gatheral, *The Volatility Surface: A Practitioner's Guide*, 2006 (total implied variance).
 */

import { DAY_MS, finite, UsageError } from '@barograph/core';

/** One option of a venue: its mark volatility in annualised percent and the forward price of its expiry. */
export interface OptionQuote {
  /** Epoch ms. */
  readonly expiry: number;
  readonly strike: number;
  readonly forward: number;
  /** Percent; null when the venue gave none. */
  readonly impliedVolatility: number | null;
}

/** The at-the-money point of one expiry. */
export interface TermPoint {
  readonly expiry: number;
  /** Days to expiry, fractional. */
  readonly days: number;
  /** The strike nearest the forward. */
  readonly strike: number;
  readonly forward: number;
  /** Percent. */
  readonly atmVolatility: number;
}

/** Tenors and bounds of the term structure. */
export interface TermStructureConfig {
  readonly version: `term-structure/${string}`;
  /** Expiries nearer than this say more of the last hours than of a tenor. */
  readonly minDays: number;
  /**
   * The money of an expiry. `nearest`: the strike nearest the forward. `between`: the forward itself, on the line of total
   * variance between the strikes on both sides of it.
   */
  readonly money: 'nearest' | 'between';
}

/** Tenors and bounds of the term structure, version 1. */
export const TERM_STRUCTURE_V1: TermStructureConfig = Object.freeze({
  version: 'term-structure/1',
  minDays: 2,
  money: 'nearest',
});

/** Default: a forward halfway between two strikes has the volatility of neither. */
export const TERM_STRUCTURE_V2: TermStructureConfig = Object.freeze({
  version: 'term-structure/2',
  minDays: 2,
  money: 'between',
});

/**
 * The at-the-money volatility of every expiry, nearest first. Call and put of a strike are averaged when both are quoted.
 *
 * @param quotes options of one coin, in any order.
 * @param asOf epoch ms.
 * @returns no point for an expiry nearer than `minDays`, without any volatility, or, with `money: 'between'`, whose
 *   forward lies outside the strikes that have one.
 * @throws {UsageError} a strike, forward or volatility that is not a finite number above 0.
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

/** Whether the quote has a volatility. */
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

/** Forward of an expiry: the middle one, the lower of two, where options quoted at different moments state different ones. */
function forwardOf(quotes: readonly Quoted[]): number {
  return quotes.map(({ forward }) => forward).sort((a, b) => a - b)[(quotes.length - 1) >> 1]!;
}

/** The point of one expiry; none where the money lies outside the strikes. */
function atTheMoney(
  quotes: readonly Quoted[],
  asOf: number,
  money: TermStructureConfig['money'],
): readonly TermPoint[] {
  const { expiry } = quotes[0]!;
  const smile = smileOf(quotes);
  const forward = forwardOf(quotes);
  // Of two equally near the lower one.
  const [strike, volatility] = smile.reduce((best, one) =>
    Math.abs(one[0] - forward) < Math.abs(best[0] - forward) ? one : best,
  );
  const atmVolatility = money === 'nearest' || strike === forward ? volatility : volatilityBetween(smile, forward);
  return atmVolatility === null ? [] : [{ expiry, days: (expiry - asOf) / DAY_MS, strike, forward, atmVolatility }];
}

/** Volatility at the forward, linear in variance between the strikes around it: the time to expiry is theirs alike. */
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
 * @param points ascending by expiry, as {@link termStructure} gives them.
 * @param days tenor > 0.
 * @returns percent; null before the first expiry, after the last one, and without any.
 * @throws {UsageError} `days` is not above 0.
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
