/** History of a score with its sub-scores below. */

import { ticksBetween } from './axis.ts';
import { checkNumber, refuse } from './columns.ts';
import { compose, themeOf } from './compose.ts';
import { endLabels, roomFor, type EndLabel } from './end-labels.ts';
import { plain } from './format.ts';
import { clean } from './markup.ts';
import type { Panel } from './panel.ts';
import type { Picture } from './picture.ts';
import { spanText } from './regimes.ts';
import { lineMark, rowsOf, valuesOf, type Rows, type SeriesOptions } from './series.ts';

import { seriesColors, type Theme } from './theme.ts';

/** Columns of a score and its parts. */
export interface ScoreColumns {
  /** Epoch ms, ascending. */
  readonly time: ArrayLike<number>;
  /** Score; NaN when unknown. */
  readonly score: ArrayLike<number>;
  /** Sub-scores by name; NaN when unavailable. */
  readonly parts: Readonly<Record<string, ArrayLike<number>>>;
}

/** Options of {@link plotScores}. */
export interface ScoreOptions extends SeriesOptions {
  /** Name of the score. @default 'Score' */
  readonly name?: string;
  /** Bounds of its scale. @default [0, 100] */
  readonly range?: readonly [number, number];
}

/**
 * Plots a score over time, and each of its parts in a panel below on the same scale. Days without a score or a part are
 * gaps.
 *
 * @throws {UsageError} when a value is invalid; the message names column, row and expectation.
 * @example
 * const { time } = bars;
 * const macro = time.map((_, day) => 50 + 40 * Math.sin(day / 15));
 * plotScores({ time, score: macro.map((part) => 0.6 * part), parts: { macro } }, { name: 'Event risk' }).title;
 * // → 'Event risk and its parts'
 */
export function plotScores({ time, score, parts }: ScoreColumns, options: ScoreOptions = {}): Picture {
  const { name = 'Score', range = [0, 100] } = options;
  checkNumber('range[1]', range[1], range[0] + Number.EPSILON);
  const rows = rowsOf(time, options);
  const theme = themeOf(options);
  const columns = [
    [name, 'score', score] as const,
    ...Object.entries(parts).map(([part, column]) => [part, `parts.${part}`, column] as const),
  ];
  const lines = columns.map(([title, field, column], i): Line => {
    const values = valuesOf(field, column, time.length, rows);
    values.forEach((value, row) => {
      if (value < range[0] || value > range[1])
        refuse(`${field}[${rows.first + row}]`, `a value within ${range[0]}…${range[1]}`, value);
    });
    return { name: clean(title), values, color: i === 0 ? theme.ink : seriesColors(theme)[(i - 1) % 6]! };
  });
  const ends = lines.map(({ values, color }) => endOf(values, color, theme));
  const last = lines.length - 1;
  return compose(
    {
      title: `${name} and its parts`,
      subtitle: spanText(rows),
      description: `At the end: ${lines.map((line, i) => `${line.name} ${ends[i]!.text}`).join(', ')}.`,
      right: Math.max(24, roomFor(ends)),
      panels: lines.map((line, i) => panelOf(rows, line, range, ends[i]!, i === 0, i === last)),
    },
    options,
  );
}

interface Line {
  readonly name: string;
  readonly values: Float64Array;
  readonly color: string;
}

function panelOf(
  rows: Rows,
  { name, values, color }: Line,
  range: readonly [number, number],
  end: EndLabel,
  isFirst: boolean,
  isLast: boolean,
): Panel {
  const [low, high] = range;
  if (!isFirst && values.every(Number.isNaN)) return absentPanel(rows, name, isLast);
  return {
    caption: isFirst ? `${name}, ${plain(low)} to ${plain(high)}` : name,
    height: isFirst ? 180 : 54,
    x: { ...rows.axis, isHidden: !isLast },
    y: {
      domain: range,
      ticks: isFirst ? ticksBetween(low, high, 4) : [low, (low + high) / 2, high],
      format: (value) => plain(value),
      isGridded: true,
    },
    marks: ({ width, height }) => [
      lineMark(rows, values, color, width, { strokeWidth: isFirst ? 1.75 : 1.25 }),
      ...endLabels([end], (value) => ((value - low) / (high - low)) * height, height),
    ],
  };
}

/** Panel of a part without values: one line of text. */
function absentPanel(rows: Rows, name: string, isLast: boolean): Panel {
  return {
    caption: `${name}: not available`,
    height: isLast ? 8 : 1,
    x: { ...rows.axis, isHidden: !isLast },
    y: { domain: [0, 1] },
    marks: () => [],
  };
}

/** Label of the last value; "n/a" at the lower end when unknown. */
function endOf(values: Float64Array, color: string, { muted }: Theme): EndLabel {
  const value = values.at(-1)!;
  return Number.isNaN(value) ? { value: 0, text: 'n/a', color: muted } : { value, text: plain(value, 0), color };
}
