/** PNG of a picture, with the font that the package brings: a container without fonts gives the same bytes. */

import type * as Renderer from '@resvg/resvg-js';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkNumber, refuse } from './columns.ts';

/** Size of a PNG. */
export interface PngOptions {
  /** Pixels across; instead of `scale`. */
  readonly width?: number;
  /** Pixels for each pixel of the picture; 2 unless given. */
  readonly scale?: number;
}

/** Most pixels of a side: what a reader of PNG may be expected to open. */
const MOST_PIXELS = 16_384;
const FONTS = [400, 600].map((weight) => fileURLToPath(new URL(`../fonts/inter-latin-${weight}.ttf`, import.meta.url)));

/** The renderer is a native library: only who asks for a PNG loads it. */
const load = createRequire(import.meta.url);

/** @throws {UsageError} for a size that is none. */
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
  const drawn = new Resvg(svg, {
    fitTo: width === undefined ? { mode: 'zoom', value: scale ?? 2 } : { mode: 'width', value: Math.round(width) },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
    logLevel: 'off',
  });
  return new Uint8Array(drawn.render().asPng());
}
