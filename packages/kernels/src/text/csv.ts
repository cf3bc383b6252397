/** Plain rows of CSV of bars, out of bytes into columns. */

import { textMachine } from './machine.ts';

/** Sizes of `text/csv.c`. */
const TEXT_BYTES = 327_680;
const ROWS = 2_048;
const CELLS = 64;
const COLUMNS = 8;

/** Layout of the rows of a file. */
export interface CsvLayout {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Per cell of a row the column that it is of (time, open, high, low, close, volume, and two more), or -1. */
  readonly targets: Int8Array;
  /** Times at which the reader stops, the first included and the second not: dates written as numbers. */
  readonly dates: readonly [least: number, end: number] | undefined;
}

/** Bounds of bars that need no word: prices, volumes, and close × volume. */
export interface BarBounds {
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly maxVolume: number;
  readonly maxNotional: number;
}

/**
 * Reader of rows of plain cells: decimals, and times in ISO-8601 in UTC. It stops before a row that is anything else, and
 * before one that it does not read to the last bit (over 19 digits, over 22 decimals).
 */
export interface CsvRows {
  /** Memory that text is to be put into, before it is read from there. It is the same one for all readers of a thread. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** The eight columns of the block that was read last, valid until the next: 2,048 rows, not all of which need be in use. */
  readonly columns: readonly Float64Array[];
  /**
   * Reads a block of rows at most.
   *
   * @param from offset in `text`.
   * @param end offset behind a line feed.
   * @param isText whether times are ISO-8601; else they are numbers, left as they are.
   * @returns rows read; 0 for a layout of more than 64 cells.
   */
  readonly read: (layout: CsvLayout, from: number, end: number, isText: boolean) => number;
  /** Offset of the row behind the block. */
  readonly next: () => number;
  /**
   * Whether the first `rows` rows of the block are bars within the bounds: volumes of 0 or more, no low above and no high below
   * open and close. Times are not looked at.
   */
  readonly areBars: (rows: number, bounds: BarBounds) => boolean;
}

let made: { readonly rows: CsvRows | undefined } | undefined;

/**
 * The reader of this thread; undefined without WebAssembly SIMD.
 *
 * @example
 * csvRows()?.columns.length; // → 8
 */
export function csvRows(): CsvRows | undefined {
  made ??= { rows: create() };
  return made.rows;
}

function create(): CsvRows | undefined {
  const machine = textMachine();
  if (machine === undefined) return undefined;
  const { run } = machine;
  const { buffer, byteOffset } = machine.bytes('CSV_TARGETS', CELLS);
  const targets = new Int8Array(buffer, byteOffset, CELLS);
  const block = machine.doubles('CSV_COLUMNS', COLUMNS * ROWS);
  return {
    text: machine.bytes('CSV_TEXT', TEXT_BYTES),
    columns: Array.from({ length: COLUMNS }, (_, at) => block.subarray(at * ROWS, (at + 1) * ROWS)),
    read: ({ targets: given, delimiter, dates: [least, most] = [0, 0] }, from, end, isText) => {
      if (given.length > CELLS) return 0;
      targets.set(given);
      return run.csvRows(from, end, given.length, delimiter, isText ? 1 : 0, least, most);
    },
    next: run.csvNext,
    areBars: (rows, { minPrice, maxPrice, maxVolume, maxNotional }) =>
      run.csvSound(rows, minPrice, maxPrice, maxVolume, maxNotional) === 1,
  };
}
