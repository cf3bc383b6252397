/** Grammar of symbols: pairs, perps, futures and coins as exchanges, libraries and people write them. */

import {
  ASSET_CODES,
  BITFINEX_CODES,
  CODES,
  DOLLARS,
  NO_PAIRS,
  OTHER_QUOTES,
  SURE_ENDINGS,
  UNSURE_ENDINGS,
  VENUES,
  WELL_KNOWN,
} from './symbol-words.ts';

/** Kind of the instrument; null when the name does not state it. */
export type SymbolKind = 'spot' | 'perp' | 'future' | 'option' | null;

/** Parts of a symbol. */
export interface SymbolReading {
  /** Ticker of the coin in the usual spelling: BTC for XBT, PEPE for `1000PEPE`. */
  readonly base: string;
  /** Coins in one unit of the instrument: 1000 for `kPEPE`, 1 where the name has no multiple. */
  readonly multiple: number;
  /** Currency of the prices; null when the name does not state it. */
  readonly quote: string | null;
  readonly kind: SymbolKind;
  /** Base as written in the symbol, without quote and kind. */
  readonly written: string;
}

/** Ticker and the multiple before or after it. */
export interface Multiple {
  readonly coin: string;
  /** Coins in one unit of the ticker: 1,000 for kPEPE. */
  readonly multiple: number;
}

/**
 * Multiple before a ticker: `kPEPE`, `1000PEPE`, `1000000MOG`, `1MBABYDOGE`; `1000X`, `1MIL`, `1INCH` and `KAS` are
 * plain names.
 */
const BEFORE = /^(?:(k)(?=[A-Z\d])|(10{3,8})(?=[A-Z][A-Z\d])|(1M)(?=[A-Z]{3}))(.+)$/;
/** Multiple after a ticker: `SHIB1000`. */
const BEHIND = /^([A-Z]{2,})(10{3,8})$/;

/**
 * Splits a ticker of a multiple-coin contract.
 *
 * @example
 * splitMultiple('1000PEPE'); // → { coin: 'PEPE', multiple: 1000 }
 * splitMultiple('1INCH'); // → { coin: '1INCH', multiple: 1 }
 */
export function splitMultiple(ticker: string): Multiple {
  const [, k, zeros, million, coin] = BEFORE.exec(ticker) ?? [];
  if (coin !== undefined)
    return { coin, multiple: k !== undefined ? 1000 : million !== undefined ? 1e6 : Number(zeros) };
  const [, name, behind] = BEHIND.exec(ticker) ?? [];
  return name === undefined ? { coin: ticker, multiple: 1 } : { coin: name, multiple: Number(behind) };
}

/** Longest text to parse; file names are shorter. */
const LONGEST = 200;

const isQuote = (text: string): boolean => DOLLARS.has(text) || OTHER_QUOTES.has(text);

/** Quote in the usual spelling; undefined when the text is not a quote. */
function quoteIn(text: string): string | undefined {
  const upper = text.toUpperCase();
  const usual = CODES.get(upper) ?? upper;
  return isQuote(usual) ? usual : undefined;
}

const TICKER: RegExp = /* @__PURE__ */ new RegExp('^(?:[A-Za-z\\d]{1,20}|\\p{L}[\\p{L}\\d]{0,19})$', 'u');

/** Base of a symbol with exchange codes, case and multiples resolved; undefined when the text cannot be a ticker. */
function baseIn(
  written: string,
  quote: string | null,
): Pick<SymbolReading, 'base' | 'multiple' | 'written'> | undefined {
  if (!TICKER.test(written)) return undefined;
  const upper = written.toUpperCase();
  const isMixed = written !== written.toLowerCase() && written !== upper;
  const cased = isMixed && !WELL_KNOWN.has(upper) ? written : upper;
  const { coin, multiple } = splitMultiple(cased);
  const asset = quote === null ? ASSET_CODES.get(coin) : undefined;
  return { base: CODES.get(coin) ?? asset ?? coin, multiple, written };
}

function reading(written: string, quote: string | null, kind: SymbolKind): SymbolReading | undefined {
  const base = baseIn(written, quote);
  return base === undefined ? undefined : { ...base, quote, kind };
}

