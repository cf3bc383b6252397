/** Bytes of hexadecimal text: two digits a byte, so that what is the same in a program is the same in its text. */

/** Value of a digit, by the code of its character: letters have a bit that figures do not have. */
const valueOf = (code: number): number => (code & 15) + 9 * (code >> 6);

/** @param text an even number of digits. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = 16 * valueOf(text.charCodeAt(2 * i)) + valueOf(text.charCodeAt(2 * i + 1));
  }
  return bytes;
}
