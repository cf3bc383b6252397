/** Probabilities of labels as areas that fill the height. */

import * as Plot from '@observablehq/plot';
import { refuse } from './columns.ts';
import { compose, themeOf } from './compose.ts';
import { percent } from './format.ts';
import { endOf, isGapAfter } from './gaps.ts';
import { labelStyles, type LabelStyle } from './labels.ts';
import type { Panel } from './panel.ts';
import type { Picture } from './picture.ts';
import { legendOf, spanText } from './regimes.ts';
import { rowsOf, type Rows, type SeriesOptions } from './series.ts';

/** Table of probabilities, row by row, as in `now`, `h4` and `h24` of `nowcastHistory`. */
export interface ProbabilityColumns {
  /** Epoch ms, ascending. */
  readonly time: ArrayLike<number>;
  /** Probabilities, `names.length` a row that add up to 1; NaN while unknown. */
  readonly probabilities: ArrayLike<number>;
  readonly names: readonly string[];
}

/** Rounding tolerance of a row's sum. */
const TOLERANCE = 1e-6;

/**
 * Plots probabilities as stacked areas. A row lasts until the next; unknown or missing rows stay empty. With more rows
 * than pixels each column shows the mean of its rows. Also suits other shares of a whole.
 *
 * @param options.name name of the shares. @default 'Probability'
 * @throws {UsageError} when a row is negative, partly unknown, or does not add up to 1; the message names it.
 * @example
 * const probabilities = Array.from(bars.time).flatMap((_, day) => (day % 90 < 45 ? [0.8, 0.2] : [0.3, 0.7]));
 * plotProbabilities({ time: bars.time, probabilities, names: ['bull', 'bear'] }).title;
 * // → 'Probabilities of the regimes'
 */
export function plotProbabilities(
  { time, probabilities, names }: ProbabilityColumns,
  options: SeriesOptions & { readonly name?: string } = {},
): Picture {
  const rows = rowsOf(time, options);
  const shares = sharesOf(probabilities, names, time.length, rows);
  const theme = themeOf(options);
  const styles = labelStyles(names, theme);
  return compose(
    {
      title: 'Probabilities of the regimes',
      subtitle: spanText(rows),
      description: probabilityWords(shares, names, styles),
      legend: legendOf([], styles, theme),
      panels: [{ ...probabilityPanel(rows, shares, names, styles, 280), caption: options.name ?? 'Probability' }],
    },
    options,
  );
}

/** Returns the rows of the table. @throws {UsageError} as {@link plotProbabilities}. */
export function sharesOf(
  table: ArrayLike<number>,
  names: readonly string[],
  length: number,
  { first, end }: Rows,
): Float64Array {
  const width = names.length;
  if (width === 0 || new Set(names).size < width) refuse('names', 'different labels', names.join(', '));
  if (table.length !== length * width) refuse('probabilities', `${length} rows of ${width}`, table.length);
  const shares = new Float64Array((end - first) * width);
  for (let row = first; row < end; row++) {
    let [sum, unknown] = [0, 0];
    for (let k = 0; k < width; k++) {
      const share = table[row * width + k]!;
      if (Number.isNaN(share)) unknown++;
      else sum += share;
    }
    for (let k = 0; k < width; k++) {
      const share = table[row * width + k]!;
      if (share < 0 || (Number.isNaN(share) && unknown < width)) {
        refuse(`probabilities[${row * width + k}]`, 'a probability, or NaN in the whole row', share);
      }
      shares[(row - first) * width + k] = share / sum;
    }
    if (unknown === width) continue;
    if (Math.abs(sum - 1) > TOLERANCE) refuse(`probabilities of row ${row}`, 'a sum of 1', sum);
  }
  return shares;
}

/** Rows drawn as one, and their mean. */
interface Slab {
  readonly from: number;
  readonly to: number;
  /** Upper edge of each label; the last is 1. */
  readonly edges: readonly number[];
}

/** Runs of slabs without a gap. @param width number of labels. @param pixels width of the panel, pixels. */
export function slabsOf(
  { time, step }: Pick<Rows, 'time' | 'step'>,
  shares: Float64Array,
  width: number,
  pixels: number,
): readonly (readonly Slab[])[] {
  const runs: Slab[][] = [];
  const each = Math.max(1, Math.ceil(time.length / (2 * pixels)));
  let isOpen = false;
  for (let row = 0; row < time.length;) {
    if (Number.isNaN(shares[row * width]!)) {
      isOpen = false;
      row++;
      continue;
    }
    let end = row + 1;
    while (
      end < time.length &&
      end - row < each &&
      !isGapAfter(time, end - 1, step) &&
      !Number.isNaN(shares[end * width]!)
    )
      end++;
    if (!isOpen) runs.push([]);
    runs.at(-1)!.push({ from: time[row]!, to: endOf(time, end - 1, step), edges: meanEdges(shares, width, row, end) });
    isOpen = !isGapAfter(time, end - 1, step);
    row = end;
  }
  return runs;
}

function meanEdges(shares: Float64Array, width: number, from: number, to: number): readonly number[] {
  const edges: number[] = [];
  let sum = 0;
  for (let k = 0; k < width; k++) {
    for (let row = from; row < to; row++) sum += shares[row * width + k]! / (to - from);
    edges.push(k === width - 1 ? 1 : Math.min(1, sum));
  }
  return edges;
}

/** Renders the areas as a panel. */
export function probabilityPanel(
  rows: Rows,
  shares: Float64Array,
  names: readonly string[],
  styles: ReadonlyMap<string, LabelStyle>,
  height: number,
): Panel {
  return {
    caption: 'Probability',
    height,
    x: rows.axis,
    y: { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: percent, isGridded: true },
    marks: ({ width }) =>
      slabsOf(rows, shares, names.length, width).flatMap((run) =>
        names.map((name, k) => {
          // the last slab ends with its rows: a step needs a point there
          const last = run.at(-1)!;
          return Plot.areaY([...run, { ...last, from: last.to }], {
            x: 'from',
            y1: ({ edges }: Slab) => (k === 0 ? 0 : edges[k - 1]!),
            y2: ({ edges }: Slab) => edges[k]!,
            curve: 'step-after',
            fill: styles.get(name)!.color,
          });
        }),
      ),
  };
}

/** Describes the last known probabilities in words. */
export function probabilityWords(
  shares: Float64Array,
  names: readonly string[],
  styles: ReadonlyMap<string, LabelStyle>,
): string {
  const width = names.length;
  let row = shares.length / width - 1;
  while (row >= 0 && Number.isNaN(shares[row * width]!)) row--;
  if (row < 0) return 'No probability is known.';
  const last = names.map((name, k) => `${styles.get(name)!.name} ${percent(shares[row * width + k]!)}`);
  return `Last known probabilities: ${last.join(', ')}.`;
}
