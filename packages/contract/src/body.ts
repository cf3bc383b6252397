/** Reply of an operation: a value, JSON text, file bytes, or a stream. */

/** Reply as a value, which the host serializes. */
export interface ValueBody<Reply> {
  readonly kind: 'value';
  readonly value: Reply;
}

declare const replyType: unique symbol;

/** JSON assembled from serialized parts, or text of another media type. */
export interface TextBody<Reply> {
  readonly kind: 'text';
  readonly text: string;
  /** Media type; undefined for JSON. */
  readonly type?: string;
  readonly [replyType]?: Reply;
}

/** Bytes of a file. */
export interface BytesBody {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Whether the bytes are already compressed. */
  readonly isPacked?: true;
}

/** Granted stream. The host attaches it. */
export interface FeedBody {
  readonly kind: 'feed';
  readonly attach: (connection: never) => void;
}

/**
 * Body of a 200. The host encodes, hashes and compresses a body once; returning the same object
 * again costs only a lookup.
 *
 * @typeParam Reply content of the JSON.
 */
export type Body<Reply> = ValueBody<Reply> | TextBody<Reply> | BytesBody | FeedBody;

/**
 * Wraps a value as a body.
 *
 * @example
 * value({ symbol: 'BTC' }); // → { kind: 'value', value: { symbol: 'BTC' } }
 */
export function value<Reply>(reply: Reply): ValueBody<Reply> {
  return { kind: 'value', value: reply };
}

/**
 * Wraps a text as a body.
 *
 * @param type media type. @default JSON
 * @example
 * text('a,b\r\n1,2\r\n', 'text/csv').type; // → 'text/csv'
 */
export function text<Reply>(json: string, type?: string): TextBody<Reply> {
  return type === undefined ? { kind: 'text', text: json } : { kind: 'text', text: json, type };
}
