/** PNG of a picture with the bundled font: a container without fonts gives the same bytes. */

import type * as Renderer from '@resvg/resvg-js';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkNumber, refuse } from './columns.ts';

/** Size of a PNG. */
export interface PngOptions {
  /** Width in pixels; excludes `scale`. */
  readonly width?: number;
  /** Scale factor of the pixels. @default 2 */
  readonly scale?: number;
}

/** Most pixels of a side, which PNG readers can be expected to open. */
const MOST_PIXELS = 16_384;
const FONTS = [400, 600].map((weight) => fileURLToPath(new URL(`../fonts/inter-latin-${weight}.ttf`, import.meta.url)));

/** Characters that the font lacks: a renderer would draw the same box for each. */
const WITHOUT_GLYPH =
  // oxlint-disable-next-line eslint/no-misleading-character-class -- code points one by one, accents among them
  /[^\t\n\r\u{20}-\u{7E}\u{A0}-\u{AC}\u{AE}-\u{FF}\u{131}\u{152}\u{153}\u{2BB}\u{2BC}\u{2C6}\u{2DA}\u{2DC}\u{300}\u{301}\u{303}\u{304}\u{308}\u{309}\u{323}\u{2002}\u{2009}\u{200B}\u{2013}\u{2014}\u{2018}-\u{201A}\u{201C}-\u{201E}\u{2022}\u{2026}\u{2032}\u{2033}\u{2039}\u{203A}\u{2044}\u{20AC}\u{2122}\u{2191}\u{2193}\u{2212}\u{FEFF}]/gu;

/**
 * Text that the font can draw: letters beyond Latin are written as `\u{67f4}`, as in a terminal. SVG and HTML keep
 * them.
 */
const drawable = (svg: string): string =>
  svg.replace(WITHOUT_GLYPH, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** The renderer is a native library, loaded only for PNG. */
const load = createRequire(import.meta.url);

/** Renders a PNG. @throws {UsageError} when the size is invalid. */
export function pngOf(
  svg: string,
  size: { readonly width: number; readonly height: number },
  options: PngOptions,
): Uint8Array {
  const { width, scale } = options;
  if (width !== undefined && scale !== undefined) refuse('width', 'no width beside a scale', width);
  const longest = Math.max(size.width, size.height);
  if (width !== undefined) checkNumber('width', width, 16, Math.floor((MOST_PIXELS * size.width) / longest));
  if (scale !== undefined) checkNumber('scale', scale, 0.1, MOST_PIXELS / longest);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module that is loaded by name has no type
  const { Resvg } = load('@resvg/resvg-js') as typeof Renderer;
  const drawn = new Resvg(drawable(svg), {
    fitTo: width === undefined ? { mode: 'zoom', value: scale ?? 2 } : { mode: 'width', value: Math.round(width) },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
    logLevel: 'off',
  });
  return new Uint8Array(drawn.render().asPng());
}
