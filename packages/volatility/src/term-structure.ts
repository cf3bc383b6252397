/**
 * Implied volatility by expiry, and between expiries.
 *
 * Total variance `σ²·T` adds up over time, so the volatility of a tenor between two expiries is read off the straight
 * line between their total variances. Outside the listed expiries there is none: a line is not prolonged.
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
  /** The strike nearest the forward, which stands for the money. */
  readonly strike: number;
  readonly forward: number;
  /** Percent. */
  readonly atmVolatility: number;
}

export interface TermStructureConfig {
  readonly version: `term-structure/${string}`;
  /** Expiries nearer than this say more of the last hours than of a tenor. */
  readonly minDays: number;
}

export const TERM_STRUCTURE_V1: TermStructureConfig = Object.freeze({ version: 'term-structure/1', minDays: 2 });

/**
 * The at-the-money volatility of every expiry, nearest first. The strike nearest the forward stands for the money (the
 * lower of two equally near); its call and its put are averaged when both are quoted.
 *
 * @param quotes options of one coin, in any order.
 * @param asOf epoch ms.
 * @returns no point for an expiry nearer than `minDays`, or without any volatility.
 * @throws {UsageError} a strike, forward or volatility that is not a finite number above 0.
 */
export function termStructure(
  quotes: readonly OptionQuote[],
  asOf: number,
  config: TermStructureConfig = TERM_STRUCTURE_V1,
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
  return [...byExpiry.values()].map((list) => atTheMoney(list, asOf)).sort((a, b) => a.expiry - b.expiry);
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

function atTheMoney(quotes: readonly Quoted[], asOf: number): TermPoint {
  const { expiry } = quotes[0]!;
  const distance = ({ strike, forward }: Quoted): number => Math.abs(strike - forward);
  const nearest = quotes.reduce((best, quote) => {
    const by = distance(quote) - distance(best);
    return by < 0 || (by === 0 && quote.strike < best.strike) ? quote : best;
  });
  const atStrike = quotes.filter(({ strike }) => strike === nearest.strike);
  const atmVolatility = atStrike.reduce((sum, quote) => sum + quote.impliedVolatility, 0) / atStrike.length;
  const { strike, forward } = nearest;
  return { expiry, days: (expiry - asOf) / DAY_MS, strike, forward, atmVolatility };
}

/**
 * Volatility of a tenor, by linear interpolation in total variance between the two expiries around it.
 *
 * @param points ascending by expiry, as {@link termStructure} gives them.
 * @param days tenor > 0.
 * @returns percent; null before the first expiry, after the last one, and without any.
 * @throws {UsageError} `days` is not above 0.
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
