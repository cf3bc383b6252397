/** Long texts as the bytes that the database takes, made a few milliseconds at a time. */

import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which requests are let through. */
const SLICE_MS = 3;

/** Marks around texts. */
export interface Marks {
  readonly open?: string;
  readonly between: string;
  readonly close?: string;
}

/**
 * UTF-8 of texts, one after the other. A statement takes bytes as they are, where a text of megabytes would be joined, measured and
 * written in one stretch of the thread that answers requests: 48 ms of 500 symbols (`docs/decisions/0090-host-memory.md`).
 *
 * @param texts a view of bytes is taken as UTF-8.
 */
export async function joinedBytes(
  texts: readonly (string | Uint8Array)[],
  { open = '', between, close = '' }: Marks,
): Promise<Buffer<ArrayBuffer>> {
  const pause = slices();
  // Most texts are ASCII, a byte a character; one that is not makes the bytes grow.
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

/** UTF-8 of a character of a JavaScript string takes no more bytes. */
const MOST_OF_CHARACTER = 3;

/** Pieces of bytes that are handled at once. */
const PIECE_BYTES = 2 ** 20;

/** Does something with bytes, a mebibyte at a time. */
export async function inPieces(bytes: Buffer, act: (piece: Buffer) => void): Promise<void> {
  const pause = slices();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    act(bytes.subarray(start, start + PIECE_BYTES));
    await pause();
  }
}

/** A pause that lets requests through when a slice of work is over, and costs next to nothing before. */
function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  const others = async (): Promise<void> => {
    await setImmediate();
    began = performance.now();
  };
  return () => (performance.now() - began < SLICE_MS ? undefined : others());
}
