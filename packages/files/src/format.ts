/** Format detection from the first bytes of a file, never from its name. */

import type { DataProblem } from '@barograph/core';

/** Formats of bars; `.gz` is the same within gzip. */
export type BarsFormat = 'csv' | 'csv.gz' | 'json' | 'json.gz' | 'ndjson' | 'ndjson.gz' | 'parquet' | 'parquet.gz';

/** Result of the detection: gzip (then the decompressed bytes are examined), one of the formats, or what is none. */
export type Signature = 'gzip' | 'parquet' | 'json' | 'ndjson' | 'csv' | 'foreign';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const GZIP = Buffer.from([0x1f, 0x8b]);
const PARQUET = Buffer.from('PAR1');
const BRACE = 0x7b;
const BRACKET = 0x5b;
const LESS = 0x3c;

/** So many blanks are telling, too. */
const BLANKS = 1 << 16;

/**
 * Whether `head` is long enough for {@link signatureOf}: four bytes and one that is not blank.
 * A pipe may deliver its bytes one by one.
 */
export function isTelling(head: Buffer): boolean {
  return head.length >= 4 && (firstInk(head) < head.length || head.length > BLANKS);
}

/** The kind of bytes that begin with `head`. Everything that is nothing else is taken for CSV. */
export function signatureOf(head: Buffer): Signature {
  if (startsWith(head, GZIP)) return 'gzip';
  if (startsWith(head, PARQUET)) return 'parquet';
  if (foreignProblem(head) !== undefined) return 'foreign';
  const ink = head[firstInk(head)];
  return ink === BRACE ? 'ndjson' : ink === BRACKET ? 'json' : 'csv';
}

/** Problem of files that people take for bars: archives, pages, text of another encoding. */
export function foreignProblem(head: Buffer): DataProblem | undefined {
  const not = (expected: string, got: string): DataProblem => ({ code: 'unreadable_file', expected, got });
  if (startsWith(head, Buffer.from('PK\u0003\u0004', 'latin1'))) {
    return not(
      'CSV, JSON, NDJSON or Parquet, plain or gzip',
      'a zip archive or a workbook: unpack it, or save it as CSV',
    );
  }
  if (startsWith(head, Buffer.from([0xff, 0xfe])) || startsWith(head, Buffer.from([0xfe, 0xff]))) {
    return not('text in UTF-8', 'UTF-16: save it as "CSV UTF-8"');
  }
  return head[firstInk(head)] === LESS && /^\s*<(?:!doctype|html|\?xml)/i.test(head.toString('latin1', 0, 64))
    ? not('CSV, JSON, NDJSON or Parquet', 'a page of HTML or XML, such as the message of a server')
    : undefined;
}

/** `head` without the byte order mark that some programs put before text. */
export function withoutMark(head: Buffer): Buffer {
  return startsWith(head, BYTE_ORDER_MARK) ? head.subarray(BYTE_ORDER_MARK.length) : head;
}

/** Index of the first byte that is neither blank nor a mark. */
function firstInk(head: Buffer): number {
  let at = startsWith(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < head.length && head[at]! <= 0x20) at++;
  return at;
}

function startsWith(head: Buffer, start: Buffer): boolean {
  return head.subarray(0, start.length).equals(start);
}
