/** Lines before the header of a CSV, and its delimiter. */

/** Maximum lines before the header. */
const MOST_PREAMBLE = 20;

const NAMES: ReadonlyMap<string, string> = new Map([
  [';', 'semicolons part the cells'],
  ['\t', 'tabs part the cells'],
  ['|', 'bars (|) part the cells'],
]);

/** Beginning of a CSV. */
export interface Preamble {
  /** Offset of the first line that may be a header. */
  readonly start: number;
  /** Delimiter of the cells. */
  readonly delimiter: string;
  /** Assumptions, a phrase each. */
  readonly notes: readonly string[];
}

/**
 * Finds the first possible header line, after comments, URLs and Excel's `sep=` line.
 *
 * @returns undefined while more bytes are needed and expected.
 */
export function preambleOf(bytes: Buffer, isLast: boolean): Preamble | undefined {
  let start = 0;
  let stated: string | undefined;
  for (let skipped = 0; ;) {
    const found = bytes.indexOf(0x0a, start);
    if (found === -1 && !isLast) return undefined;
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.toString('utf8', start, end).trim();
    const separator = /^"?sep=(.)"?$/i.exec(line)?.[1];
    if (line === '' && end < bytes.length) {
      start = end; // a blank line
    } else if (separator !== undefined || (skipped < MOST_PREAMBLE && /^(?:#|\/\/|https?:)/.test(line))) {
      if (separator === undefined) skipped++;
      stated = separator ?? stated;
      start = end;
    } else {
      const delimiter = stated ?? commonest(line);
      return { start, delimiter, notes: notesOf(skipped, delimiter) };
    }
  }
}

function notesOf(skipped: number, delimiter: string): string[] {
  const named = NAMES.get(delimiter);
  return [
    ...(skipped === 0 ? [] : [`${skipped === 1 ? 'a line' : `${skipped} lines`} before the header left out`]),
    ...(named === undefined ? [] : [named]),
  ];
}

/** Most frequent delimiter of a line outside quotes: a comma without any; in a tie, the other delimiter. */
function commonest(line: string): string {
  const plain = line.replaceAll(/"[^"]*"/g, '');
  const count = (mark: string): number => plain.split(mark).length;
  return [...NAMES.keys()].reduce((best, mark) => (count(mark) > 1 && count(mark) >= count(best) ? mark : best), ',');
}
