/** Encoding of long texts as bytes for the database, a few milliseconds at a time. */

import { setImmediate } from 'node:timers/promises';

/** Work between two pauses for requests, ms. */
const SLICE_MS = 3;

/** Delimiters around texts. */
export interface Marks {
  readonly open?: string;
  readonly between: string;
  readonly close?: string;
}

/**
 * Joins texts as UTF-8. A statement sends bytes as they are. The driver would join, measure and write a text of megabytes in
 * one stretch of the request thread: 48 ms for 500 symbols (`docs/chapters/runtime.md`).
 *
 * @param texts strings, or views of UTF-8 bytes.
 */
export async function joinedBytes(
  texts: readonly (string | Uint8Array)[],
  { open = '', between, close = '' }: Marks,
): Promise<Buffer<ArrayBuffer>> {
  const pause = slices();
  // Starts with one byte per character, enough for ASCII; other texts make the buffer grow.
  const marks = open.length + close.length + between.length * texts.length;
  let bytes = Buffer.allocUnsafeSlow(MOST_OF_CHARACTER * marks + texts.reduce((sum, { length }) => sum + length, 0));
  let end = bytes.write(open);
  const grow = (by: number): void => {
    const larger = Buffer.allocUnsafeSlow(bytes.length + Math.max(by, bytes.length >> 1));
    larger.set(bytes.subarray(0, end));
    bytes = larger;
  };
  const add = (text: string | Uint8Array): void => {
    if (typeof text === 'string') {
      const most = MOST_OF_CHARACTER * text.length;
      if (most > bytes.length - end && Buffer.byteLength(text) > bytes.length - end) grow(most);
      end += bytes.write(text, end);
      return;
    }
    if (text.length > bytes.length - end) grow(text.length);
    bytes.set(text, end);
    end += text.length;
  };
  for (const [i, text] of texts.entries()) {
    if (i > 0) add(between);
    add(text);
    await pause();
  }
  add(close);
  return bytes.subarray(0, end);
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MOST_OF_CHARACTER = 3;

/** Bytes per chunk. */
const PIECE_BYTES = 2 ** 20;

/** Calls back with chunks of bytes, one mebibyte at a time. */
export async function inPieces(bytes: Buffer, act: (piece: Buffer) => void): Promise<void> {
  const pause = slices();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    act(bytes.subarray(start, start + PIECE_BYTES));
    await pause();
  }
}

/** Returns a pause that yields to requests once a slice of work is over and is nearly free before. */
function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  const others = async (): Promise<void> => {
    await setImmediate();
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE_MS ? undefined : others());
}
