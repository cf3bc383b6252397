/** Layouts of rows without a header, and what confirms each. */

/** Check of a row against a layout: the six numbers of the bar, then those of the cells that confirm the layout. */
export type RowCheck = (row: ArrayLike<number>) => boolean;

/** Names of the layouts; of two that a first row confirms, the first counts. */
export const LAYOUT_NAMES = ['ohlcv', 'ohlcvt', 'kraken', 'klines'] as const;

/** One of {@link LAYOUT_NAMES}. */
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** A layout of rows without a header; all begin with the time. */
export interface Layout {
  /** Numbers of cells of such rows. */
  readonly widths: readonly number[];
  /** Place of the volume. Places 1 to 4 are open, high, low and close. */
  readonly volume: number;
  /** Columns, and who writes them. */
  readonly title: string;
  /** Places of the cells that confirm the layout. */
  readonly witnesses: readonly number[];
  /** Rule that each row keeps besides those of bars; empty where those alone confirm the layout. */
  readonly rule: string;
  readonly confirms: RowCheck;
}

/** Places of a row that {@link RowCheck} takes. */
const [HIGH, LOW, VOLUME, FIRST, SECOND] = [2, 3, 5, 6, 7] as const;
/** Share by which rounding moves a quote volume out of low and high times the volume. */
const ROUNDING = 0.01;

/** Whether the first witness is the quote volume of the bar: its average price is within low and high. */
const hasQuoteVolume: RowCheck = (row) =>
  row[FIRST]! >= row[LOW]! * row[VOLUME]! * (1 - ROUNDING) && row[FIRST]! <= row[HIGH]! * row[VOLUME]! * (1 + ROUNDING);

/** Whether a cell counts the trades of its bar: a whole number, and 0 exactly where nothing was traded. */
const isCount = (count: number, volume: number): boolean =>
  Number.isInteger(count) && count >= 0 && (count === 0) === (volume === 0);

/** Layouts by name. */
export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  ohlcv: {
    widths: [6],
    volume: 5,
    title: 'time, open, high, low, close, volume (ccxt and others)',
    witnesses: [],
    rule: '',
    confirms: () => true,
  },
  ohlcvt: {
    widths: [7],
    volume: 5,
    title: 'time, open, high, low, close, volume, trades (Kraken) or quote volume',
    witnesses: [6],
    rule: 'cell 7 is a whole number, 0 where the volume is, or over the volume a price within low and high',
    confirms: (row) => isCount(row[FIRST]!, row[VOLUME]!) || hasQuoteVolume(row),
  },
  kraken: {
    widths: [8],
    volume: 6,
    title: 'time, open, high, low, close, vwap, volume, trades (Kraken)',
    witnesses: [5, 7],
    rule: 'vwap is within low and high where there were trades',
    // A bar without trades has a vwap of 0, or of the last price.
    confirms: (row) =>
      isCount(row[SECOND]!, row[VOLUME]!) &&
      (row[VOLUME] === 0 || (row[FIRST]! >= row[LOW]! && row[FIRST]! <= row[HIGH]!)),
  },
  klines: {
    widths: [8, 12],
    volume: 5,
    title: 'the klines of Binance (open time, open, high, low, close, volume, close time, quote volume, …)',
    witnesses: [7],
    rule: 'quote volume over volume is a price within low and high',
    confirms: hasQuoteVolume,
  },
};

/** Check of every row against the layout that the first row confirmed. */
export interface LayoutCheck {
  readonly witnesses: readonly number[];
  readonly confirms: RowCheck;
  /** Expectation of a row that does not confirm the layout. */
  readonly expected: string;
}
