/** Symbols that exist, looked up by the spellings that people use, with a policy for each kind of operation. */

import { nearestNames } from './nearest.ts';
import { readFileSymbol } from './symbol-file.ts';
import { coinName, isInDollars, pairName, readSymbol, type SymbolReading } from './symbol.ts';

/**
 * Rule by which a name stands for a symbol. An exact name comes first under each:
 *
 * - `coin`: the coin in any case and any spelling of the same scale (`btc`, `BTC/USDT`, `XBTUSD`, `1000PEPE` for kPEPE), in
 *   dollars or without a quote. SIGNUM, volatility, quant, perps, candles, positioning, depth and news.
 * - `alias`: as `coin`, and where only one of PEPE and kPEPE exists, it stands for both. Technical, volume and meme, whose
 *   contract says so. No other policy crosses a scale of prices.
 * - `cased`: as `coin`, but kPEPE and its like only with its first letter in any case. Trade flow.
 * - `pair`: the pair: a coin is not a pair, and another quote is another pair. Perps of the large exchange.
 */
export type SymbolPolicy = 'coin' | 'alias' | 'cased' | 'pair';

/** Symbols of a list, found by name. */
export interface SymbolIndex {
  /** The symbol that a name stands for; undefined for a name of none. */
  find(name: string, policy: SymbolPolicy): string | undefined;
  /** Symbols that a caller may have meant: other scales and quotes of the coin first, then names nearby; five at most. */
  suggest(name: string): readonly string[];
}

/** Most suggestions. */
const MOST = 5;
/** A perp of a thousand coins: kPEPE. */
const THOUSANDS = /^k[A-Z\d]/;

/**
 * Reads a caller's name: a symbol, or the name of an archive with a symbol in it.
 *
 * @example
 * readName('BTCUSDT-1h-2024-01.csv')?.base; // → 'BTC'
 */
export function readName(name: string): SymbolReading | undefined {
  return readSymbol(name) ?? readFileSymbol(name);
}

/** Whether a reading is of a coin in dollars now: no future, no option, and no pair of another quote. */
function isCoin(read: SymbolReading): boolean {
  return isInDollars(read) && read.kind !== 'future' && read.kind !== 'option';
}

/**
 * Coin that a name is a spelling of, where nobody lists what exists: with the scale of its prices, and in capital letters but
 * for names in mixed case.
 *
 * @returns undefined for a text that is no symbol, for a pair that is not in dollars, for a future and an option.
 * @example
 * coinSpelled('btc/usdt'); // → 'BTC'
 * coinSpelled('1000PEPEUSDT'); // → 'kPEPE'
 * coinSpelled('ETHBTC'); // → undefined
 */
export function coinSpelled(name: string): string | undefined {
  const read = readName(name.trim());
  return read !== undefined && isCoin(read) ? coinName(read) : undefined;
}

/**
 * The coin of {@link coinSpelled}, or the name in capital letters.
 *
 * @example
 * coinNamed('xyz:gold'); // → 'XYZ:GOLD'
 */
export function coinNamed(name: string): string {
  return coinSpelled(name) ?? name.trim().toUpperCase();
}

/**
 * Spot pair that a name stands for where nobody lists what exists.
 *
 * @returns the name in capital letters where it is no spelling of a spot pair: a coin and a perp are none.
 * @example
 * pairNamed('xbt/usdt'); // → 'BTCUSDT'
 * pairNamed('BTC-PERP'); // → 'BTC-PERP'
 */
export function pairNamed(name: string): string {
  const read = readName(name.trim());
  const isSpot = read !== undefined && (read.kind === null || read.kind === 'spot');
  return (isSpot ? pairName(read) : undefined) ?? name.trim().toUpperCase();
}

/**
 * Makes the index of a list. Of names that differ in case alone the first is found by another case.
 *
 * @example
 * const perps = symbolIndex(['BTC', 'kPEPE']);
 * perps.find('BTC/USDT:USDT', 'coin'); // → 'BTC'
 * perps.find('1000PEPEUSDT', 'coin'); // → 'kPEPE'
 * perps.find('PEPE', 'coin'); // → undefined
 * perps.find('PEPE', 'alias'); // → 'kPEPE'
 * perps.suggest('PEPE'); // → [ 'kPEPE' ]
 */
