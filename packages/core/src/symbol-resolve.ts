/** Resolves the spellings that people use to symbols that exist, by a policy for each kind of operation. */

import { nearestNames } from './nearest.ts';
import { readFileSymbol } from './symbol-file.ts';
import { coinName, isInDollars, pairName, readSymbol, type SymbolReading } from './symbol.ts';

/**
 * Rule by which a name resolves to a symbol. An exact name wins under each:
 *
 * - `coin`: the coin in any case and any spelling of the same scale (`btc`, `BTC/USDT`, `XBTUSD`, `1000PEPE` for
 *   kPEPE), in dollars or without a quote. Used by SIGNUM, volatility, quant, perps, candles, positioning, depth and
 *   news.
 * - `alias`: as `coin`, and when only one of PEPE and kPEPE exists, either name finds it. Used by technical, volume and
 *   meme, as the contract requires. No other policy crosses a scale of prices.
 * - `cased`: as `coin`, but in kPEPE and similar names only the first letter may change case. Used by trade flow.
 * - `pair`: the exact pair; a coin or another quote does not match. Used by perps of the large exchange.
 */
export type SymbolPolicy = 'coin' | 'alias' | 'cased' | 'pair';

/** Symbols of a list, found by name. */
export interface SymbolIndex {
  /** Symbol that a name resolves to; undefined without a match. */
  find(name: string, policy: SymbolPolicy): string | undefined;
  /**
   * Symbols that a caller may have meant: other scales and quotes of the coin first, then similar names; five at most.
   */
  suggest(name: string): readonly string[];
}

/** Most suggestions. */
const MOST = 5;
/** Perp of a thousand coins, such as kPEPE. */
const THOUSANDS = /^k[A-Z\d]/;

/**
 * Reads a caller's name: a symbol, or an archive name that contains a symbol.
 *
 * @example
 * readName('BTCUSDT-1h-2024-01.csv')?.base; // → 'BTC'
 */
export function readName(name: string): SymbolReading | undefined {
  return readSymbol(name) ?? readFileSymbol(name);
}

/** Whether a reading is a spot or perp coin in dollars: no future, option or pair of another quote. */
function isCoin(read: SymbolReading): boolean {
  return isInDollars(read) && read.kind !== 'future' && read.kind !== 'option';
}

/**
 * Coin that a name spells, without a list of existing symbols: with the scale of its prices, in capital letters except
 * for mixed-case names.
 *
 * @returns undefined unless the text is a symbol, and for pairs not in dollars, futures and options.
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
 * Coin of {@link coinSpelled}, or else the name in capital letters.
 *
 * @example
 * coinNamed('xyz:gold'); // → 'XYZ:GOLD'
 */
export function coinNamed(name: string): string {
  return coinSpelled(name) ?? name.trim().toUpperCase();
}

/**
 * Spot pair that a name spells, without a list of existing symbols.
 *
 * @returns the pair, or the name in capital letters when it does not spell a spot pair.
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
 * Builds the index of a list. Among names that differ only in case, the first one matches other cases.
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
  /** Finds by the meaning of a symbol, for lists with other spellings: 1000BONK is kBONK. */
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
    // In lower case a coin of thousands looks the same as a name that starts with k.
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
      const trimmed = name.trim();
      if (policy === 'pair') return pair(trimmed);
      if (policy === 'cased') return coin(trimmed, cased);
      return coin(trimmed, plain) ?? (policy === 'alias' ? aliasOf(trimmed, scales) : undefined);
    },
    suggest: (name) => {
      const trimmed = name.trim();
      const read = readName(trimmed);
      const meant = read === undefined ? [] : nearestNames(exact, coinName(read));
      return [...new Set([...scales(trimmed), ...meant, ...nearestNames(exact, trimmed)])].slice(0, MOST);
    },
  };
}

function keyOf(read: SymbolReading): string {
  return `${coinName(read)}${read.quote === null ? '' : `/${read.quote}`}`.toUpperCase();
}

/** Thousand-unit of a coin, or the coin of a thousand-unit; undefined for a million. */
function aliasOf(name: string, scales: (name: string) => readonly string[]): string | undefined {
  const read = readName(name);
  return read !== undefined && read.multiple > 1000 ? undefined : scales(name)[0];
}

/**
 * Resolves a name against a list that is used once. See {@link symbolIndex}.
 *
 * @param policy rule by which the name resolves. @default 'coin'
 * @returns the symbol of the list that the name means; undefined when no symbol or several match.
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
