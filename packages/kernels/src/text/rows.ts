/** Writes columns as CSV rows, in blocks. */

import { textMachine, type TextMachine } from './machine.ts';
import { fillPowersOfTen } from './powers.ts';

const CELLS = 8_192;
const COLUMNS = 256;
const TEXT_BYTES = 16_384;
const TEXTS = 1_024;
const OUT_BYTES = 131_072;
const NUMBER_BYTES = 25;
const POWERS = 617;

/**
 * Cells of a column: numbers, with NaN as an empty cell; numbers of a table with several per row; codes of texts, with
 * an empty cell below 0; or one text for every row. Texts are the bytes to write, quoted if necessary.
 */
export type TextColumn =
  | Float64Array
  | { readonly table: Float64Array; readonly width: number; readonly at: number }
  | { readonly codes: Int8Array; readonly texts: readonly Uint8Array[] }
  | Uint8Array;

/** Writes rows `from…from + length` of columns, as many as fit. */
export interface RowWriter {
  /** Most rows per call. */
  readonly rows: number;
  /** @returns the bytes, valid until the next call of any writer. */
  readonly write: (columns: readonly TextColumn[], from: number, length: number) => Uint8Array<ArrayBuffer>;
}

interface Views {
  readonly machine: TextMachine;
  readonly numbers: Float64Array;
  readonly codes: Int8Array;
  readonly firstText: Int32Array;
  readonly textBegins: Int32Array;
  readonly texts: Uint8Array;
  readonly out: Uint8Array<ArrayBuffer>;
}

let known: { readonly views: Views | undefined } | undefined;

function views(): Views | undefined {
  known ??= { views: viewsOf(textMachine()) };
  return known.views;
}

function viewsOf(machine: TextMachine | undefined): Views | undefined {
  if (machine === undefined) return undefined;
  const powers = machine.doubles('POWERS_OF_TEN', 2 * POWERS);
  fillPowersOfTen(new BigUint64Array(powers.buffer, powers.byteOffset, powers.length));
  const numbers = machine.doubles('CELL_NUMBERS', CELLS);
  return {
    machine,
    numbers,
    codes: new Int8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    firstText: machine.integers('FIRST_TEXT', COLUMNS),
    textBegins: machine.integers('TEXT_BEGINS', TEXTS + 1),
    texts: machine.bytes('TEXT_ALL', TEXT_BYTES),
    out: machine.bytes('ROWS_OUT', OUT_BYTES),
  };
}

/** Texts of the columns in memory. */
interface Texts {
  readonly first: Int32Array;
  readonly begins: Int32Array;
  readonly bytes: Uint8Array;
  /** Most bytes of a row. */
  readonly most: number;
}

function textsOf(columns: readonly TextColumn[]): Texts {
  const first = new Int32Array(columns.length).fill(-1);
  const begins = [0];
  const all: Uint8Array[] = [];
  let end = 0;
  let most = columns.length;
  columns.forEach((column, i) => {
    const texts = column instanceof Uint8Array ? [column] : 'texts' in column ? column.texts : undefined;
    if (texts === undefined) {
      most += NUMBER_BYTES;
      return;
    }
    first[i] = all.length;
    most += Math.max(0, ...texts.map(({ length }) => length));
    for (const text of texts) {
      all.push(text);
      begins.push((end += text.length));
    }
  });
  const bytes = new Uint8Array(end);
  all.forEach((text, i) => bytes.set(text, begins[i]));
  return { first, begins: Int32Array.from(begins), bytes, most };
}

/**
 * Creates a writer of rows for columns of the kinds of `columns`; their texts apply to every call.
 *
 * @returns undefined without WebAssembly SIMD, and for rows that exceed its memory: over 256 columns, 1,024 texts or 16
 * kB of texts.
 * @example
 * const columns = [Float64Array.of(0.1 + 0.2, NaN), { codes: Int8Array.of(-1, 0), texts: [Uint8Array.of(0x61)] }];
 * String.fromCharCode(...rowWriter(columns)!.write(columns, 0, 2)); // → '0.30000000000000004,\n,a\n'
 */
export function rowWriter(columns: readonly TextColumn[]): RowWriter | undefined {
  const count = columns.length;
  const texts = textsOf(columns);
  const fits = count <= COLUMNS && texts.begins.length - 1 <= TEXTS && texts.bytes.length <= TEXT_BYTES;
  const to = fits && count > 0 ? views() : undefined;
  if (to === undefined) return undefined;
  const rows = Math.min(Math.floor(OUT_BYTES / texts.most), Math.floor(CELLS / count));
  return {
    rows,
    write(given, from, length) {
      const taken = Math.min(rows, length);
      to.firstText.set(texts.first);
      to.textBegins.set(texts.begins);
      to.texts.set(texts.bytes);
      given.forEach((column, i) => load(to, column, i * rows, from, taken));
      return to.out.subarray(0, to.machine.run.rowsBlock(taken, count, rows));
    },
  };
}

function load({ numbers, codes }: Views, column: TextColumn, at: number, from: number, rows: number): void {
  if (column instanceof Float64Array) numbers.set(column.subarray(from, from + rows), at);
  else if (column instanceof Uint8Array) codes.fill(0, 8 * at, 8 * at + rows);
  else if ('codes' in column) codes.set(column.codes.subarray(from, from + rows), 8 * at);
  else for (let i = 0; i < rows; i++) numbers[at + i] = column.table[(from + i) * column.width + column.at]!;
}
