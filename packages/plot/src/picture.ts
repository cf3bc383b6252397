/** A finished picture: text of SVG that notebooks display by themselves. */

import { element, escaped } from './markup.ts';
import { pngOf, type PngOptions } from './png.ts';

/** Key under which Jupyter kernels of Deno ask an object how it is displayed. */
export const JUPYTER_DISPLAY: unique symbol = Symbol.for('Jupyter.display');

/** Key under which Node asks an object how it is printed. */
const PRINTED: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * A picture. The last value of a notebook's cell is shown by itself in Deno (`Symbol.for('Jupyter.display')`), in tslab,
 * and in kernels that ask for `_toSvg`, `_toPng` and `_toHtml` (IJavascript). Printed it is its title and description.
 */
export interface Picture {
  readonly title: string;
  /** Content in words, for screen readers. */
  readonly description: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The picture as an SVG document: no script, no style sheet, no identifier, nothing loaded. */
  svg(): string;
  /** @throws {UsageError} naming an option that is wrong. */
  png(options?: PngOptions): Uint8Array;
  /** A page with nothing but the picture. */
  html(): string;
  /** Forms of the picture by media type. */
  [JUPYTER_DISPLAY](): Readonly<Record<string, string>>;
  /** Title and description; in a cell of tslab the picture is shown as well. */
  [PRINTED](): string;
  _toSvg(): string;
  /** Base64. */
  _toPng(): string;
  _toHtml(): string;
}

/** Text, size and colour of a picture. */
interface Drawn {
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly svg: string;
}

/** A picture of finished text. */
export function pictureOf({ title, description, width, height, paper, svg }: Drawn): Picture {
  const inline = svg.replace('<svg ', `<svg style="max-width:100%;height:auto" `);
  const png = (options: PngOptions = {}): Uint8Array => pngOf(svg, { width, height }, options);
  const words = `${title}. ${description}`;
  return {
    title,
    description,
    width,
    height,
    svg: () => svg,
    png,
    html: () =>
      [
        '<!doctype html>',
        '<html lang="en">',
        `<head><meta charset="utf-8">${element('title', {}, escaped(title))}`,
        `<style>body{margin:0;background:${paper}}svg{display:block;margin:0 auto}</style></head>`,
        `<body>${inline.trimEnd()}</body>`,
        '</html>\n',
      ].join('\n'),
    [JUPYTER_DISPLAY]: () => ({ 'image/svg+xml': svg, 'text/html': inline, 'text/plain': words }),
    _toSvg: () => svg,
    _toPng: () => Buffer.from(png()).toString('base64'),
    _toHtml: () => inline,
    [PRINTED]: () => {
      tslab()?.display.svg(svg);
      return words;
    },
  };
}

/** The part of tslab that shows things. */
interface Kernel {
  readonly display: { svg(text: string): void };
}

/** The kernel, if a cell of tslab runs: it prints the last value of a cell, and asks it nothing but how. */
function tslab(): Kernel | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tslab puts it there, and nothing describes it
  const { __tslab__: cell } = globalThis as { readonly __tslab__?: { require(name: 'tslab'): Kernel } };
  return cell?.require('tslab');
}
