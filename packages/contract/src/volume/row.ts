/** Row of the volume scanner, and a day of its baseline, on the wire. */

import { VOLUME_BANDS, type NotionalDay, type VolumeRow } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { qualityField } from '../shapes/quality.ts';

/** Row with a rolling volume; `warming` names a perp without a closed hour in the last 24. */
export type ReadyVolumeRow = VolumeRow & { readonly volume24h: number };

/**
 * Whether the row has a rolling volume.
 *
 * @example
 * const tracker = createVolumeTracker();
 * const about = { symbol: 'BTC', source: 'perpdex_perp' } as const;
 * isReadyVolumeRow(tracker.row(about, 260 * DAY_MS)); // → false
 * for (let i = 0; i < 48; i++) tracker.hour({ ...barAt(bars, 0), time: i * HOUR_MS });
 * isReadyVolumeRow(tracker.row(about, 2 * DAY_MS)); // → true
 */
export function isReady(row: VolumeRow): row is ReadyVolumeRow {
  return row.volume24h !== null;
}

const USD = { minimum: 0 };
const row = fieldsOf<VolumeRow>();
const about = { symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol) };
const measures = {
  avg_volume_30d: row.numberOrNull(
    'USD a day, mean of the last 30 settled UTC days; null below 7.',
    (r) => r.avgVolume30d,
    USD,
  ),
  median_volume_30d: row.numberOrNull(
    'USD a day, median of the last 30 settled UTC days; null below 7.',
    (r) => r.medianVolume30d,
    USD,
  ),
  multiplier: row.numberOrNull(
    'volume_24h / avg_volume_30d; null without a mean above 0, and while an hour of the last 24 is missing.',
    (r) => r.multiplier,
    { minimum: 0 },
  ),
  multiplier_median: row.numberOrNull(
    'volume_24h / median_volume_30d; null without a median above 0, and while an hour of the last 24 is missing.',
    (r) => r.multiplierMedian,
    { minimum: 0 },
  ),
  band: row.choice(VOLUME_BANDS, 'Band of the multiplier; unknown when there is none.', (r) => r.band),
  volume_change_24h: row.numberOrNull(
    'volume_24h against the 24 hours before, percent; null unless all hours of both days are there and something traded in the first.',
    (r) => r.volumeChange24h,
  ),
  spark_7d: row.list(
    Type.Number({ minimum: 0, description: 'USD' }),
    'USD of the last 7 settled UTC days, oldest first; fewer when there are fewer.',
    (r) => r.spark7d,
    { maxItems: 7 },
  ),
  change_24h: row.numberOrNull(
    'Price against exactly 24 hours before, percent; null when one of the two hours is missing.',
    (r) => r.change24h,
  ),
  quality: qualityField,
  config_version: row.text('Version of the bands.', (r) => r.configVersion),
};
const ROLLING = 'USD, rolling over the closed hours of the last 24 that are there';

/** A row of the list and of the detail. */
export const volumeRow = record('VolumeRow', {
  ...about,
  volume_24h: fieldsOf<ReadyVolumeRow>().number(`${ROLLING}.`, (r) => r.volume24h, USD),
  ...measures,
});
/** The row on the wire. */
export type VolumeRowWire = WireOf<typeof volumeRow>;

/** Any row of the engine; the rolling volume is null when not ready. */
export const anyVolumeRow = record(null, {
  ...about,
  volume_24h: row.numberOrNull(`${ROLLING}; null when there is none.`, (r) => r.volume24h, USD),
  ...measures,
});

const day = fieldsOf<NotionalDay>();

/** One settled UTC day. */
export const volumeDay = record('VolumeDay', {
  timestamp: day.moment('Open of the day.', (d) => d.time),
  notional: day.number('USD.', (d) => d.notional, USD),
});
/** A settled day on the wire. */
export type VolumeDayWire = WireOf<typeof volumeDay>;
