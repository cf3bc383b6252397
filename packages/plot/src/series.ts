/** Options and panels shared by the pictures over time. */

import * as Plot from '@observablehq/plot';
import { logTicks, padded, paddedLog, ticksBetween } from './axis.ts';
import { checkColumn, checkTime, extent, refuse } from './columns.ts';
import type { PictureOptions } from './compose.ts';
import { price } from './format.ts';
import { labelSpans, linePoints, rowsWithin, stepOf } from './gaps.ts';
import type { LabelStyle } from './labels.ts';
import type { Axis, Panel } from './panel.ts';
import { BOLD, textWidth } from './text.ts';
import { textOn, type Theme } from './theme.ts';

/** Options of a picture over time. */
export interface SeriesOptions extends PictureOptions {
  /** First time, epoch ms: earlier rows are not drawn. @default the first row */
  readonly from?: number;
  /** Time after the last row, epoch ms. @default after the last row */
  readonly to?: number;
  /** Span of a row, ms; a longer distance is a gap. @default the median distance of the rows */
  readonly step?: number;
}

/** Rows of a picture: their position in the columns, times, step and axis. */
export interface Rows {
  readonly first: number;
  readonly end: number;
  readonly time: Float64Array;
  readonly step: number;
  readonly axis: Axis;
}

/** Selects the rows to draw. @throws {UsageError} when times are invalid, or none is within the bounds. */
export function rowsOf(time: ArrayLike<number>, { from, to, step: given }: SeriesOptions): Rows {
  checkTime(time);
  const step = stepOf(time, given);
  const [first, end] = rowsWithin(time, from, to);
  if (first === end) refuse(from === undefined ? 'to' : 'from', 'bounds with a row between them', from ?? to);
  const within = Float64Array.from({ length: end - first }, (_, i) => time[first + i]!);
  return { first, end, time: within, step, axis: { domain: [within[0]!, within.at(-1)! + step], scale: 'time' } };
}

/** Returns the rows of a column. @throws {UsageError} when the length differs or a value is not a number. */
export function valuesOf(field: string, column: ArrayLike<number>, length: number, { first, end }: Rows): Float64Array {
  checkColumn(field, column, length);
  return Float64Array.from({ length: end - first }, (_, i) => column[first + i]!);
}

/** Labels as texts, or as indexes of the names. */
export type Labels = ArrayLike<string | number | null>;

/** Returns rows of labels as texts. @throws {UsageError} when the length differs or an index has no name. */
export function labelsOf(
  labels: Labels,
  names: readonly string[] | undefined,
  length: number,
  { first, end }: Rows,
): readonly (string | null)[] {
  if (labels.length !== length) refuse('label', `${length} rows, as "time" has`, labels.length);
  return Array.from({ length: end - first }, (_, i) => {
    const label = labels[first + i];
    if (label === null || typeof label === 'string') return label;
    // -1 means no label in columns of indexes
    if (label === -1 || Number.isNaN(label)) return null;
    return (
      names?.[Number(label)] ??
      refuse(
        `label[${first + i}]`,
        names === undefined ? 'a text, or an id with "names"' : `an id within 0…${names.length - 1}`,
        label,
      )
    );
  });
}

/** Panel of a price line; by default on a logarithmic axis when the price changed threefold. */
export function pricePanel(
  rows: Rows,
  close: Float64Array,
  unit: string,
  logarithmic: boolean | undefined,
  height: number,
): Panel {
  const found = extent(close) ?? refuse('close', 'a known price', 'none');
  const isLog = logarithmic ?? (found[0] > 0 && found[1] / found[0] >= 3);
  if (isLog && found[0] <= 0) refuse('close', 'prices > 0 on a logarithmic axis', found[0]);
  const domain = isLog ? paddedLog(found) : padded(found);
  const y = {
    domain,
    scale: isLog ? ('log' as const) : ('linear' as const),
    ticks: isLog ? logTicks(...domain, 5) : ticksBetween(...domain, 5),
    format: price,
    isGridded: true,
  };
  return {
    caption: `Close, ${unit}${isLog ? ', logarithmic' : ''}`,
    height,
    x: { ...rows.axis, isHidden: true },
    y,
    marks: ({ theme, width }) => [lineMark(rows, close, theme.ink, width)],
  };
}

/** Line of a column, broken where values or rows are missing. */
export function lineMark(
  rows: Rows,
  values: ArrayLike<number>,
  stroke: string,
  pixels: number,
  more: Plot.LineOptions = {},
): Plot.Markish {
  const { x, y } = linePoints(rows.time, values, rows.step, pixels);
  return Plot.line({ length: x.length }, { x, y, stroke, strokeWidth: 1.5, ...more });
}

const RIBBON = 22;

/** Ribbon of labels whose spans partition the axis: unknown ones are pale, missing rows empty. */
export function ribbonPanel(
  rows: Rows,
  labels: readonly (string | null)[],
  styles: ReadonlyMap<string, LabelStyle>,
  caption: string,
  isLast: boolean,
): Panel {
  const spans = labelSpans(rows.time, labels, rows.step);
  const [from, to] = rows.axis.domain;
  const fillOf = (label: string | null | undefined, theme: Theme): string =>
    label === undefined ? theme.paper : label === null ? theme.bands[0] : styles.get(label)!.color;
  return {
    caption,
    height: RIBBON,
    x: { ...rows.axis, isHidden: !isLast },
    y: { domain: [0, 1] },
    marks: ({ theme, width }) => {
      const named = spans.flatMap((span) => {
        const { label } = span;
        if (typeof label !== 'string') return [];
        const { name, code, color } = styles.get(label)!;
        const room = ((span.to - span.from) / (to - from)) * width;
        const words = [name, code].find((one) => textWidth(one, 11, 600) + 8 <= room);
        return words === undefined ? [] : [{ x: (span.from + span.to) / 2, words, fill: textOn(color) }];
      });
      return [
        Plot.rect(spans, {
          x1: 'from',
          x2: 'to',
          y1: 0,
          y2: 1,
          fill: ({ label }: { label: string | null | undefined }) => fillOf(label, theme),
        }),
        Plot.text(named, { x: 'x', y: 0.5, text: 'words', fill: 'fill', fontSize: 11, ...BOLD }),
      ];
    },
  };
}
