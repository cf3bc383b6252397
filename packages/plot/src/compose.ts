/** Composes a picture from its panels: title, legend and mark on top, then the panels. */

import { checkNumber, refuse } from './columns.ts';
import { clean, element, escaped } from './markup.ts';
import { EDGE, FONT_SIZE, leftOf, panelHeight, panelMarkup, type Panel } from './panel.ts';
import { pictureOf, type Picture } from './picture.ts';
import { BOLD, FAMILY, fitted, textWidth, wrapped } from './text.ts';
import { textOn, THEMES, type Theme, type ThemeName } from './theme.ts';

/** Options that every picture has. */
export interface PictureOptions {
  /** Title that replaces the default. */
  readonly title?: string;
  /** Line below the title; an empty text removes it. @default derived from the data */
  readonly subtitle?: string;
  /** Description for screen readers. @default derived from the data */
  readonly description?: string;
  /** Theme. @default 'light' */
  readonly theme?: ThemeName;
  /** Width in pixels, 320…4000. @default 840 */
  readonly width?: number;
  /**
   * Whether the numbers come from a simulator; the picture then carries a mark.
   * @default false
   */
  readonly simulated?: boolean;
}

/** Entry of the legend. */
export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly kind?: 'box' | 'line' | 'dashed';
  /** Text in the box, as in short spans. */
  readonly code?: string;
}

/** Texts, legend and panels of a picture. */
export interface Composition {
  readonly title: string;
  readonly subtitle?: string;
  readonly description: string;
  readonly legend?: readonly LegendEntry[];
  readonly panels: readonly Panel[];
  /** Space right of the panels for texts, pixels. @default 26 */
  readonly right?: number;
}

const TITLE_SIZE = 16;
const LINE = 18;
const MARK = 'SIMULATED';
const HEAVY = { 'font-family': BOLD.fontFamily, 'font-weight': BOLD.fontWeight } as const;
const MARK_WIDTH = Math.ceil(textWidth(MARK, 11, 600)) + 14;

/** Returns the theme of some options. @throws {UsageError} when the name is unknown. */
export function themeOf({ theme = 'light' }: PictureOptions): Theme {
  return Object.hasOwn(THEMES, theme) ? THEMES[theme] : refuse('theme', 'light or dark', theme);
}

/** Composes a picture. @throws {UsageError} when an option is invalid; the message names it. */
export function compose(composition: Composition, options: PictureOptions): Picture {
  const { width = 840, simulated = false } = options;
  checkNumber('width', width, 320, 4000);
  const theme = themeOf(options);
  const title = text('title', options.title ?? composition.title);
  if (title === '') refuse('title', 'a text', options.title);
  const subtitle = text('subtitle', options.subtitle ?? composition.subtitle ?? '');
  const described = text('description', options.description ?? composition.description);
  const description = simulated ? `Simulated data. ${described}` : described;

  const parts: string[] = [];
  let y = EDGE;
  const room = width - 2 * EDGE - (simulated ? MARK_WIDTH + 12 : 0);
  if (simulated) parts.push(markOf(width - EDGE - MARK_WIDTH, y - 2, theme));
  for (const line of wrapped(title, room, TITLE_SIZE, 3, 600)) {
    parts.push(
      element('text', { x: EDGE, y: y + 13, 'font-size': TITLE_SIZE, ...HEAVY, fill: theme.ink }, escaped(line)),
    );
    y += 22;
  }
  for (const line of wrapped(subtitle, room, FONT_SIZE, 3)) {
    parts.push(element('text', { x: EDGE, y: y + 11, fill: theme.muted }, escaped(line)));
    y += LINE;
  }
  const legend = legendMarkup(composition.legend ?? [], y + 6, width - 2 * EDGE, theme);
  parts.push(legend.markup);
  y += legend.height + 4;
  const margins = { left: Math.max(EDGE, leftOf(composition.panels)), right: composition.right ?? EDGE + 6 };
  for (const panel of composition.panels) {
    parts.push(panelMarkup(panel, width, margins, y, theme));
    y += panelHeight(panel);
  }
  const height = Math.ceil(y + 8);
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${title}. ${description}`,
      'font-family': FAMILY,
      'font-size': FONT_SIZE,
    },
    [
      element('title', {}, escaped(title)),
      element('desc', {}, escaped(description)),
      element('rect', { width, height, fill: theme.paper }),
      ...parts,
    ].join('\n'),
  );
  return pictureOf({ title, description, width, height, paper: theme.paper, svg: `${svg}\n` });
}

function text(field: string, value: unknown): string {
  return typeof value === 'string' ? clean(value) : refuse(field, 'a text', value);
}

/** Mark of simulated numbers: a box with inverted colours. */
function markOf(x: number, y: number, { ink, paper }: Theme): string {
  return (
    element('rect', { x, y, width: MARK_WIDTH, height: 18, fill: ink }) +
    element('text', { x: x + 7, y: y + 13, 'font-size': 11, ...HEAVY, fill: paper }, MARK)
  );
}

const [KEY, KEY_GAP, ENTRY_GAP, CODE_SIZE] = [14, 6, 18, 10];

/** Markup of legend entries in rows, as many per row as fit. */
function legendMarkup(
  entries: readonly LegendEntry[],
  top: number,
  width: number,
  theme: Theme,
): { readonly markup: string; readonly height: number } {
  const parts: string[] = [];
  let [x, row] = [0, 0];
  for (const entry of entries) {
    const key = entry.code === undefined ? KEY : Math.max(KEY, Math.ceil(textWidth(entry.code, CODE_SIZE, 600)) + 8);
    const words = fitted(clean(entry.name), width - key - KEY_GAP, FONT_SIZE);
    const wide = key + KEY_GAP + textWidth(words, FONT_SIZE);
    if (x > 0 && x + wide > width) {
      x = 0;
      row++;
    }
    const [left, y] = [EDGE + x, top + row * LINE];
    parts.push(
      keyMarkup(entry, left, y, key),
      element('text', { x: left + key + KEY_GAP, y: y + 10.5, fill: theme.ink }, escaped(words)),
    );
    x += wide + ENTRY_GAP;
  }
  return { markup: parts.join(''), height: entries.length === 0 ? 0 : (row + 1) * LINE + 6 };
}

/** Symbol of an entry: a box, with its code if it has one, or a piece of a line. */
function keyMarkup({ color, kind = 'box', code }: LegendEntry, x: number, y: number, width: number): string {
  if (kind !== 'box') {
    const dashes = kind === 'dashed' ? '4 3' : undefined;
    const line = { x1: x, x2: x + width, y1: y + 6, y2: y + 6, stroke: color, 'stroke-width': 2 };
    return element('line', { ...line, 'stroke-dasharray': dashes });
  }
  const box = element('rect', { x, y, width, height: 13, fill: color });
  if (code === undefined) return box;
  const text = { x: x + width / 2, y: y + 10, 'text-anchor': 'middle', 'font-size': CODE_SIZE, ...HEAVY };
  return box + element('text', { ...text, fill: textOn(color) }, escaped(clean(code)));
}
