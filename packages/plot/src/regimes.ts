/** Price with a ribbon of its regimes. */

import { DAY_MS } from '@barograph/core';
import { compose, themeOf, type LegendEntry } from './compose.ts';
import { day, moment, plain, price as priceText } from './format.ts';
import { KNOWN_LABELS, labelStyles, type LabelStyle } from './labels.ts';
import type { Picture } from './picture.ts';
import {
  labelsOf,
  pricePanel,
  ribbonPanel,
  rowsOf,
  valuesOf,
  type Labels,
  type Rows,
  type SeriesOptions,
} from './series.ts';
import type { Theme } from './theme.ts';

/** Columns of a price and its regimes. */
export interface RegimeColumns {
  /** Epoch ms, ascending. */
  readonly time: ArrayLike<number>;
  /** Closes; NaN when unknown. */
  readonly close: ArrayLike<number>;
  /** Labels as texts, or as indexes of `names`; null or −1 for none. */
  readonly label: Labels;
  /** Labels by index; also the order of the legend. @default the labels in order of appearance */
  readonly names?: readonly string[];
}

/** Options of a picture with a price. */
export interface PriceOptions extends SeriesOptions {
  /** Symbol, for the title. @default no symbol in the title */
  readonly symbol?: string;
  /** Unit of the price. @default 'USD' */
  readonly unit?: string;
  /** Whether the price axis is logarithmic. @default true when the price changed threefold */
  readonly logarithmic?: boolean;
}

/**
 * Plots the price as a line over a ribbon of regimes: SIGNUM colours, nowcast labels, long-horizon regimes, or your
 * own.
 *
 * @returns the picture; its line breaks at unknown prices and missing rows.
 * @throws {UsageError} when a value is invalid; the message names column, row and expectation.
 * @example
 * const { signum } = await import('@barograph/indicators');
 * const picture = plotRegimes({ time: bars.time, close: bars.close, label: signum(bars).color }, { symbol: 'BTC' });
 * picture.svg().startsWith('<svg'); // → true
 */
export function plotRegimes({ time, close, label, names }: RegimeColumns, options: PriceOptions = {}): Picture {
  const rows = rowsOf(time, options);
  const closes = valuesOf('close', close, time.length, rows);
  const labels = labelsOf(label, names, time.length, rows);
  const styles = stylesOf(labels, names, themeOf(options));
  return compose(
    {
      title: `${options.symbol === undefined ? 'Price' : options.symbol} and its regimes`,
      subtitle: spanText(rows),
      description: `${priceWords(closes, options.unit)} ${labelWords(labels, styles)}`,
      legend: legendOf(labels, styles, themeOf(options)),
      panels: [
        pricePanel(rows, closes, options.unit ?? 'USD', options.logarithmic, 260),
        ribbonPanel(rows, labels, styles, 'Regime', true),
      ],
    },
    options,
  );
}

/** Styles of the labels present, in the order of the names, or of their first rows. */
export function stylesOf(
  labels: readonly (string | null)[],
  names: readonly string[] | undefined,
  theme: Theme,
): ReadonlyMap<string, LabelStyle> {
  const found = new Set(labels.filter((label) => label !== null));
  const ordered = [...(names ?? KNOWN_LABELS), ...found];
  return new Map([...labelStyles(ordered, theme)].filter(([label]) => found.has(label)));
}

/** Legend of the labels, and of rows without one. */
export function legendOf(
  labels: readonly (string | null)[],
  styles: ReadonlyMap<string, LabelStyle>,
  theme: Theme,
): readonly LegendEntry[] {
  const unknown = labels.includes(null) ? [{ name: 'unknown', color: theme.bands[0] }] : [];
  return [...Array.from(styles.values(), ({ name, color, code }) => ({ name, color, code })), ...unknown];
}

/** Describes the first and last time of the rows. */
export function spanText({ time, axis, step }: Rows): string {
  const text = step % DAY_MS === 0 ? day : moment;
  return `${text(time[0]!)} to ${text(axis.domain[1])}, UTC; ${plain(time.length)} rows`;
}

/** Describes the first and last known price. */
export function priceWords(close: Float64Array, unit: string = 'USD'): string {
  const known = close.filter((value) => !Number.isNaN(value));
  return `Price from ${priceText(known[0]!)} to ${priceText(known.at(-1)!)} ${unit}.`;
}

/** Describes the share of each label in the rows, and the last label. */
export function labelWords(labels: readonly (string | null)[], styles: ReadonlyMap<string, LabelStyle>): string {
  const shares = Array.from(styles, ([label, { name }]) => {
    const rows = labels.filter((one) => one === label).length;
    return `${name} ${Math.round((100 * rows) / labels.length)} %`;
  });
  const last = labels.at(-1);
  const now = typeof last === 'string' ? styles.get(last)!.name : 'unknown';
  return `${shares.join(', ')} of the rows; at the end ${now}.`;
}
