/** Finished picture: SVG text that notebooks display by themselves. */

import { element, escaped } from './markup.ts';
import { pngOf, type PngOptions } from './png.ts';

/** Key of the display method of Jupyter kernels of Deno. */
export const JUPYTER_DISPLAY: unique symbol = Symbol.for('Jupyter.display');

/** Key of Node's print method. */
const PRINTED: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * Picture. As the last value of a notebook cell it is displayed in Deno (`Symbol.for('Jupyter.display')`), in tslab,
 * and in kernels that call `_toSvg`, `_toPng` and `_toHtml` (IJavascript). Printed, it shows title and description.
 */
export interface Picture {
  readonly title: string;
  /** Content in words, for screen readers. */
  readonly description: string;
  /** Width, pixels. */
  readonly width: number;
  /** Height, pixels. */
  readonly height: number;
  /** Returns the picture as an SVG document without script, style sheet, identifiers or external resources. */
  svg(): string;
  /** Renders a PNG. @throws {UsageError} when an option is invalid; the message names it. */
  png(options?: PngOptions): Uint8Array;
  /** Returns an HTML page with only the picture. */
  html(): string;
  /** Returns the forms of the picture by media type. */
  [JUPYTER_DISPLAY](): Readonly<Record<string, string>>;
  /** Returns title and description; in a cell of tslab it also displays the picture. */
  [PRINTED](): string;
  _toSvg(): string;
  /** Returns the PNG in Base64. */
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

/** Wraps finished text as a picture. */
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

/** Display part of tslab. */
interface Kernel {
  readonly display: { svg(text: string): void };
}

/** Current kernel when a cell of tslab runs; tslab prints the last value of a cell without a display method. */
function tslab(): Kernel | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tslab puts it there, and nothing describes it
  const { __tslab__: cell } = globalThis as { readonly __tslab__?: { require(name: 'tslab'): Kernel } };
  return cell?.require('tslab');
}
