/** Finds the symbols that a title names: by cashtag, by full name, or by an unambiguous ticker. */

import { UsageError, shown } from '@barograph/core';
import { coinOfSymbol } from './coin.ts';
import { NEWS_WORDS_V2, type NewsWords } from './words.ts';

/** Symbol of the whole market, in place of a perp. */
export const NEWS_MARKET = 'MARKET';

/** Ways in which a title names a symbol, most reliable first; `market` for words about the whole market. */
export const MATCH_MODES = ['cashtag', 'name', 'ticker', 'universe', 'market'] as const;
/** Way in which a title names a symbol, see {@link MATCH_MODES}. */
export type MatchMode = (typeof MATCH_MODES)[number];

/** Symbol found in a title. */
export interface EntityMatch {
  /** Perp of the table, or `MARKET`. */
  readonly symbol: string;
  /** Mode; `universe` for listings, which no title named. */
  readonly mode: MatchMode;
}

/** Lower-case phrases and their coins, and the longest phrase in words. */
export interface Phrases {
  readonly coins: ReadonlyMap<string, string>;
  /** Number of words of the longest phrase. */
  readonly longest: number;
}

/** Perps that can be found, with their search terms. */
export interface EntityTable {
  readonly wordsVersion: string;
  /** Perp by its coin in capital letters. */
  readonly perps: ReadonlyMap<string, string>;
  /** Coins whose ticker matches on its own. */
  readonly tickers: ReadonlySet<string>;
  /** Coins by full name. */
  readonly names: Phrases;
  readonly market: Phrases;
  /** Lower-case phrases with another meaning. */
  readonly elsewhere: readonly string[];
  /** Coins whose ticker only counts next to a word of the industry. */
  readonly acronyms: ReadonlySet<string>;
  /** Perps that only a cashtag can name, in order: their ticker is a word, and no full name is known. */
  readonly unresolvable: readonly string[];
}

/** Longest part of a title to read. */
const READ = 500;
/** Longest ticker that is never reliable, letters. */
const SHORT = 2;

/** Words of a text in lower case: letters and digits, with a dollar sign that makes a cashtag. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\$?[\p{L}\p{N}]+/gu) ?? [];
}

/** Phrases by their words, so that dots and hyphens within a name do not matter. */
function phrases(list: Iterable<readonly [name: string, coin: string]>): Phrases {
  const coins = new Map<string, string>();
  let longest = 0;
  for (const [name, coin] of list) {
    const words = wordsOf(name);
    longest = Math.max(longest, words.length);
    if (!coins.has(words.join(' '))) coins.set(words.join(' '), coin);
  }
  return { coins, longest };
}

/** Coins of the phrases in a text, in order; the longer of two phrases that start with the same word. */
function* coinsIn(words: readonly string[], { coins, longest }: Phrases): Generator<string> {
  for (let i = 0; i < words.length; i++) {
    for (let count = Math.min(longest, words.length - i); count > 0; count--) {
      const coin = coins.get(words.slice(i, i + count).join(' '));
      if (coin === undefined) continue;
      yield coin;
      i += count - 1;
      break;
    }
  }
}

/**
 * Builds the table of the active perps, once for each universe.
 *
 * @param perps names of the venue, such as `BTC`, `kPEPE` or `1000PEPE`; {@link nameablePerps} removes those that
 * titles cannot name.
 * @param words word lists. @default NEWS_WORDS_V2
 * @throws {UsageError} when a perp is not a valid name, or occurs twice.
 * @example
 * const table = entityTable(['BTC', 'NEAR', 'kPEPE']);
 * table.unresolvable; // → []
 * entityTable(['BTC', 'HOT']).unresolvable; // → [ 'HOT' ]
 */
