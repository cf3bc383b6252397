/** Format detection from the first bytes of a file, never from its name. */

import { foreignProblem } from './foreign-format.ts';

/** Detected format. For gzip the decompressed bytes are examined next; `foreign` is unsupported. */
export type Signature = 'gzip' | 'parquet' | 'arrow' | 'json' | 'ndjson' | 'csv' | 'foreign';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const GZIP = Buffer.from([0x1f, 0x8b]);
const PARQUET = Buffer.from('PAR1');
const ARROW = Buffer.from('ARROW1');
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** Maximum leading blanks to wait for. */
const BLANKS = 1 << 16;

/**
 * Whether `head` is long enough for {@link signatureOf}: sixteen bytes and one that is not blank.
 * A pipe may deliver its bytes one by one.
 */
export function isTelling(head: Buffer): boolean {
  return head.length >= 16 && (firstInk(head) < head.length || head.length > BLANKS);
}

/** Detects the format of bytes that begin with `head`. Unrecognised bytes count as CSV. */
export function signatureOf(head: Buffer): Signature {
  if (startsWith(head, GZIP)) return 'gzip';
  if (startsWith(head, PARQUET)) return 'parquet';
  if (startsWith(head, ARROW)) return 'arrow';
  if (foreignProblem(head) !== undefined) return 'foreign';
  const ink = head[firstInk(head)];
  return ink === BRACE ? 'ndjson' : ink === BRACKET ? 'json' : 'csv';
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
