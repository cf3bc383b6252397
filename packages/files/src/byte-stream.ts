/** Types of streams and signals without Node's types, which a caller may not have installed. */

/** Stream of bytes, such as a Node `Readable`; texts are UTF-8. */
export type ByteStream = AsyncIterable<Uint8Array | string>;

/** Signal that aborts a read: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
