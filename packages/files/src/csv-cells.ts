/** Cell boundaries in CSV (RFC 4180). */

const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * Iterates over the cells of a piece of CSV. After {@link advance} the cell is `bytes[start, end)`, without its quotes;
 * doubled quotes in it stay doubled.
 */
export class CsvCells {
  start = 0;
  end = 0;
  /** Whether this cell is the last of its row. */
  endsRow = false;
  /** Start of the next cell. */
  next = 0;
  /** Whether the piece ended within a cell. */
  cut = false;
  readonly #delimiter: number;
  #bytes: Buffer = Buffer.alloc(0);
  #isLast = false;

  /** @param delimiter the byte between cells. */
  constructor(delimiter: number = COMMA) {
    this.#delimiter = delimiter;
  }

  /** Starts over with a piece. @param isLast whether the end of the piece ends its last row. */
  open(bytes: Buffer, isLast: boolean): void {
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.next = 0;
    this.cut = false;
  }

  /** Advances to the next cell. @returns false when the piece ends before the cell does. */
  advance(): boolean {
    const bytes = this.#bytes;
    const length = bytes.length;
    const delimiter = this.#delimiter;
    const begin = this.next;
    let at = begin;
    let start = begin;
    let end = -1;
    if (at < length && bytes[at] === QUOTE) {
      const closing = this.#closingQuote(begin + 1);
      if (closing === -1) return this.#fail();
      at = closing + 1;
      if (at < length && bytes[at] === CARRIAGE_RETURN) at++;
      // Text directly after a closing quote means that the quotes are part of the text.
      if (at === length || bytes[at] === delimiter || bytes[at] === LINE_FEED) {
        start = begin + 1;
        end = closing;
      }
    }
    while (at < length) {
      const byte = bytes[at]!;
      if (byte === delimiter || byte === LINE_FEED) break;
      at++;
    }
    if (at === length && !this.#isLast) return this.#fail();
    this.endsRow = at === length || bytes[at] === LINE_FEED;
    if (end === -1) {
      end = at;
      if (this.endsRow && end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
    }
    this.start = start;
    this.end = end;
    this.next = at === length ? length : at + 1;
    return true;
  }

  /** Index of the closing quote after `from`; -1 when not in the piece. */
  #closingQuote(from: number): number {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 2)) {
      if (bytes[at + 1] !== QUOTE) return at;
    }
    return -1;
  }

  #fail(): false {
    this.cut = true;
    return false;
  }
}