export function symbolIndex(symbols: Iterable<string>): SymbolIndex {
  const exact = new Set(symbols);
  const anyCase = new Map<string, string>();
  for (const symbol of exact) if (!anyCase.has(symbol.toUpperCase())) anyCase.set(symbol.toUpperCase(), symbol);
  let readings: ReadonlyMap<string, string> | undefined;
  /** By what a symbol says, for lists that spell otherwise: 1000BONK is kBONK. */
  const byReading = (key: string): string | undefined => {
    readings ??= new Map(
      [...exact].flatMap((symbol) => {
        const read = readSymbol(symbol);
        return read === undefined ? [] : [[keyOf(read), symbol] as const];
      }),
    );
    return readings.get(key);
  };
  const plain = (name: string): string | undefined =>
    [name, name.toUpperCase()].find((one) => exact.has(one)) ?? anyCase.get(name.toUpperCase());
  const cased = (name: string): string | undefined => {
    if (exact.has(name)) return name;
    const thousands = `k${name.slice(1)}`;
    if (/^k/i.test(name) && THOUSANDS.test(thousands) && exact.has(thousands)) return thousands;
    const found = anyCase.get(name.toUpperCase());
    if (found !== undefined && !THOUSANDS.test(found)) return found;
    return [...exact].find((symbol) => !THOUSANDS.test(symbol) && symbol.toUpperCase() === name.toUpperCase());
  };
  const coin = (name: string, look: (name: string) => string | undefined): string | undefined => {
    const found = look(name) ?? look(name.replace(/(?:-PERP|USDT)$/i, ''));
    if (found !== undefined) return found;
    const read = readName(name);
    if (read === undefined || !isCoin(read)) return undefined;
    // In small letters nothing distinguishes a coin of thousands from a name with a k.
    const isSpelled = look !== cased || !/^k/i.test(read.written);
    return (
      look(read.written) ?? (isSpelled ? (look(coinName(read)) ?? byReading(coinName(read).toUpperCase())) : undefined)
    );
  };
  const pair = (name: string): string | undefined => {
    const found = plain(name);
    if (found !== undefined) return found;
    const read = readName(name);
    if (read === undefined || read.quote === null || read.kind === 'future' || read.kind === 'option') return undefined;
    return plain(pairName(read)!) ?? byReading(keyOf(read));
  };
  const scales = (name: string): readonly string[] => {
    const upper = name.toUpperCase();
    const read = readName(name);
    const other = read === undefined || !isCoin(read) ? [] : [`K${read.base.toUpperCase()}`, read.base.toUpperCase()];
    const names = [`K${upper}`, ...(upper.startsWith('K') ? [upper.slice(1)] : []), ...other];
    return [...new Set(names.flatMap((one) => anyCase.get(one) ?? []))];
  };
  return {
    find: (name, policy) => {
      const asked = name.trim();
      if (policy === 'pair') return pair(asked);
      if (policy === 'cased') return coin(asked, cased);
      return coin(asked, plain) ?? (policy === 'alias' ? aliasOf(asked, scales) : undefined);
    },
    suggest: (name) => {
      const asked = name.trim();
      const read = readName(asked);
      const meant = read === undefined ? [] : nearestNames(exact, coinName(read));
      return [...new Set([...scales(asked), ...meant, ...nearestNames(exact, asked)])].slice(0, MOST);
    },
  };
}

function keyOf(read: SymbolReading): string {
  return `${coinName(read)}${read.quote === null ? '' : `/${read.quote}`}`.toUpperCase();
}

/** The thousand of a coin, or the coin of a thousand; a million is neither. */
function aliasOf(name: string, scales: (name: string) => readonly string[]): string | undefined {
  const read = readName(name);
  return read !== undefined && read.multiple > 1000 ? undefined : scales(name)[0];
}

/**
 * The symbol of a list that a name stands for, where the list is asked once. See {@link symbolIndex}.
 *
 * @example
 * resolveSymbol(['BTC', 'kBONK'], 'btcusdt'); // → 'BTC'
 * resolveSymbol(['BTCUSDT', 'BTCUSDC'], 'BTC-USDC', 'pair'); // → 'BTCUSDC'
 */
export function resolveSymbol(
  symbols: Iterable<string>,
  name: string,
  policy: SymbolPolicy = 'coin',
): string | undefined {
  return symbolIndex(symbols).find(name, policy);
}
