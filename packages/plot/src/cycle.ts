/** Long-horizon regimes over the price, and the distance of the nearest cutoffs from flipping the read. */

import * as Plot from '@observablehq/plot';
import { ticksBetween } from './axis.ts';
import { refuse } from './columns.ts';
import { compose, themeOf } from './compose.ts';
import { plain } from './format.ts';
import { clean } from './markup.ts';
import type { Panel } from './panel.ts';
import type { Picture } from './picture.ts';
import { legendOf, labelWords, priceWords, spanText, stylesOf, type PriceOptions } from './regimes.ts';
import { lineMark, pricePanel, ribbonPanel, rowsOf, valuesOf, type Rows } from './series.ts';
import { signalOf } from './signals.ts';
import { fitted } from './text.ts';
import type { Theme } from './theme.ts';

/** Cutoff of the classifier and its distance from flipping. The cutoff is in the unit of its signal. */
export interface CutoffDistance {
  readonly signal: string;
  readonly op: '<' | '>';
  readonly cutoff: number;
  /** Value; null when the signal is missing. */
  readonly value: number | null;
  /** Distance that the signal must move to flip the cutoff, in its unit; null when the signal is missing. */
  readonly distance: number | null;
  /** Unit in which distances of different signals are comparable. */
  readonly width: number;
  readonly effect: 'keeps' | 'enables';
}

/** Days of the classifier, as `cycleDays` returns them, and the close of each. */
export interface CycleColumns {
  readonly days: readonly {
    /** Open of the day, epoch ms. */
    readonly time: number;
    /** Report; undefined while no regime is committed. */
    readonly report?: { readonly name: string; readonly thresholds: readonly CutoffDistance[] } | undefined;
  }[];
  /** Closes; NaN when unknown. */
  readonly close: ArrayLike<number>;
}

/** Number of cutoffs listed for the last day. */
const LISTED = 6;

/**
 * Plots the price over a ribbon of regimes; below it the daily distance of the nearest cutoff, and the nearest cutoffs
 * of the last day. Distances are in widths of the cutoffs: at 0 the read flips, beyond 2 it is far.
 *
 * @throws {UsageError} when a value is invalid; the message names column and row.
 * @example
 * const { cycleDays, marketDays } = await import('@barograph/cycle');
 * const days = cycleDays(marketDays(sliceCandles(bars, 0, 245), []));
 * plotCycle({ days, close: bars.close.subarray(0, 245) }, { symbol: 'BTC' }).title;
 * // → 'BTC: long-horizon regime and what would flip it'
 */
export function plotCycle({ days, close }: CycleColumns, options: PriceOptions = {}): Picture {
  const time = Float64Array.from(days, (day) => day.time);
  const rows = rowsOf(time, options);
  const closes = valuesOf('close', close, time.length, rows);
  const within = days.slice(rows.first, rows.end);
  const labels = within.map(({ report }) => report?.name ?? null);
  const theme = themeOf(options);
  const styles = stylesOf(labels, undefined, theme);
  const nearest = within.map(({ report }, i) => nearestOf(report?.thresholds, i));
  const list = (within.at(-1)!.report?.thresholds ?? []).filter(({ distance }) => distance !== null).slice(0, LISTED);
  return compose(
    {
      title: `${options.symbol ?? 'Market'}: long-horizon regime and what would flip it`,
      subtitle: spanText(rows),
      description: `${priceWords(closes, options.unit)} ${labelWords(labels, styles)} Nearest cutoffs: ${list.map(cutoffWords).join('; ')}.`,
      legend: legendOf(labels, styles, theme),
      panels: [
        pricePanel(rows, closes, options.unit ?? 'USD', options.logarithmic, 210),
        ribbonPanel(rows, labels, styles, 'Committed regime', false),
        distancePanel(rows, Float64Array.from(nearest)),
        ...(list.length === 0 ? [] : [cutoffPanel(list, theme)]),
      ],
    },
    options,
  );
}

/** Distance of the nearest cutoff in widths; NaN when none is known. */
function nearestOf(thresholds: readonly CutoffDistance[] = [], row: number): number {
  let nearest = NaN;
  for (const { distance, width, signal } of thresholds) {
    if (!(width > 0)) refuse(`days[${row}].report.thresholds ${signal}.width`, 'a number > 0', width);
    if (distance !== null && !(Math.abs(distance) / width >= nearest)) nearest = Math.abs(distance) / width;
  }
  return nearest;
}

function distancePanel(rows: Rows, nearest: Float64Array): Panel {
  const most = Math.max(1, ...nearest.filter((value) => !Number.isNaN(value))) * 1.05;
  return {
    caption: 'Nearest cutoff, widths away; at 0 the read of the day flips',
    height: 80,
    x: rows.axis,
    y: { domain: [0, most], ticks: ticksBetween(0, most, 3), format: (value) => plain(value), isGridded: true },
    marks: ({ theme, width }) => [lineMark(rows, nearest, theme.accent, width, { strokeWidth: 1.25 })],
  };
}

/** Share of the panel's width for bars; texts have the rest. */
const BARS = 0.3;

function cutoffPanel(list: readonly CutoffDistance[], theme: Theme): Panel {
  const widths = list.map(({ distance, width }) => Math.abs(distance!) / width);
  const most = Math.max(1, ...widths);
  const bars = list.map((cutoff, i) => ({
    effect: cutoff.effect,
    words: cutoffWords(cutoff),
    at: list.length - i,
    to: (BARS * widths[i]!) / most,
  }));
  return {
    caption: `Nearest cutoffs of the last day, widths away (the longest bar: ${plain(Math.max(...widths), 1)})`,
    height: 22 * list.length,
    x: { domain: [0, 1], isHidden: true },
    y: { domain: [0.5, list.length + 0.5] },
    marks: ({ width }) => [
      Plot.rect(bars, {
        x1: 0,
        x2: 'to',
        y1: ({ at }: { at: number }) => at - 0.34,
        y2: ({ at }: { at: number }) => at + 0.34,
        fill: ({ effect }: { effect: string }) => (effect === 'keeps' ? theme.accent : theme.tones.down),
      }),
      Plot.ruleX([0], { stroke: theme.rule }),
      Plot.text(bars, {
        x: 'to',
        y: 'at',
        text: ({ words, to }: { words: string; to: number }) => fitted(words, width * (1 - to) - 8, 12),
        textAnchor: 'start',
        dx: 8,
        fill: theme.ink,
      }),
    ],
  };
}

function cutoffWords({ signal, op, cutoff, value, distance, effect }: CutoffDistance): string {
  const { name, write } = signalOf(signal);
  const side = op === '>' ? 'above' : 'below';
  const says = effect === 'keeps' ? 'keeps the regime' : 'would let another in';
  const known =
    value === null || distance === null ? 'now unknown' : `now ${write(value)}, ${write(Math.abs(distance))} away`;
  return clean(`${name} ${side} ${write(cutoff)} ${says}: ${known}`);
}
