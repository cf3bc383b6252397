/** Listings and delistings: the difference of a venue's universe from one hour to the next. */

import { coinOfSymbol } from './coin.ts';
import type { NewsItem } from './item.ts';

/** Symbols of one universe whose coin the other does not trade in any multiple, each coin once. */
function without(symbols: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  const coins = new Set([...others].map(coinOfSymbol));
  return [...symbols].toSorted().filter((symbol) => {
    const coin = coinOfSymbol(symbol);
    if (coins.has(coin)) return false;
    coins.add(coin);
    return true;
  });
}

/**
 * Builds items for coins that appeared or disappeared: a contract of thousands that replaces another is the same
 * project. No items for the first universe, nor when one of the two is empty: a venue that answers with nothing has not
 * delisted everything.
 *
 * @param domain registrable domain of the venue, the source of the items.
 * @param at time of the later universe, epoch ms; its hour is part of the identifiers, so that repeats create no second
 * item.
 * @param before perps of the earlier universe; null before the first.
 * @param after perps of the later universe.
 * @example
 * const venue = { venue: 'Perpdex', domain: 'perpdex.example', at: 0 };
 * const [item] = universeDiff(new Set(['BTC']), new Set(['BTC', 'SOL']), venue);
 * item.stated; // → { category: 'listing', symbol: 'SOL' }
 * universeDiff(null, new Set(['BTC']), venue).length; // → 0
 * universeDiff(new Set(['PEPE']), new Set(['1000PEPE']), venue).length; // → 0
 */
export function universeDiff(
  before: ReadonlySet<string> | null,
  after: ReadonlySet<string>,
  { venue, domain, at }: { readonly venue: string; readonly domain: string; readonly at: number },
): readonly NewsItem[] {
  if (before === null || before.size === 0 || after.size === 0) return [];
  const hour = new Date(at).toISOString().slice(0, 13);
  const item = (symbol: string, category: 'listing' | 'delisting'): NewsItem => ({
    id: `${venue}:${category}:${symbol}:${hour}`,
    title: category === 'listing' ? `${symbol} perpetual listed` : `${symbol} perpetual delisted`,
    url: null,
    domain,
    tier: 1,
    time: at,
    seenAt: at,
    stated: { category, symbol },
  });
  return [
    ...without(after, before).map((one) => item(one, 'listing')),
    ...without(before, after).map((one) => item(one, 'delisting')),
  ];
}