/** Splits `BTCUSDT` at its longest quote. */
function joined(text: string, kind: SymbolKind): SymbolReading | undefined {
  const upper = text.toUpperCase();
  const kraken = /^X([A-Z]{3})(?:Z([A-Z]{3})|X(XBT|ETH))$/.exec(upper);
  const legacy = quoteIn(kraken?.[2] ?? kraken?.[3] ?? '');
  if (kraken !== null && legacy !== undefined && [ASSET_CODES, CODES].some((codes) => codes.has(`X${kraken[1]!}`)))
    return reading(kraken[1]!, legacy, kind);
  if (NO_PAIRS.has(upper)) return undefined;
  const before = (quote: string): string | undefined =>
    upper.endsWith(quote) && upper.length > quote.length ? text.slice(0, -quote.length) : undefined;
  for (const quote of UNSURE_ENDINGS) {
    const base = before(quote);
    if (base !== undefined && (WELL_KNOWN.has(base.toUpperCase()) || splitMultiple(base).multiple > 1)) {
      return reading(base, CODES.get(quote) ?? quote, kind);
    }
  }
  for (const quote of SURE_ENDINGS) {
    const base = before(quote);
    if (base !== undefined) return reading(base, quote, kind);
  }
  return undefined;
}

/** Tickers that Yahoo numbers because several coins share them: `PEPE24478-USD`. */
const NUMBERED = /^([A-Z]{2,})(?!1000+$)\d{4,6}$/;

/** Reads `BTC-USDT`, `BTC_USDT_USDT`, and markets that name the quote first: `KRW-BTC`. */
function separated(parts: readonly string[], kind: SymbolKind): SymbolReading | undefined {
  const [first = '', second = '', third] = parts;
  const quote = quoteIn(second);
  if (third !== undefined) {
    const settle = third.toUpperCase();
    const isSettled = quote !== undefined && (settle === quote || settle === first.toUpperCase());
    return parts.length === 3 && isSettled ? reading(first, quote, kind ?? 'perp') : undefined;
  }
  if (first === '' || second === '') return undefined;
  const leading = quoteIn(first);
  if (leading !== undefined && isQuoteFirst(leading, second.toUpperCase())) return reading(second, leading, kind);
  if (quote === undefined) return undefined;
  return reading(quote === 'USD' ? first.replace(NUMBERED, '$1') : first, quote, kind);
}

/** Coins that pairs are priced in, usual quotes first: BTC-ETH means ETH in BTC, as ETH-BTC does. */
const COIN_QUOTES = ['BTC', 'ETH', 'BNB', 'SOL'];

function isQuoteFirst(quote: string, second: string): boolean {
  const base = CODES.get(second) ?? second;
  if (!WELL_KNOWN.has(base)) return false;
  const rank = COIN_QUOTES.indexOf(base);
  if (COIN_QUOTES.includes(quote)) return rank > COIN_QUOTES.indexOf(quote) || (rank === -1 && !isQuote(base));
  return (rank !== -1 || !isQuote(base)) && (SURE_ENDINGS.includes(quote) || OTHER_QUOTES.has(quote));
}

function pairIn(text: string, kind: SymbolKind): SymbolReading | undefined {
  const parts = text.split(/[-_/. ]/);
  return parts.length > 1 ? separated(parts, kind) : joined(text, kind);
}

/** Reads a perp, a future or a coin without a quote: `BTC-PERP`, `BTC-28JUN24`. */
function alone(text: string, kind: SymbolKind): SymbolReading | undefined {
  return pairIn(text, kind) ?? reading(text, null, kind);
}

const DAY = '(?:\\d{1,2}(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\\d{2}|(?:20)?\\d{2}[01]\\d[0-3]\\d)';
/** Spellings of instruments: pattern of the part before the kind, and the kind. */
const KINDS: readonly (readonly [pattern: RegExp, kind: SymbolKind])[] = /* @__PURE__ */ instrumentKinds();

/** A separate function, so that bundlers drop it when no names are read. */
function instrumentKinds(): readonly (readonly [pattern: RegExp, kind: SymbolKind])[] {
  return [
    [new RegExp(`^(.+)[-_]${DAY}-[\\d.d]+-[CP]$`, 'i'), 'option'],
    [new RegExp(`^(?:F[IF]_)?(.+)[-_](?:${DAY}|[CN][WQ])$`, 'i'), 'future'],
    [/^((?:.+USD[TC]?)|XBT)[FGHJKMNQUVXZ]\d{2}$/, 'future'],
    [/^P[IF]_(.+)$/, 'perp'],
    [/^(.+?)(?:\.P|[-_. ](?:PERP(?:ETUAL)?(?:-INTX)?|SWAP|[UDC]MCBL))$/i, 'perp'],
    [/^(.+)_SPBL$/, 'spot'],
    [/^(.+USD[TC]?)M$/, 'perp'],
    [/^([A-Z\d]+)PERP$/, 'perp'],
  ];
}

