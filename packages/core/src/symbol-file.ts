/** Reads symbols from file names of exchange archives, charting sites, freqtrade and people. */

import { INTERVALS, type Interval } from './interval.ts';
import { FILE_WORDS, FULL_NAMES, VENUES, WELL_KNOWN } from './symbol-words.ts';
import { readSymbol, type SymbolReading } from './symbol.ts';

/** Symbol and interval in a file name. */
export interface FileReading extends SymbolReading {
  /** Length of a bar; undefined when the name has no supported {@link Interval}. */
  readonly interval: Interval | undefined;
}

const ENDING = /\.(?:csv|tsv|txt|json|ndjson|jsonl|parquet|feather|arrow|arrows|ipc|zip)(?:\.(?:gz|zst|bz2|zip))?$/i;
/** Intervals that charting sites and exchanges write in minutes without a unit. */
const MINUTES: Readonly<Record<string, Interval>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  30: '30m',
  60: '1h',
  240: '4h',
  1440: '1d',
};
const SPELLED: Readonly<Record<string, Interval>> = {
  minute: '1m',
  minutes: '1m',
  hour: '1h',
  hourly: '1h',
  h: '1h',
  day: '1d',
  daily: '1d',
  d: '1d',
  week: '1w',
  weekly: '1w',
  w: '1w',
};

/** Interval of a word in a name; `other` for an unsupported one, undefined when the word is not an interval. */
function intervalIn(token: string): Interval | 'other' | undefined {
  const lower = token.toLowerCase();
  const spelled = Object.hasOwn(SPELLED, lower) ? SPELLED[lower] : undefined;
  if (spelled !== undefined) return spelled;
  const [, count, unit] =
    /^(\d{1,4})-?(s|m|min|mins|minute|minutes|h|hr|hrs|hour|hours|d|day|days|w|wk|week|mo|month)$/i.exec(token) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const text = unit === 'M' ? '' : `${count}${unit[0]!.toLowerCase()}`;
  const name = /^mo/i.test(unit) ? undefined : INTERVALS.find((one) => one === text);
  return name ?? (text === '60m' ? '1h' : text === '240m' ? '4h' : text === '24h' ? '1d' : 'other');
}

/** Words of a name without those of the symbol, and the interval among them. */
interface Sifted {
  readonly kept: readonly string[];
  readonly dropped: number;
  readonly interval: Interval | undefined;
}

function sifted(tokens: readonly string[], isCharted: boolean, withVenues: boolean): Sifted {
  const kept: string[] = [];
  let interval: Interval | undefined;
  const isNoise = (token: string): boolean => {
    const lower = token.toLowerCase();
    const isFirst = kept.length === 0;
    // A coin may share its name with a word or a letter: first and in capitals, it is the coin.
    if (isFirst && token === token.toUpperCase() && /^[A-Z]+$/.test(token)) return withVenues && VENUES.has(lower);
    const found = intervalIn(token);
    if (found !== undefined) {
      if (found !== 'other') interval ??= found;
      return true;
    }
    if (/^\d+$/.test(token)) {
      if (!isFirst && Object.hasOwn(MINUTES, token)) interval ??= MINUTES[token];
      return true;
    }
    if (withVenues && VENUES.has(lower)) return true;
    return FILE_WORDS.has(lower) || (isCharted && !isFirst && /^[\da-f]{5}$/.test(token));
  };
  for (const token of tokens) if (!isNoise(token)) kept.push(token);
  return { kept, dropped: tokens.length - kept.length, interval };
}

/** Year joined to the symbol, as in `BTCUSDT2024-01-01`. */
const YEAR = /(?<=USD[TC]?)20\d{2}$/;

/** Symbol in the remaining words of a name. A lone ticker counts in capitals, or when well known. */
function symbolOf(kept: readonly string[]): SymbolReading | undefined {
  const only = kept.length === 1 ? kept[0]! : undefined;
  const full = only === undefined || only === only.toUpperCase() ? undefined : FULL_NAMES.get(only.toLowerCase());
  const read = readSymbol(full ?? kept.join('-'));
  return read !== undefined && (kept.length > 0 || full !== undefined) && isSure(read) ? read : undefined;
}

function isSure({ quote, kind, written, base, multiple }: SymbolReading): boolean {
  if (quote !== null || multiple > 1) return true;
  const isCapital = /^[A-Z\d]*[A-Z][A-Z\d]*$/.test(written);
  return WELL_KNOWN.has(base) || isCapital || (kind !== null && !/^[a-z]/.test(written));
}

/**
 * Reads the symbol and the interval from a file name.
 *
 * @param path file name with or without folders and extensions.
 * @returns undefined when no symbol is certain.
 * @example
 * readFileSymbol('BTCUSDT-1h-2024-01.csv')?.base; // → 'BTC'
 * readFileSymbol('BINANCE_BTCUSDT, 60.csv')?.interval; // → '1h'
 * readFileSymbol('my bars.csv'); // → undefined
 */
export function readFileSymbol(path: string): FileReading | undefined {
  const name = path
    .split(/[\\/](?=[^\\/]*\.)/)
    .at(-1)!
    .replace(ENDING, '')
    .trim();
  if (name.length > 200) return undefined;
  const whole = readSymbol(name);
  if (whole !== undefined && isSure(whole)) return { ...whole, interval: undefined };
  const copied = name.replace(/\(\d+\)/g, ' ');
  const tokens = copied
    .split(/[\s_,;()[\]-]+/)
    .filter((token) => token !== '')
    .map((token) => token.replace(YEAR, ''));
  for (const withVenues of [true, false]) {
    const { kept, dropped, interval } = sifted(tokens, name.includes(','), withVenues);
    const read = dropped > 0 || copied !== name ? symbolOf(kept) : undefined;
    const isQuoteAlone = read?.quote === null && kept.length === 1 && /^USD[TC]?$/.test(read.base) && withVenues;
    if (read !== undefined && !isQuoteAlone) return { ...read, interval };
  }
  return undefined;
}
