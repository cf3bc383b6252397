/** Bytes of base64 text. `atob` is no part of the language, and a kernel runs where there is nothing else. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** @param text base64 without line breaks, filled up with `=`. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;
  const digit = (at: number): number => values[text.charCodeAt(at)]!;
  const bytes = new Uint8Array((text.length / 4) * 3 - (text.endsWith('==') ? 2 : Number(text.endsWith('='))));
  for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
    const word = (digit(at) << 18) | (digit(at + 1) << 12) | (digit(at + 2) << 6) | digit(at + 3);
    bytes[to] = word >> 16;
    bytes[to + 1] = word >> 8; // what is past the end of the array is not kept
    bytes[to + 2] = word;
  }
  return bytes;
}
