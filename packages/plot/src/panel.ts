/** Panel of a picture: marks of Observable Plot between axes, as markup. */

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { timeTicks, type TimeTick } from './format.ts';
import { childMarkup, element, escaped, rounded, type MarkupNode } from './markup.ts';
import { textWidth } from './text.ts';
import type { Theme } from './theme.ts';

export const FONT_SIZE = 12;
/** Margin of a picture, pixels. */
export const EDGE = 20;
const CAPTION_HEIGHT = 22;
const ABOVE = 6;
const LINE = 15;
/** Width of a tick on a time axis, pixels: its text, and a gap. */
const TIME_TICK = 76;

/** Drawing area of a panel's marks. */
export interface Area {
  readonly theme: Theme;
  /** Distance between the ends of the axes, pixels. */
  readonly width: number;
  readonly height: number;
}

/** Axis of numbers or times. */
export interface Axis {
  readonly domain: readonly [number, number];
  readonly scale?: 'linear' | 'log' | 'time';
  /** Values with a text; a time axis chooses them by its width. */
  readonly ticks?: readonly number[];
  readonly format?: (value: number) => string;
  /** Whether grid lines cross at the ticks. */
  readonly isGridded?: boolean;
  /** Name and unit below a horizontal axis. */
  readonly label?: string;
}

/** Panel among several below each other. */
export interface Panel {
  /** Quantity of the vertical axis, with its unit. */
  readonly caption?: string;
  /** Distance between the ends of the vertical axis, pixels. */
  readonly height: number;
  readonly x: Axis & { readonly isHidden?: boolean };
  readonly y: Axis;
  readonly marks: (area: Area) => readonly Plot.Markish[];
}

/** Margins shared by all panels of a picture. */
export interface Margins {
  readonly left: number;
  readonly right: number;
}

/** Shared document of all pictures, without state. */
const { document } = parseHTML('<html></html>');

/** Space that the texts of the vertical axes need, pixels. */
export function leftOf(panels: readonly Panel[]): number {
  const texts = panels.flatMap(({ y }) => (y.ticks ?? []).map((tick) => (y.format ?? String)(tick)));
  return Math.ceil(Math.max(36, ...texts.map((text) => textWidth(text, FONT_SIZE) + 16)));
}

/** Number of text lines below a panel. */
function below({ x }: Panel): number {
  if (x.isHidden === true) return 4;
  return 8 + LINE * (tickLines(x) + (x.label === undefined ? 0 : 1));
}

/** Number of text lines at a horizontal axis. */
function tickLines({ scale, ticks = [], format = String }: Axis): number {
  return scale === 'time' ? 2 : Math.max(1, ...ticks.map((value) => format(value).split('\n').length));
}

/** Distance from the top of a panel to the top of the next, pixels. */
export function panelHeight(panel: Panel): number {
  return (panel.caption === undefined ? 0 : CAPTION_HEIGHT) + ABOVE + panel.height + below(panel);
}

/** Renders a panel as markup. @param top top of the panel in the picture, pixels. */
export function panelMarkup(panel: Panel, width: number, { left, right }: Margins, top: number, theme: Theme): string {
  const area: Area = { theme, width: width - left - right, height: panel.height };
  // oxlint-disable typescript/no-unsafe-type-assertion -- Plot is typed for the DOM of a browser
  const plot = Plot.plot({
    document,
    width,
    height: ABOVE + panel.height + below(panel),
    marginLeft: left,
    marginRight: right,
    marginTop: ABOVE,
    marginBottom: below(panel),
    style: { fontSize: `${FONT_SIZE}px` } as never,
    x: { ...scaleOf(panel.x), axis: null },
    y: { ...scaleOf(panel.y), axis: null },
    marks: [...grids(panel, area), ...panel.marks(area), ...axes(panel, area)],
  }) as unknown as MarkupNode;
  // oxlint-enable typescript/no-unsafe-type-assertion -- as above
  const lift = panel.caption === undefined ? 0 : CAPTION_HEIGHT;
  const caption =
    panel.caption === undefined
      ? ''
      : element('text', { x: left, y: top + 15, fill: theme.muted }, escaped(panel.caption));
  const attributes = {
    transform: `translate(0,${rounded(String(top + lift))})`,
    'text-anchor': 'middle',
    fill: theme.ink,
  };
  return caption + element('g', attributes, childMarkup(plot, theme.ink));
}

function scaleOf({ domain, scale = 'linear' }: Axis): Plot.ScaleOptions {
  return { type: scale === 'time' ? 'utc' : scale, domain: [...domain], nice: false };
}

function grids({ x, y }: Panel, { theme }: Area): readonly Plot.Markish[] {
  const style = { stroke: theme.grid, strokeOpacity: 1 };
  return [
    ...(y.isGridded === true ? [Plot.gridY(y.ticks ?? [], style)] : []),
    ...(x.isGridded === true ? [Plot.gridX(x.ticks ?? [], style)] : []),
  ];
}

/** Whether the text of a tick ends before the edge of the picture. */
function isWhole({ time, text }: TimeTick, [from, to]: readonly [number, number], width: number): boolean {
  const half = Math.max(...text.split('\n').map((line) => textWidth(line, FONT_SIZE))) / 2;
  return half <= EDGE - 2 + ((to - time) / (to - from)) * width;
}

/** Draws the axes: a logarithmic axis of Plot drops texts of given ticks. */
function axes({ x, y }: Panel, { theme, width, height }: Area): readonly Plot.Markish[] {
  const style = { fill: theme.muted, fontVariant: 'tabular-nums', text: 'text' } as const;
  const marks: Plot.Markish[] = [];
  if (y.ticks !== undefined) {
    const texts = y.ticks.map((value) => ({ value, text: (y.format ?? String)(value) }));
    marks.push(Plot.text(texts, { ...style, y: 'value', frameAnchor: 'left', textAnchor: 'end', dx: -8 }));
  }
  if (x.isHidden === true) return marks;
  const texts =
    x.scale === 'time'
      ? timeTicks(...x.domain, Math.max(2, Math.floor(width / TIME_TICK)))
          .filter((tick) => isWhole(tick, x.domain, width))
          .map(({ time, text }) => ({ value: time, text }))
      : (x.ticks ?? []).map((value) => ({ value, text: (x.format ?? String)(value) }));
  marks.push(
    Plot.ruleX(texts, { x: 'value', stroke: theme.rule, insetTop: height, insetBottom: -4 }),
    Plot.text(texts, {
      ...style,
      x: 'value',
      frameAnchor: 'bottom',
      lineAnchor: 'top',
      dy: 8,
      lineHeight: LINE / FONT_SIZE,
    }),
    Plot.ruleY([y.domain[0]], { stroke: theme.rule }),
  );
  if (x.label !== undefined) {
    const dy = 10 + LINE * tickLines(x);
    marks.push(Plot.text([x.label], { text: String, frameAnchor: 'bottom', lineAnchor: 'top', dy, fill: theme.muted }));
  }
  return marks;
}
