/**
 * Decodes hexadecimal text, two digits a byte: equal parts of a program stay equal in the text, which compresses well.
 */

/** Value of a digit from its character code: letters have a bit that figures lack. */
const valueOf = (code: number): number => (code & 15) + 9 * (code >> 6);

/**
 * Decodes bytes.
 * @param text hexadecimal digits, an even number.
 */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = 16 * valueOf(text.charCodeAt(2 * i)) + valueOf(text.charCodeAt(2 * i + 1));
  }
  return bytes;
}
