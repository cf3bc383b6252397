/**
 * Reads blocks of plain CSV rows with the native kernel; in JavaScript without a kernel and for rows that it
 * skips. Both return the same columns.
 */

import { csvRows, type CsvLayout, type CsvRows } from '@barograph/kernels/text';
import { BLOCK, columnCount, PlainRows, type PlainLayout } from './csv-plain.ts';
import { READ_BOUNDS_V1 } from './read-bounds.ts';

/** Minimum rows of a block for which the kernel is worthwhile. */
const MANY = 64;

/** Joins two pieces of bytes: in the kernel's memory if they fit, valid until the next call. */
export function joined(rest: Buffer, chunk: Buffer, kernelHere: () => CsvRows | undefined = csvRows): Buffer {
  const kernel = kernelHere();
  const length = rest.length + chunk.length;
  if (kernel === undefined || length > kernel.text.length) {
    return rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  }
  kernel.text.set(rest);
  kernel.text.set(chunk, rest.length);
  return Buffer.from(kernel.text.buffer, kernel.text.byteOffset, length);
}

/** Reader of blocks of plain rows. */
export class PlainBlocks {
  /** Rows of the last block. */
  count = 0;
  /** Offset of the next row. */
  next = 0;
  /** Columns of the block, valid until the next block. Text times are epoch ms; numbers are unconverted. */
  columns: readonly Float64Array[] = [];
  /** Whether the rows are known to be bars within {@link READ_BOUNDS_V1}, except for their times. */
  areBars = false;
  readonly #plain: PlainRows;
  readonly #layout: CsvLayout;
  readonly #width: number;
  readonly #kernel: CsvRows | undefined;
  /** Rows read in JavaScript before the kernel is tried again; doubles each time that it stops early. */
  #turn = 1;
  #left = 0;

  constructor(layout: PlainLayout, kernelHere: () => CsvRows | undefined = csvRows) {
    const { delimiter, targets } = layout;
    this.#plain = new PlainRows(layout);
    this.#width = columnCount(layout);
    this.#layout = { delimiter, targets, dates: undefined };
    this.#kernel = kernelHere();
  }

  /**
   * Reads plain rows starting at `from`, at most a block, stopping before a row that is not plain.
   *
   * @param bytes result of {@link joined}, or any bytes: the kernel reads only its own memory.
   * @param end offset after a line feed.
   * @param isText whether times are ISO-8601.
   */
  read(bytes: Buffer, from: number, end: number, isText: boolean): void {
    if (this.#left === 0) {
      const kernel = this.#kernel?.text.buffer === bytes.buffer ? this.#kernel : undefined;
      if (kernel !== undefined && this.#readByKernel(kernel, bytes, from, end, isText)) return;
      this.#left = kernel === undefined ? BLOCK : this.#turn;
      this.#turn = Math.min(2 * this.#turn, BLOCK);
    }
    const plain = this.#plain;
    plain.read(bytes, from, end, isText, this.#left);
    this.#left = Math.max(0, this.#left - Math.max(1, plain.count));
    this.count = plain.count;
    this.next = plain.next;
    this.areBars = false;
    if (plain.count > 0) this.columns = plain.columns; // creating views is expensive when every row is skipped
  }

  /** @returns false when the kernel skips the first row. */
  #readByKernel(kernel: CsvRows, bytes: Buffer, from: number, end: number, isText: boolean): boolean {
    const base = bytes.byteOffset - kernel.text.byteOffset;
    const count = kernel.read(this.#layout, base + from, base + end, isText);
    if (count === 0) return false;
    if (count >= MANY) this.#turn = 1;
    this.count = count;
    this.next = kernel.next() - base;
    const columns = kernel.columns.slice(0, this.#width);
    this.columns = count === columns[0]!.length ? columns : columns.map((column) => column.subarray(0, count));
    this.areBars = kernel.areBars(count, READ_BOUNDS_V1);
    return true;
  }
}
