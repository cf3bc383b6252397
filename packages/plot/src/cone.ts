/** Volatility cone: the usual volatility of windows of several lengths, and the current one. */

import * as Plot from '@observablehq/plot';
import { ticksBetween } from './axis.ts';
import { checkNumber, extent, optionalNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { endLabels, roomFor, type EndLabel } from './end-labels.ts';
import { plain } from './format.ts';
import type { Picture } from './picture.ts';

/** Window of a cone, percent a year, as `volatilityCone` returns it. */
export interface ConeRow {
  /** Length of the window, days. */
  readonly window: number;
  readonly p5: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
  /** Current volatility; NaN when unknown. */
  readonly last: number;
  /** Number of windows compared. Absent: it is not drawn. */
  readonly count?: number;
}

/** Options of {@link plotCone}. */
export interface ConeOptions extends PictureOptions {
  /** Symbol, for the title. @default no symbol in the title */
  readonly symbol?: string;
}

const QUANTILES = ['p5', 'p25', 'median', 'p75', 'p95'] as const;
const NAMES = { p5: '5th', p25: '25th', median: 'median', p75: '75th', p95: '95th' } as const;

/**
 * Plots bands between the quantiles of a cone, with the newest windows over them; an unknown window has no dot.
 *
 * @throws {UsageError} when there are fewer than two windows, or a value is negative or out of order; the message names
 * it.
 * @example
 * const { volatilityCone } = await import('@barograph/volatility');
 * plotCone(volatilityCone(bars), { symbol: 'BTC' }).title; // → 'BTC: volatility cone'
 */
export function plotCone(cone: readonly ConeRow[], options: ConeOptions = {}): Picture {
  check(cone);
  const theme = themeOf(options);
  const rows = cone.map((row, at) => ({ ...row, at }));
  const most =
    extent(
      rows.map(({ p95 }) => p95),
      rows.map(({ last }) => last),
    )![1] * 1.08;
  const ends: EndLabel[] = QUANTILES.map((name) => ({
    value: rows.at(-1)![name],
    text: NAMES[name],
    color: theme.muted,
  }));
  const known = rows.filter(({ last }) => !Number.isNaN(last));
  const band = (low: 'p5' | 'p25', high: 'p75' | 'p95', fill: string): Plot.Markish =>
    Plot.areaY(rows, { x: 'at', y1: low, y2: high, fill });
  const counts = rows.flatMap(({ count }) => (count === undefined ? [] : [count]));
  const symbol = options.symbol === undefined ? '' : `${options.symbol}: `;
  return compose(
    {
      title: `${symbol}volatility cone`,
      subtitle:
        counts.length === 0
          ? ''
          : `Bands: ${Math.max(...counts)} windows of each length, which overlap; line: the newest window`,
      description: rows.map(words).join(' '),
      legend: [
        { name: '5th to 95th percentile', color: theme.bands[0] },
        { name: '25th to 75th', color: theme.bands[1] },
        { name: 'median', color: theme.muted, kind: 'dashed' },
        { name: 'now', color: theme.ink, kind: 'line' },
      ],
      right: roomFor(ends),
      panels: [
        {
          caption: 'Realised volatility, % a year',
          height: 300,
          x: {
            domain: [-0.15, rows.length - 0.85],
            ticks: rows.map(({ at }) => at),
            format: (at) => `${rows[at]!.window} d`,
            label: 'Length of the window',
          },
          y: { domain: [0, most], ticks: ticksBetween(0, most, 5), format: (value) => plain(value), isGridded: true },
          marks: ({ height }) => [
            band('p5', 'p95', theme.bands[0]),
            band('p25', 'p75', theme.bands[1]),
            Plot.line(rows, { x: 'at', y: 'median', stroke: theme.muted, strokeDasharray: '4 3' }),
            Plot.line(rows, { x: 'at', y: 'last', stroke: theme.ink, strokeWidth: 1.75 }),
            Plot.dot(known, { x: 'at', y: 'last', r: 4, fill: theme.ink }),
            Plot.text(known, {
              x: 'at',
              y: 'last',
              text: ({ last }: ConeRow) => plain(last, 1),
              dx: -2,
              dy: -12,
              fill: theme.ink,
              stroke: theme.paper,
              strokeWidth: 3,
            }),
            ...endLabels(ends, (value) => (value / most) * height, height),
          ],
        },
      ],
    },
    { width: 640, ...options },
  );
}

function check(cone: readonly ConeRow[]): void {
  if (cone.length < 2) refuse('cone', 'at least two windows', cone.length);
  cone.forEach((row, i) => {
    checkNumber(`cone[${i}].window`, row.window, 1);
    QUANTILES.forEach((name, k) => checkNumber(`cone[${i}].${name}`, row[name], k === 0 ? 0 : row[QUANTILES[k - 1]!]));
    optionalNumber(`cone[${i}].last`, row.last);
  });
}

function words({ window, last, median, p5, p95 }: ConeRow): string {
  const now = Number.isNaN(last) ? 'unknown' : `${plain(last, 1)} %`;
  return `${window} days: ${now}, median ${plain(median, 1)} %, 5th to 95th percentile ${plain(p5, 1)} to ${plain(p95, 1)} %.`;
}
