/** Parses plain CSV rows of bars from bytes into columns. */

import { textMachine } from './machine.ts';

/** Buffer sizes of `text/csv.c`. */
const TEXT_BYTES = 327_680;
const ROWS = 2_048;
const CELLS = 64;
const COLUMNS = 8;

/** Layout of the rows of a file. */
export interface CsvLayout {
  /** Byte between cells. */
  readonly delimiter: number;
  /** Column of each cell (time, open, high, low, close, volume, and two more), or -1 to skip it. */
  readonly targets: Int8Array;
  /** Range of numbers, from `least` to below `end`, that are dates written as digits; the reader stops there. */
  readonly dates: readonly [least: number, end: number] | undefined;
}

/** Bounds of bars that need no further check: prices, volumes, and close × volume. */
export interface BarBounds {
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly maxVolume: number;
  readonly maxNotional: number;
}

/**
 * Reader of rows of plain cells: decimals, and ISO-8601 times in UTC. It stops before any other row, and before a
 * number that it cannot parse to the last bit (over 19 digits, over 22 decimals).
 */
export interface CsvRows {
  /** Buffer for the text to parse, shared by all readers of a thread. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** The eight columns of the last block, valid until the next: 2,048 rows, of which the first ones are in use. */
  readonly columns: readonly Float64Array[];
  /**
   * Parses at most one block of rows.
   *
   * @param from offset in `text`.
   * @param end offset after a line feed.
   * @param isText whether times are ISO-8601; otherwise they are numbers and stay unchanged.
   * @returns number of rows read; 0 for a layout of more than 64 cells.
   */
  readonly read: (layout: CsvLayout, from: number, end: number, isText: boolean) => number;
  /** Offset of the row after the block. */
  readonly next: () => number;
  /**
   * Returns whether the first `rows` rows of the block are bars within the bounds: volumes of 0 or more, low at most
   * and high at least open and close. Ignores times.
   */
  readonly areBars: (rows: number, bounds: BarBounds) => boolean;
}

let reader: { readonly rows: CsvRows | undefined } | undefined;

/**
 * Returns the reader of this thread; undefined without WebAssembly SIMD.
 *
 * @example
 * csvRows()?.columns.length; // → 8
 */
export function csvRows(): CsvRows | undefined {
  reader ??= { rows: create() };
  return reader.rows;
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
