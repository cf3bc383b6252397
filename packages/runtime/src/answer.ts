/** Prepared responses: bytes that are encoded once and only sent. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);

declare const replyType: unique symbol;

/** @typeParam Reply type of the encoded value, so that a handler with another reply type does not compile. */
export interface Answer<Reply> {
  readonly [replyType]?: Reply;
  readonly json: Buffer;
  /** Media type of the bytes, unless JSON. */
  readonly type?: string;
  /** The bytes are compressed already, so compressing them again costs more than it saves. */
  readonly isPacked?: true;
  /** Additional headers of this response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Weak, because the plain and the gzip bytes share it. */
  readonly etag: string;
  /** Gzip version, created with the first request for it. */
  gzip(): Promise<Buffer>;
}

/** Creates a response from a text. @param type media type, unless JSON. */
export function answerOfText<Reply>(text: string, type?: string): Answer<Reply> {
  return answerOfBytes(Buffer.from(text), type);
}

/** Creates a response from bytes. @param type media type, unless JSON. */
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

/** Creates a JSON response from a value. */
export function answerOf<Reply>(value: Reply): Answer<Reply> {
  return answerOfText(JSON.stringify(value));
}