/**
 * Reads an instrument symbol or a coin ticker. Without a list of existing symbols a name can be ambiguous; the usual
 * meaning wins, and `resolveSymbol` tries exact names first.
 *
 * @param text name as exchanges (`XXBTZUSD`, `tBTCUST`, `BTC-USDT-SWAP`, `PF_XBTUSD`), ccxt (`BTC/USDT:USDT`), charting
 * sites (`BINANCE:BTCUSDT.P`) and people (`btc-usd`, `BTC-PERP`) write it.
 * @returns undefined for other text, such as `xyz:GOLD` or `@107`.
 * @example
 * readSymbol('1000PEPE/USDT:USDT'); // → { base: 'PEPE', multiple: 1000, written: '1000PEPE', quote: 'USDT', kind: 'perp' }
 * readSymbol('XBTUSD')?.base; // → 'BTC'
 * readSymbol('xyz:GOLD'); // → undefined
 */
export function readSymbol(text: string): SymbolReading | undefined {
  if (text.length > LONGEST) return undefined;
  const trimmed = text.trim();
  const ccxt = /^([^/:]+)\/([^/:]+):([^/:-]+)(?:-(.+))?$/.exec(trimmed);
  if (ccxt !== null) {
    const [, base, quote = '', , end] = ccxt;
    const priced = quoteIn(quote);
    if (priced === undefined) return undefined;
    return reading(base!, priced, end === undefined ? 'perp' : end.includes('-') ? 'option' : 'future');
  }
  const [, left, right] = /^([^:/]+):([^:]+)$/.exec(trimmed) ?? [];
  if (left !== undefined && right !== undefined) return prefixed(left, right);
  const bitfinex = /^t([A-Z\d]{5,})$/.exec(trimmed)?.[1];
  if (bitfinex !== undefined) return fromBitfinex(bitfinex);
  for (const [pattern, kind] of KINDS) {
    const found = pattern.exec(trimmed)?.[1];
    const read = found === undefined ? undefined : alone(found, kind);
    if (read !== undefined) return read;
  }
  return alone(trimmed, null);
}

/** Reads a name with a colon: a venue in `BINANCE:BTCUSDT`, a coin in `tDOGE:USD`; `xyz:GOLD` is a plain name. */
function prefixed(left: string, right: string): SymbolReading | undefined {
  const code = BITFINEX_CODES.get(right) ?? right;
  const quote = quoteIn(code);
  const base = /^t?([A-Z\d]+)$/.exec(left)?.[1];
  if (quote !== undefined && base !== undefined && !VENUES.has(left.toLowerCase())) {
    return reading(BITFINEX_CODES.get(base) ?? base, quote, left.endsWith('F0') ? 'perp' : null);
  }
  return VENUES.has(left.toLowerCase()) || /^[A-Z][A-Z\d_]+$/.test(left) ? readSymbol(right) : undefined;
}

/** Reads `tBTCUST`: the last three letters are the quote, in codes of Bitfinex. */
function fromBitfinex(pair: string): SymbolReading | undefined {
  const [base, code] = [pair.slice(0, -3), pair.slice(-3)];
  const quote = quoteIn(BITFINEX_CODES.get(code) ?? code);
  return quote === undefined ? undefined : reading(BITFINEX_CODES.get(base) ?? base, quote, null);
}

/**
 * Returns whether the instrument is priced in dollars or names no quote: its prices are then those of the coin.
 *
 * @example
 * isInDollars({ quote: 'USDT' }); // → true
 */
export function isInDollars({ quote }: Pick<SymbolReading, 'quote'>): boolean {
  return quote === null || DOLLARS.has(quote);
}

/**
 * Name of the coin that keeps the scale of its prices: `kPEPE` for a thousand, `1000000MOG` for a million.
 *
 * @example
 * coinName({ base: 'PEPE', multiple: 1000 }); // → 'kPEPE'
 */
export function coinName({ base, multiple }: Pick<SymbolReading, 'base' | 'multiple'>): string {
  return multiple === 1 ? base : multiple === 1000 ? `k${base}` : `${multiple}${base}`;
}

/**
 * USDT perp of a coin as exchanges write it: small coins are counted by the thousand.
 *
 * @example
 * usdtPerp('kPEPE'); // → '1000PEPEUSDT'
 */
export function usdtPerp(coin: string): string {
  return `${coin.startsWith('k') ? `1000${coin.slice(1)}` : coin}USDT`;
}

/**
 * Name of a pair as the large exchanges write it; undefined without a quote.
 *
 * @param quote quote to use. @default that of the symbol
 * @example
 * pairName({ base: 'PEPE', multiple: 1000, written: 'kPEPE', quote: 'USDT' }); // → '1000PEPEUSDT'
 */
export function pairName(
  { base, multiple, written, quote: own }: Omit<SymbolReading, 'kind'>,
  quote: string | null = own,
): string | undefined {
  if (quote === null) return undefined;
  const scaled = written.startsWith('k') ? `${multiple}${base}` : written;
  return `${multiple === 1 ? base : scaled}${quote}`.toUpperCase();
}
