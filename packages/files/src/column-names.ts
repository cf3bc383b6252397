/** Names of bar columns at venues, in libraries and archives. */

/** Columns that a caller may map. `symbol` identifies the coin of a row in a long file. */
export const BAR_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume', 'symbol'] as const;
/** One of {@link BAR_COLUMNS}. */
export type BarColumn = (typeof BAR_COLUMNS)[number];

/** Normalizes a name for comparison: lower case, letters and digits only (`Open time`, `open_time` and `<OPEN TIME>` are equal). */
export const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Names of an open time, most certain first; the first match wins. */
const TIMES =
  'opentime timeopen klineopentime ticks timeperiodstart bucketstarttime starttime startat start barstart candledatetimeutc timestamp timestampms unixtimestamp unixtime unix epoch datetime datetimeutc dateutc timeutc date time ts t';
/** Names of a close time, which is not used: bars are dated by their open. */
const ENDS = 'closetime timeclose endtime timeperiodend timeend end';

/** Names of each of the six columns, most certain first. Volumes are base units; quote volumes are below. */
const NAMES: readonly (readonly string[])[] = [
  TIMES.split(' '),
  ['open', 'openprice', 'openingprice', 'priceopen', 'o', 'firstrate'],
  ['high', 'highprice', 'pricehigh', 'h', 'max', 'maxrate'],
  ['low', 'lowprice', 'pricelow', 'l', 'min', 'minrate'],
  ['close', 'closeprice', 'priceclose', 'closingprice', 'tradeprice', 'price', 'c', 'lastrate'],
  [
    'volume',
    'basevolume',
    'volumebase',
    'baseassetvolume',
    'volumefrom',
    'volumetraded',
    'candleacctradevolume',
    'vol',
    'v',
  ],
];

/** Names of a coin column. */
const SYMBOLS = new Set('symbol ticker tic coin pair instrument instrumentname instid productid asset'.split(' '));

/** Currency suffixes of a name. */
const QUOTES = 'usd usdt usdc busd fdusd tusd dai eur gbp jpy krw try brl aud quote quoteasset currency to notional';
const QUOTE = new Set(QUOTES.split(' '));
const PRICE_WITH_QUOTE = new RegExp(`^(open|high|low|close)(?:${QUOTES.replaceAll(' ', '|')})$`);

const HTX = ['id', 'amount', 'vol', 'count'];

/** Indexes of matching columns of a header, or the reason for no match. */
export interface Candidates {
  readonly places: readonly number[];
  /** Reason for no or too many matches: what the header has instead. */
  readonly reason?: string;
}

/** Indexes of the most certain name in the header for column `at` of the six. */
export function candidatesOf(header: readonly string[], at: number): Candidates {
  const names = header.map(bare);
  // HTX: the id is the open in seconds, amount is in the base and vol in the quote, or in contracts.
  if ((at === 0 || at === 5) && HTX.every((name) => names.includes(name))) {
    return { places: placesOf(names, at === 0 ? 'id' : 'amount') };
  }
  for (const alias of NAMES[at]!) {
    const found = placesOf(names, alias);
    if (found.length === 0) continue;
    if (at === 0 && alias === 'date' && names.includes('time')) {
      return { places: [], reason: 'date and time in two columns: join them, as 2024-01-31T12:00' };
    }
    // OKX: `vol` counts contracts for swaps, coins for spot.
    if (alias === 'vol' && names.includes('volccy')) {
      return { places: [], reason: 'vol and vol_ccy: which one has units of the base depends on the market' };
    }
    return { places: exactCase(header, found, alias) };
  }
  if (at === 0) return timeInstead(names);
  return at === 5 ? volumeInstead(names) : { places: names.flatMap((name, i) => (isPrice(name, at) ? [i] : [])) };
}

/** Indexes of a name. Single letters are case-sensitive, such as `T` for close time and `t` for open time. */
const placesOf = (names: readonly string[], alias: string): number[] =>
  names.flatMap((name, i) => (name === alias ? [i] : []));

function exactCase(header: readonly string[], found: readonly number[], alias: string): readonly number[] {
  const exact = found.filter((i) => header[i]!.trim() === alias);
  return exact.length === 1 ? exact : found;
}

const isPrice = (name: string, at: number): boolean => PRICE_WITH_QUOTE.exec(name)?.[1] === NAMES[at]![0];

function timeInstead(names: readonly string[]): Candidates {
  // pandas writes the index first, without a name.
  if (names[0] === '') return { places: [0] };
  const ends = new Set(ENDS.split(' '));
  const end = names.find((name) => ends.has(name));
  return end === undefined
    ? { places: [] }
    : { places: [], reason: 'closing times only: bars go by their open, so take the length of a bar off them' };
}

/** A volume that names its unit: `Volume BTC`, `Volume_(Currency)`. */
function volumeInstead(names: readonly string[]): Candidates {
  const named = names.flatMap((name, i) => {
    const unit = /^vol(?:ume)?(.+)$/.exec(name)?.[1];
    return unit === undefined || unit.startsWith('ma') ? [] : [{ i, isQuote: QUOTE.has(unit) }];
  });
  const base = named.filter(({ isQuote }) => !isQuote).map(({ i }) => i);
  if (base.length > 1) return { places: [], reason: 'several volumes: say which has units of the base' };
  if (base.length === 0 && (named.length > 0 || names.includes('quotevolume'))) {
    return { places: [], reason: 'a volume in the quote currency only: divide it by the close' };
  }
  return { places: base };
}

/** Index of the symbol column; -1 when absent. */
export function symbolPlace(header: readonly string[]): number {
  const names = header.map(bare);
  const found = names.findIndex((name) => SYMBOLS.has(name));
  // The perp venue's candles: t, T, s, i, o, c, h, l, v, n.
  return found === -1 && ['t', 's', 'o', 'c'].every((name) => header.includes(name)) ? header.indexOf('s') : found;
}

/** Names of times in series such as settlements or samples, before those of bars. */
const MOMENTS =
  'fundingtime fundingratetimestamp settletime settlementtime calctime createtime sampletime snapshottime';

/** Usual value names of series by kind, most certain first, without quote-currency values. */
const VALUES: readonly (readonly string[])[] = [
  ['fundingrate', 'lastfundingrate', 'realizedrate'],
  ['openinterest', 'sumopeninterest', 'openinterestamount'],
];

/** Indexes of the most certain time name of a series, or the reason for no match. */
export function momentOf(header: readonly string[]): Candidates {
  const names = header.map(bare);
  const moment = MOMENTS.split(' ').find((name) => names.includes(name));
  return moment === undefined ? candidatesOf(header, 0) : { places: placesOf(names, moment) };
}

/** Indexes of value columns with a usual name, one per kind. */
export function usualValues(header: readonly string[]): readonly number[] {
  const names = header.map(bare);
  return VALUES.flatMap((kind) => {
    const found = kind.find((name) => names.includes(name));
    return found === undefined ? [] : placesOf(names, found);
  });
}

/** Whether a name denotes a time. */
export const isTimeName = (name: string): boolean => NAMES[0]!.includes(bare(name));
