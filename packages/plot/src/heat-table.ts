/** Tables with cells shaded by a share, such as the closeness of a number to the best of its column. */

import * as Plot from '@observablehq/plot';
import { checkNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { clean } from './markup.ts';
import type { Picture } from './picture.ts';
import { BOLD } from './text.ts';
import { mixed, textOn } from './theme.ts';

/** Cell: its text, and the depth of its shade. */
export interface HeatCell {
  readonly text: string;
  /** Shade 0…1; null for none. */
  readonly shade: number | null;
  /** Whether the text is bold. @default false */
  readonly isMarked?: boolean;
}

/** Table among several below each other. */
export interface HeatTable {
  readonly caption: string;
  readonly rows: readonly { readonly name: string; readonly cells: readonly HeatCell[] }[];
}

const ROW = 22;
/** Height of the headings, in rows. */
const HEAD = 1.6;
/** Share of the accent colour in the deepest shade, which keeps text readable. */
const DEEPEST = 0.55;

/**
 * Plots tables with the same columns, one below the other.
 *
 * @param columns column headings; a line break splits a heading.
 * @throws {UsageError} when there is no table or no row, or a row has another number of cells than columns.
 * @example
 * const cells = [{ text: '0.9', shade: 1 }, { text: '12 h', shade: 0.2 }];
 * const picture = plotHeatTables(['accuracy', 'delay'], [{ caption: 'market', rows: [{ name: 'rule', cells }] }]);
 * picture.description; // → 'market: rule accuracy 0.9, delay 12 h'
 */
export function plotHeatTables(
  columns: readonly string[],
  tables: readonly HeatTable[],
  options: PictureOptions = {},
): Picture {
  if (tables.length === 0) refuse('tables', 'at least one', 0);
  for (const { caption, rows } of tables) {
    if (rows.length === 0) refuse(`${caption}.rows`, 'at least one', 0);
    for (const { name, cells } of rows) {
      if (cells.length !== columns.length) refuse(`${name}.cells`, `${columns.length} like the columns`, cells.length);
      cells.forEach(({ shade }, i) => shade !== null && checkNumber(`${name}.cells[${i}].shade`, shade, 0, 1));
    }
  }
  const theme = themeOf(options);
  const fill = (shade: number): string => mixed(theme.paper, theme.accent, DEEPEST * shade);
  const heads = columns.map((text, i) => ({ text: text.split('\n').map(clean).join('\n'), x: i + 0.5 }));
  const spoken = columns.map((text) => text.replaceAll('\n', ' '));
  return compose(
    {
      title: 'Tables',
      description: tables
        .map(({ rows }) =>
          rows
            .map(({ name, cells }) => `${name} ${cells.map(({ text }, i) => `${spoken[i]!} ${text}`).join(', ')}`)
            .join('; '),
        )
        .map((text, i) => `${tables[i]!.caption}: ${text}`)
        .join('. '),
      panels: tables.map(({ caption, rows }) => {
        const cells = rows.flatMap((row, r) =>
          row.cells.map((cell, x) => ({ ...cell, text: clean(cell.text), x, y: rows.length - r - 0.5 })),
        );
        const shaded = cells.flatMap(({ x, y, shade }) => (shade === null ? [] : [{ x, y, color: fill(shade) }]));
        const at = { x: ({ x }: { x: number }) => x + 0.5, y: 'y', text: 'text', fontVariant: 'tabular-nums' } as const;
        const texts = (isHeavy: boolean): Plot.Markish =>
          Plot.text(
            cells.filter(({ isMarked = false }) => isMarked === isHeavy),
            {
              ...at,
              fill: ({ shade }: HeatCell) => (shade === null ? theme.ink : textOn(fill(shade))),
              ...(isHeavy ? BOLD : {}),
            },
          );
        return {
          caption: clean(caption),
          height: ROW * (rows.length + HEAD),
          x: { domain: [0, columns.length], isHidden: true },
          y: {
            domain: [0, rows.length + HEAD],
            ticks: rows.map((_, r) => rows.length - r - 0.5),
            format: (y) => clean(rows[Math.round(rows.length - y - 0.5)]!.name),
          },
          marks: () => [
            Plot.rect(shaded, {
              x1: 'x',
              x2: ({ x }: { x: number }) => x + 1,
              y1: ({ y }: { y: number }) => y - 0.5,
              y2: ({ y }: { y: number }) => y + 0.5,
              inset: 0.5,
              fill: 'color',
            }),
            texts(false),
            texts(true),
            Plot.text(heads, { x: 'x', y: rows.length + HEAD / 2, text: 'text', fill: theme.muted, lineHeight: 1.2 }),
          ],
        };
      }),
    },
    { width: 1080, ...options },
  );
}
