/** Symbols that a title names: by cashtag, by full name, or by a ticker that means nothing else. */

import { UsageError, shown } from '@barograph/core';
import { coinOfSymbol } from './coin.ts';
import { NEWS_WORDS_V2, type NewsWords } from './words.ts';

/** The whole market, in place of a perp. */
export const NEWS_MARKET = 'MARKET';

/** Manner in which a title named a symbol, the surest first; `market` of words about the whole market. */
export const MATCH_MODES = ['cashtag', 'name', 'ticker', 'universe', 'market'] as const;
/** Manner in which a title named a symbol, see {@link MATCH_MODES}. */
export type MatchMode = (typeof MATCH_MODES)[number];

/** A symbol that was found. */
export interface EntityMatch {
  /** A perp of the table, or `MARKET`. */
  readonly symbol: string;
  /** `universe` of listings, which no title named. */
  readonly mode: MatchMode;
}

/** Phrases in small letters and their coins, and the most words of one. */
export interface Phrases {
  readonly coins: ReadonlyMap<string, string>;
  readonly longest: number;
}

/** Perps that can be found, with what they are found by. */
export interface EntityTable {
  readonly wordsVersion: string;
  /** Perp by its coin in capital letters. */
  readonly perps: ReadonlyMap<string, string>;
  /** Coins whose ticker matches as it stands. */
  readonly tickers: ReadonlySet<string>;
  /** Coins by full name. */
  readonly names: Phrases;
  readonly market: Phrases;
  /** Phrases that are something else, in small letters. */
  readonly elsewhere: readonly string[];
  /** Coins whose ticker counts only next to a word of the industry. */
  readonly acronyms: ReadonlySet<string>;
  /** Perps that only a cashtag can name, in order: their ticker is a word, and no full name is known. */
  readonly unresolvable: readonly string[];
}

/** Longest part of a title that is read. */
const READ = 500;
/** Tickers of so few letters are never sure. */
const SHORT = 2;

/** Words of a text in small letters: letters and digits, with the dollar sign that makes a cashtag of one. */
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

/** Coins of the phrases in a text, as they come; of two that begin with the same word the longer one. */
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
 * Table of the perps that are active. Make it once for each universe.
 *
 * @param perps names of the venue, as `BTC`, `kPEPE` or `1000PEPE`; {@link nameablePerps} leaves out what cannot be named.
 * @throws {UsageError} a perp that is no name, or stands twice.
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

/** A text without the phrases that only look like a name. */
function withoutOthers(text: string, phrases: readonly string[]): string {
  const small = text.toLowerCase();
  return phrases.reduce((left, phrase) => {
    // A character may grow in small letters, and then places no longer agree.
    const at = small.length === left.length ? small.indexOf(phrase) : -1;
    const isWord = at >= 0 && !/[\p{L}\p{N}]/u.test(`${small[at - 1] ?? ' '}${small[at + phrase.length] ?? ' '}`);
    return isWord ? left.slice(0, at) + ' '.repeat(phrase.length) + left.slice(at + phrase.length) : left;
  }, text);
}

/** A title in capitals says nothing by them. */
function isShouted(title: string): boolean {
  const small = title.match(/\p{Ll}/gu)?.length ?? 0;
  const capital = title.match(/\p{Lu}/gu)?.length ?? 0;
  return capital > small;
}

/**
 * Coin of a word that is a multiple of it, as `1000PEPE`; undefined unless the perp of the coin is one, too: `$1000MLN` is an
 * amount.
 */
function coinOfMultiple(word: string, { perps }: EntityTable): string | undefined {
  const coin = coinOfSymbol(word);
  const perp = perps.get(coin);
  return coin === word.toUpperCase() || perp === undefined || perp.toUpperCase() === coin ? undefined : coin;
}

/**
 * Perps that a title names, each once by its surest mode, in the order of their symbols; `MARKET` alone where it names none but is about
 * the market; empty where it is about neither. Small letters after a dollar sign count as a cashtag, an amount does not.
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
      // A multiple is no ordinary word, whatever its coin is.
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
