/** Terms of streams and signals that need no types of Node, which a caller may not have installed. */

/** Bytes as they come, such as a `Readable` of Node; texts are UTF-8. */
export type ByteStream = AsyncIterable<Uint8Array | string>;

/** Signal that ends a reading: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
