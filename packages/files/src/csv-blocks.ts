/**
 * Blocks of plain rows of CSV: by the kernel where there is one, and in JavaScript where there is none and at the rows that it
 * leaves. Both give the same columns.
 */

import { csvRows, type CsvLayout, type CsvRows } from '@barograph/kernels/text';
import { BLOCK, columnCount, PlainRows, type PlainLayout } from './csv-plain.ts';
import { READ_BOUNDS_V1 } from './read-bounds.ts';

/** Rows of a block that were worth asking the kernel. */
const MANY = 64;

/** Bytes of two pieces in one: in the memory of the kernel where they fit, valid until the next ones. */
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
  /** Rows of the block that was read last. */
  count = 0;
  /** Offset of the row behind them. */
  next = 0;
  /** The columns of the block, valid until the next one. Times in text are epoch ms, numbers are as the file has them. */
  columns: readonly Float64Array[] = [];
  /** Whether the rows are known to be bars within {@link READ_BOUNDS_V1}, but for their times. */
  areBars = false;
  readonly #plain: PlainRows;
  readonly #layout: CsvLayout;
  readonly #width: number;
  readonly #kernel: CsvRows | undefined;
  /** Rows that the JavaScript is to take before the kernel is asked again: twice as many each time that it stops soon. */
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
   * Reads plain rows from `from` on, a block of them at most, and none where there stands one that is not.
   *
   * @param bytes of {@link joined}, or any others: the kernel reads its own memory only.
   * @param end offset behind a line feed.
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
    if (plain.count > 0) this.columns = plain.columns; // views are dear where every row is to be left to others
  }

  /** @returns false where the first row is to be left to others. */
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
