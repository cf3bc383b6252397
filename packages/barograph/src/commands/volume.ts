/** `barograph volume`: 24-hour volume of coins relative to their usual day. */

import { anyVolumeRow, byValue } from '@barograph/contract';
import type { Candles } from '@barograph/core';
import {
  checkVolumeConfig,
  VOLUME_BANDS,
  VOLUME_V2,
  volumeHistory,
  volumeRow,
  type VolumeConfig,
} from '@barograph/volatility';
import { columnRows, type ColumnPart } from '../column-rows.ts';
import type { EngineCommand } from '../engine-command.ts';
import { lazily, words } from '../history-rows.ts';

export const volumeCommand: EngineCommand<VolumeConfig> = {
  name: 'volume',
  summary: 'volume of the last 24 h against the last 30 days, and its band',
  description:
    'Holds the rolling 24 h of a coin against the mean and the median of its last 30 settled UTC days. Needs bars of ' +
    'an hour or less for that; from days alone, --rows all holds each day against the 30 days before it.',
  config: VOLUME_V2,
  check: checkVolumeConfig,
  last: (_, asOf, config, perCoin) =>
    perCoin((coin) => [anyVolumeRow.encode(volumeRow({ ...coin, asOf }, config))]).toSorted(
      byValue('desc', (row) => row.multiplier),
    ),
  all: {
    work: 'volume rows',
    columns: [
      'timestamp',
      'notional',
      'avg_volume_30d',
      'median_volume_30d',
      'multiplier',
      'multiplier_median',
      'band',
      'close',
    ],
    rows: ({ daily }, config) => columnRows(lazily(() => [dayPart(daily, config)])),
  },
};

function dayPart(daily: Candles, config: VolumeConfig): ColumnPart {
  const { notional, average, median, multiplier, multiplierMedian, band } = volumeHistory(daily, config);
  return {
    length: daily.length,
    columns: {
      timestamp: daily.time,
      notional,
      avg_volume_30d: average,
      median_volume_30d: median,
      multiplier,
      multiplier_median: multiplierMedian,
      band: words(band, VOLUME_BANDS),
      close: daily.close,
    },
  };
}
