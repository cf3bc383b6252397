/** A ready answer: bytes that were made once and are only sent. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);

declare const replyType: unique symbol;

/** @typeParam Reply what the bytes say; a handler that answers with another reply does not compile. */
export interface Answer<Reply> {
  readonly [replyType]?: Reply;
  readonly json: Buffer;
  /** Media type of the bytes when they are no JSON. */
  readonly type?: string;
  /** The bytes are packed already: packing them again costs more than it saves. */
  readonly isPacked?: true;
  /** Headers of this answer alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Weak, because the plain and the gzip bytes share it. */
  readonly etag: string;
  /** The gzip twin, made when it is first asked for. */
  gzip(): Promise<Buffer>;
}

/** The answer of a text. @param type media type of a text that is no JSON. */
export function answerOfText<Reply>(text: string, type?: string): Answer<Reply> {
  return answerOfBytes(Buffer.from(text), type);
}

/** The answer of bytes. @param type media type of bytes that are no JSON. */
export function answerOfBytes<Reply>(json: Buffer, type?: string, isPacked = false): Answer<Reply> {
  let twin: Promise<Buffer> | undefined;
  return {
    json,
    ...(type === undefined ? {} : { type }),
    ...(isPacked ? { isPacked } : {}),
    etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
    gzip: () => (twin ??= gzipAsync(json)),
  };
}

/** The answer of a value. */
export function answerOf<Reply>(value: Reply): Answer<Reply> {
  return answerOfText(JSON.stringify(value));
}
