/** Barogram: price, published regime and probabilities on one time axis. */

import { compose, themeOf } from './compose.ts';
import { labelStyles } from './labels.ts';
import type { Picture } from './picture.ts';
import { probabilityPanel, probabilityWords, sharesOf, type ProbabilityColumns } from './probabilities.ts';
import { legendOf, priceWords, spanText, type PriceOptions, type RegimeColumns } from './regimes.ts';
import { labelsOf, pricePanel, ribbonPanel, rowsOf, valuesOf } from './series.ts';

/** Columns of a nowcast and its price. */
export interface NowcastColumns extends Omit<RegimeColumns, 'names'>, ProbabilityColumns {}

/**
 * Plots the price, a ribbon of the published regimes, and the probabilities behind them.
 *
 * @throws {UsageError} when a value is invalid; the message names column, row and expectation.
 * @example
 * const probabilities = Array.from(bars.time).flatMap((_, i) => (i % 9 < 5 ? [0.7, 0.3] : [0.4, 0.6]));
 * const label = Array.from(bars.time, (_, i) => (i % 9 < 5 ? 'bull' : 'bear'));
 * const columns = { time: bars.time, close: bars.close, label, probabilities, names: ['bull', 'bear'] };
 * plotNowcast(columns, { symbol: 'BTC', theme: 'dark' }).title; // → 'BTC: regime of the hour and its probabilities'
 */
export function plotNowcast(
  { time, close, label, probabilities, names }: NowcastColumns,
  options: PriceOptions = {},
): Picture {
  const rows = rowsOf(time, options);
  const closes = valuesOf('close', close, time.length, rows);
  const labels = labelsOf(label, names, time.length, rows);
  const shares = sharesOf(probabilities, names, time.length, rows);
  const theme = themeOf(options);
  const styles = labelStyles([...names, ...labels.filter((one) => one !== null)], theme);
  return compose(
    {
      title: `${options.symbol === undefined ? 'Price' : options.symbol}: regime of the hour and its probabilities`,
      subtitle: spanText(rows),
      description: `${priceWords(closes, options.unit)} ${probabilityWords(shares, names, styles)}`,
      legend: legendOf(labels, styles, theme),
      panels: [
        pricePanel(rows, closes, options.unit ?? 'USD', options.logarithmic, 190),
        ribbonPanel(rows, labels, styles, 'Published regime', false),
        probabilityPanel(rows, shares, names, styles, 200),
      ],
    },
    options,
  );
}
