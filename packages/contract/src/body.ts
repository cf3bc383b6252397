/** Reply of an operation: a value, JSON that is ready as text, bytes of a file, or a stream. */

/** A reply as a value; its JSON is made by the host. */
export interface ValueBody<Reply> {
  readonly kind: 'value';
  readonly value: Reply;
}

declare const replyType: unique symbol;

/** JSON that was joined from ready parts, or text of another media type. */
export interface TextBody<Reply> {
  readonly kind: 'text';
  readonly text: string;
  /** Media type of a text that is no JSON. */
  readonly type?: string;
  readonly [replyType]?: Reply;
}

/** Bytes of a file. */
export interface BytesBody {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The bytes are compressed already. */
  readonly isPacked?: true;
}

/** A stream that was granted. What it attaches to is the host's business. */
export interface FeedBody {
  readonly kind: 'feed';
  readonly attach: (connection: never) => void;
}

/**
 * The body of a 200. A host encodes, hashes and compresses one body once: an operation that returns the same object
 * again costs nothing but the lookup.
 *
 * @typeParam Reply what the JSON says.
 */
export type Body<Reply> = ValueBody<Reply> | TextBody<Reply> | BytesBody | FeedBody;

/**
 * The body of a value.
 *
 * @example
 * value({ symbol: 'BTC' }); // → { kind: 'value', value: { symbol: 'BTC' } }
 */
export function value<Reply>(reply: Reply): ValueBody<Reply> {
  return { kind: 'value', value: reply };
}

/**
 * The body of a text.
 *
 * @param type media type when it is no JSON.
 * @example
 * text('a,b\r\n1,2\r\n', 'text/csv').type; // → 'text/csv'
 */
export function text<Reply>(json: string, type?: string): TextBody<Reply> {
  return type === undefined ? { kind: 'text', text: json } : { kind: 'text', text: json, type };
}