export function entityTable(perps: readonly string[], words: NewsWords = NEWS_WORDS_V2): EntityTable {
  const ordinary = new Set(words.ordinary);
  const byCoin = new Map<string, string>();
  const known: (readonly [name: string, coin: string])[] = [];
  const tickers = new Set<string>();
  const unresolvable: string[] = [];
  for (const perp of perps) {
    const coin = coinOfSymbol(perp);
    if (!/^[A-Z\d]{1,20}$/.test(coin)) throw new UsageError(`"perps" expected names of perps, got ${shown(perp)}`);
    if (byCoin.has(coin)) throw new UsageError(`"perps" expected every coin once, got ${shown(perp)} again`);
    byCoin.set(coin, perp);
    const names = Object.hasOwn(words.names, coin) ? words.names[coin]! : [];
    for (const name of names) known.push([name, coin]);
    const isWord = ordinary.has(coin) || coin.length <= SHORT || /^\d+$/.test(coin);
    if (!isWord) tickers.add(coin);
    else if (names.length === 0) unresolvable.push(perp);
  }
  return {
    wordsVersion: words.version,
    perps: byCoin,
    tickers,
    names: phrases(known),
    market: phrases(words.market.map((name) => [name, NEWS_MARKET])),
    elsewhere: words.elsewhere ?? [],
    acronyms: new Set(words.acronyms),
    unresolvable: unresolvable.toSorted(),
  };
}

/** Removes phrases that only look like a name. */
function withoutOthers(text: string, phrases: readonly string[]): string {
  const small = text.toLowerCase();
  return phrases.reduce((left, phrase) => {
    // Lower case may lengthen a character, and positions then no longer agree.
    const at = small.length === left.length ? small.indexOf(phrase) : -1;
    const isWord = at >= 0 && !/[\p{L}\p{N}]/u.test(`${small[at - 1] ?? ' '}${small[at + phrase.length] ?? ' '}`);
    return isWord ? left.slice(0, at) + ' '.repeat(phrase.length) + left.slice(at + phrase.length) : left;
  }, text);
}

/** Whether a title is all capitals, which then carry no information. */
function isShouted(title: string): boolean {
  const small = title.match(/\p{Ll}/gu)?.length ?? 0;
  const capital = title.match(/\p{Lu}/gu)?.length ?? 0;
  return capital > small;
}

/**
 * Coin of a word that is a multiple of it, such as `1000PEPE`; undefined unless the coin's perp is a multiple too:
 * `$1000MLN` is an amount.
 */
function coinOfMultiple(word: string, { perps }: EntityTable): string | undefined {
  const coin = coinOfSymbol(word);
  const perp = perps.get(coin);
  return coin === word.toUpperCase() || perp === undefined || perp.toUpperCase() === coin ? undefined : coin;
}

/**
 * Finds the perps that a title names, each once by its most reliable mode, in the order of their symbols; only `MARKET`
 * when it names none but is about the market; an empty list for neither. Lower case after a dollar sign counts as a
 * cashtag, an amount does not.
 *
 * @example
 * const table = entityTable(['BTC', 'NEAR', 'kPEPE']);
 * matchEntities('Bitcoin is near a record', table); // → [ { symbol: 'BTC', mode: 'name' } ]
 * matchEntities('Grain exports rise in April', table); // → []
 */
export function matchEntities(title: string, table: EntityTable): readonly EntityMatch[] {
  const text = withoutOthers(title.slice(0, READ), table.elsewhere);
  const found = new Map<string, MatchMode>();
  const add = (coin: string, mode: MatchMode): void => {
    const perp = table.perps.get(coin);
    if (perp !== undefined && !found.has(perp)) found.set(perp, mode);
  };
  for (const [, tag] of text.matchAll(
    /(?<![\p{L}\p{N}$])\$((?:10{3,6})?\p{L}[\p{L}\p{N}]{0,19}|1M\p{L}+)(?![\p{L}\p{N}])/gu,
  )) {
    const coin = tag!.toUpperCase();
    add(table.perps.has(coin) ? coin : (coinOfMultiple(coin, table) ?? coin.replace(/^K(?=.)/, '')), 'cashtag');
  }
  const words = wordsOf(text);
  for (const coin of coinsIn(words, table.names)) add(coin, 'name');
  if (!isShouted(text)) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}$-])k?[A-Z\d]{2,20}(?![\p{L}\p{N}-])/gu)) {
      // A multiple is never an ordinary word, whatever its coin.
      const coin = table.tickers.has(word) ? word : coinOfMultiple(word, table);
      if (coin !== undefined) add(coin, 'ticker');
    }
  }
  if (found.size > 0) {
    return [...found]
      .map(([symbol, mode]): EntityMatch => ({ symbol, mode }))
      .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  }
  return [...coinsIn(words, table.market)].length > 0 ? [{ symbol: NEWS_MARKET, mode: 'market' }] : [];
}
