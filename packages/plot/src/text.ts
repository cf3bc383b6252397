/** Widths of texts, which prevent cut or overlapping text. */

/** Bundled font, and its substitutes elsewhere. */
export const FAMILY: string = "Inter, -apple-system, 'Segoe UI', 'Noto Sans', system-ui, sans-serif";

/** Bold font of weight 600, a separate family in the font files. */
export const BOLD: { readonly fontFamily: string; readonly fontWeight: number } = {
  fontFamily: `'Inter SemiBold', ${FAMILY}`,
  fontWeight: 600,
};

/** Weights of the bundled font. */
export type Weight = 400 | 600;

/** Advance widths of the characters 32…126 of Inter, hundredths of an em; written by `build-font.ts`. */
const ADVANCES: Readonly<Record<Weight, readonly number[]>> = {
  // prettier-ignore
  400: [28, 29, 47, 63, 64, 98, 64, 30, 36, 36, 50, 66, 29, 46, 29, 36, 63, 41, 61, 62, 65, 59, 62, 57, 62, 62, 29, 30, 66, 66, 66, 51, 97, 69, 65, 73, 72, 60, 59, 75, 74, 27, 57, 67, 57, 90, 75, 76, 64, 76, 64, 64, 65, 74, 69, 99, 68, 68, 63, 36, 36, 36, 47, 46, 32, 56, 61, 57, 61, 58, 37, 61, 59, 24, 24, 55, 24, 88, 59, 60, 61, 61, 38, 53, 33, 59, 56, 82, 55, 56, 55, 43, 33, 43, 66],
  // prettier-ignore
  600: [25, 32, 52, 64, 65, 100, 66, 33, 37, 37, 54, 67, 32, 47, 32, 38, 66, 42, 62, 64, 67, 61, 64, 58, 64, 64, 32, 33, 67, 67, 67, 54, 100, 73, 66, 74, 72, 61, 59, 75, 75, 28, 58, 70, 57, 92, 76, 77, 65, 77, 65, 65, 66, 74, 73, 102, 72, 71, 65, 37, 38, 37, 48, 47, 35, 57, 62, 58, 62, 59, 39, 63, 61, 26, 26, 57, 26, 90, 61, 61, 62, 62, 40, 55, 35, 61, 59, 84, 57, 59, 57, 45, 36, 45, 67],
};

/** Width assumed for characters outside the table, that of a wide one. */
const OTHER = 100;

/** Width of a text, pixels. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  let hundredths = 0;
  for (const character of text) hundredths += ADVANCES[weight][character.codePointAt(0)! - 32] ?? OTHER;
  return (hundredths * size) / 100;
}

/** Cuts a text to a width, with an ellipsis if necessary. */
export function fitted(text: string, width: number, size: number, weight: Weight = 400): string {
  if (textWidth(text, size, weight) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size, weight) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Splits a text into at most `most` lines; the last is cut if necessary. */
export function wrapped(
  text: string,
  width: number,
  size: number,
  most: number,
  weight: Weight = 400,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isLast = lines.length === most - 1;
    if (line === '' || isLast || textWidth(longer, size, weight) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].filter((one) => one !== '').map((one) => fitted(one, width, size, weight));
}
