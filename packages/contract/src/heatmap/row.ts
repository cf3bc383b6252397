/** The heatmap row on the wire. */

import type { HeatmapRow } from '@barograph/indicators';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { SIGNUM_COLORS, VENUES } from '../parameters.ts';
import { qualityField } from '../shapes/quality.ts';

const COUNT = { minimum: 0 };
const row = fieldsOf<HeatmapRow>();

/** A row of the table. */
export const heatmapRow = record('HeatmapItem', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  price: row.numberOrNull('The 1h close at as_of, quote units; null where that bar is missing.', (r) => r.price, {
    exclusiveMinimum: 0,
  }),
  pct_1h: row.numberOrNull('Percent over the last hour; null where a bar is missing.', (r) => r.pct1h),
  pct_4h: row.numberOrNull(
    'Percent over the last four hours, not aligned to 4h bars; null where a bar is missing.',
    (r) => r.pct4h,
  ),
  pct_24h: row.numberOrNull('Percent over the last 24 hours; null where a bar is missing.', (r) => r.pct24h),
  pct_4h_bar: row.numberOrNull(
    'Percent, open to close of the 4h bar that closed at bar_4h_as_of; null unless all four hours are there.',
    (r) => r.pct4hBar,
  ),
  signum: row.choiceOrNull(
    SIGNUM_COLORS,
    'SIGNUM_RGG colour of completed days; null while not defined.',
    (r) => r.signum,
  ),
  days_in_color: row.integerOrNull('Completed days in signum; null without it.', (r) => r.daysInColor, COUNT),
  adx: row.numberOrNull('ADX(14) of completed days; null while not defined.', (r) => r.adx, {
    minimum: 0,
    maximum: 100,
  }),
  signum_4h: row.choiceOrNull(
    SIGNUM_COLORS,
    'SIGNUM_RGG colour of complete 4h bars; null below 30 of them.',
    (r) => r.signum4h,
  ),
  bars_in_color_4h: row.integerOrNull('Complete 4h bars in signum_4h; null without it.', (r) => r.barsInColor4h, COUNT),
  notional_30: row.numberOrNull(
    'Mean daily volume of 30 settled days, USD; null when unknown.',
    (r) => r.notional30,
    COUNT,
  ),
  above_sma200: row.flagOrNull(
    'price is above the mean of the last 200 daily closes; null below 200 days or without a price.',
    (r) => r.aboveSma200,
  ),
  dist_from_200_pct: row.numberOrNull(
    'Percent of that mean from it to price; null without it.',
    (r) => r.distFrom200Pct,
  ),
  quality: qualityField,
  config_version: row.text('Version of the thresholds.', (r) => r.configVersion),
});
/** The row on the wire. */
export type HeatmapRowWire = WireOf<typeof heatmapRow>;
