/**
 * Reads plain CSV rows (decimals between delimiters) in a single loop over the bytes, without a separate search for
 * cells, and checks a whole block at once.
 *
 * Stops before any other row (quotes, blanks, exponents, an extra cell), which the cell reader handles and reports. Both
 * parse the same digits to the same double.
 */

import { parseIsoTime } from '@barograph/core';
import { parseNumber, POWERS_OF_TEN } from './number-text.ts';

/** Rows of a block, sized so that its columns fit the processor cache. */
export const BLOCK = 1024;
/** Maximum digits of a small integer. */
const SMALL = 9;
const EXACT = 2 ** 53;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BIG_T = 0x54;
const BIG_Z = 0x5a;

/** Layout of a file. */
export interface PlainLayout {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Column of each cell, or -1: the six bar columns first, then the cells that confirm a layout. */
  readonly targets: Int8Array;
}

/** Number of columns of a layout: six, plus those that confirm it. */
export const columnCount = ({ targets }: PlainLayout): number => Math.max(...targets) + 1;

/** Reader of blocks of plain rows. */
export class PlainRows {
  /** Rows of the last block. */
  count = 0;
  /** Offset of the next row. */
  next = 0;
  readonly #layout: PlainLayout;
  readonly #width: number;
  readonly #block: Float64Array;
  /** Offset after the last cell. */
  #at = 0;
  /** Last day as a number of eight digits, and its midnight. */
  #day = -1;
  #midnight = NaN;

  constructor(layout: PlainLayout) {
    this.#layout = layout;
    this.#width = columnCount(layout);
    this.#block = new Float64Array(this.#width * BLOCK);
  }

  /** Columns of the block, valid until the next block. Text times are epoch ms; numbers are unconverted. */
  get columns(): readonly Float64Array[] {
    return Array.from({ length: this.#width }, (_, at) => this.#block.subarray(at * BLOCK, at * BLOCK + this.count));
  }

  /**
   * Reads plain rows starting at `from`, at most a block.
   *
   * @param end offset after a line feed.
   * @param isText whether times are ISO-8601.
   * @param most maximum rows. @default a block
   */
  read(bytes: Buffer, from: number, end: number, isText: boolean, most: number = BLOCK): void {
    const { targets, delimiter } = this.#layout;
    const block = this.#block;
    const last = targets.length - 1;
    let rows = 0;
    let row = from;
    for (; rows < most && row < end; rows++) {
      this.#at = row;
      let cell = 0;
      for (; cell <= last; cell++) {
        const target = targets[cell]!;
        if (target === -1) {
          if (!this.#skip(bytes, delimiter)) break;
        } else {
          const value = target === 0 && isText ? this.#timeIn(bytes) : this.#numberIn(bytes);
          if (!(value - value === 0)) break;
          block[target * BLOCK + rows] = value;
        }
        if (cell < last) {
          if (bytes[this.#at] !== delimiter) break;
          this.#at++;
        }
      }
      if (cell <= last) break;
      if (bytes[this.#at] === CARRIAGE_RETURN) this.#at++;
      if (bytes[this.#at] !== LINE_FEED) break;
      row = this.#at + 1;
    }
    this.count = rows;
    this.next = row;
  }

  /** Skips an unused cell. @returns false when quoted. */
  #skip(bytes: Buffer, delimiter: number): boolean {
    let at = this.#at;
    if (bytes[at] === QUOTE) return false;
    while (bytes[at] !== delimiter && bytes[at] !== LINE_FEED) at++;
    if (bytes[at] === LINE_FEED && bytes[at - 1] === CARRIAGE_RETURN && at > this.#at) at--;
    this.#at = at;
    return true;
  }

  /** Parses a decimal, up to the first other byte; NaN for anything else. */
  #numberIn(bytes: Buffer): number {
    const start = this.#at;
    let at = start;
    let byte = bytes[at]!;
    const isNegative = byte === MINUS;
    if (isNegative) byte = bytes[++at]!;
    const first = at;
    let head = 0;
    for (; byte >= ZERO && byte < COLON && at - first < SMALL; byte = bytes[++at]!)
      head = (head * 10 + (byte - ZERO)) | 0;
    let digits = at - first;
    let mantissa = head;
    if (byte >= ZERO && byte < COLON) {
      const second = at;
      let tail = 0;
      for (; byte >= ZERO && byte < COLON && at - second < SMALL; byte = bytes[++at]!) {
        tail = (tail * 10 + (byte - ZERO)) | 0;
      }
      digits = at - first;
      mantissa = head * POWERS_OF_TEN[at - second]! + tail;
    }
    let decimals = 0;
    if (byte === DOT) {
      byte = bytes[++at]!;
      const point = at;
      let fraction = 0;
      for (; byte >= ZERO && byte < COLON && at - point < SMALL; byte = bytes[++at]!) {
        fraction = (fraction * 10 + (byte - ZERO)) | 0;
      }
      decimals = at - point;
      digits += decimals;
      mantissa = mantissa * POWERS_OF_TEN[decimals]! + fraction;
    }
    const isLong = byte >= ZERO && byte < COLON;
    while (byte >= ZERO && byte < COLON) byte = bytes[++at]!;
    this.#at = at;
    if (digits === 0) return NaN;
    // Both are exact below 2^53, and rounding is monotone, so a larger value never appears smaller.
    const isExact = !isLong && mantissa < EXACT;
    const size = decimals === 0 ? mantissa : mantissa / POWERS_OF_TEN[decimals]!;
    return isExact ? (isNegative ? -size : size) : parseNumber(bytes, start, at);
  }

  /** Parses a UTC time: a day, optionally with hours and minutes, or seconds; NaN for anything else. */
  #timeIn(bytes: Buffer): number {
    const start = this.#at;
    const year = two(bytes, start) * 100 + two(bytes, start + 2);
    const day = year * 10_000 + two(bytes, start + 5) * 100 + two(bytes, start + 8);
    if (!(day >= 0) || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return NaN;
    if (day !== this.#day) {
      this.#midnight = parseIsoTime(bytes.toString('latin1', start, start + 10));
      this.#day = day;
    }
    let at = start + 10;
    let time = this.#midnight;
    if (bytes[at] === BIG_T || (bytes[at] === SPACE && bytes[at + 3] === COLON)) {
      const hour = two(bytes, at + 1);
      const minute = two(bytes, at + 4);
      if (bytes[at + 3] !== COLON || !(hour <= 23) || !(minute <= 59)) return NaN;
      time += (hour * 60 + minute) * 60_000;
      at += 6;
      if (bytes[at] === COLON) {
        const second = two(bytes, at + 1);
        if (!(second <= 59)) return NaN;
        time += second * 1000;
        at += 3;
      }
      if (bytes[at] === BIG_Z) at++;
      else if (bytes[at] === PLUS && two(bytes, at + 1) === 0 && bytes[at + 3] === COLON && two(bytes, at + 4) === 0)
        at += 6;
    }
    this.#at = at;
    return time;
  }
}

/** Parses two digits; NaN for anything else, including the end of the bytes. */
function two(bytes: Buffer, at: number): number {
  if (at + 1 >= bytes.length) return NaN;
  const upper = bytes[at]! - ZERO;
  const lower = bytes[at + 1]! - ZERO;
  return upper >= 0 && upper <= 9 && lower >= 0 && lower <= 9 ? upper * 10 + lower : NaN;
}
