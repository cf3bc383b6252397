/** Quantile ranges of several rows, with a dot at the middle. */

import * as Plot from '@observablehq/plot';
import { logTicks, paddedLog } from './axis.ts';
import { checkNumber, extent, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { plain } from './format.ts';
import { labelStyles } from './labels.ts';
import type { Picture } from './picture.ts';

/** Row: a range and its middle, or null when unknown. In the unit of the axis, `low` ≤ `middle` ≤ `high`. */
export interface RangeRow {
  readonly name: string;
  readonly low: number | null;
  readonly middle: number | null;
  readonly high: number | null;
}

/**
 * Plots ranges on a logarithmic axis, one per row; unknown rows stay empty.
 *
 * @param unit unit of the axis.
 * @throws {UsageError} when a row is not above 0 or not in order; the message names it.
 * @example
 * const rows = [{ name: 'BTC', low: 20, middle: 45, high: 90 }, { name: 'DOGE', low: 60, middle: 95, high: 180 }];
 * const picture = plotRanges(rows, '% a year');
 * picture.description; // → 'BTC 20, 45, 90 % a year; DOGE 60, 95, 180 % a year'
 * picture.svg().startsWith('<svg'); // → true
 */
export function plotRanges(rows: readonly RangeRow[], unit: string, options: PictureOptions = {}): Picture {
  if (rows.length === 0) refuse('rows', 'at least one', 0);
  const known = rows.flatMap(({ name, low, middle, high }, i) => {
    if (low === null || middle === null || high === null) return [];
    checkNumber(`${name}.low`, low, Number.MIN_VALUE);
    checkNumber(`${name}.middle`, middle, low);
    checkNumber(`${name}.high`, high, middle);
    return [{ name, low, middle, high, at: rows.length - i }];
  });
  const theme = themeOf(options);
  const styles = labelStyles(
    rows.map(({ name }) => name),
    theme,
  );
  const found = extent(known.flatMap(({ low, high }) => [low, high])) ?? [1, 10];
  const domain = paddedLog(found, 0.04);
  return compose(
    {
      title: 'Ranges',
      description: known
        .map(
          ({ name, low, middle, high }) =>
            `${styles.get(name)!.name} ${plain(low)}, ${plain(middle)}, ${plain(high)} ${unit}`,
        )
        .join('; '),
      panels: [
        {
          height: 36 * rows.length,
          x: { domain, scale: 'log', ticks: logTicks(...domain, 8), format: plain, isGridded: true, label: unit },
          y: {
            domain: [0.5, rows.length + 0.5],
            ticks: rows.map((_, i) => rows.length - i),
            format: (at) => styles.get(rows[rows.length - at]!.name)!.name,
          },
          marks: () => [
            Plot.link(known, {
              x1: 'low',
              x2: 'high',
              y1: 'at',
              y2: 'at',
              stroke: ({ name }: RangeRow) => styles.get(name)!.color,
              strokeWidth: 5,
              strokeLinecap: 'round',
            }),
            Plot.dot(known, { x: 'middle', y: 'at', r: 6, fill: theme.paper, stroke: theme.ink, strokeWidth: 2 }),
          ],
        },
      ],
    },
    { width: 640, ...options },
  );
}
