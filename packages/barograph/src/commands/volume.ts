/** `barograph volume`: what coins traded in the last 24 hours against what they trade on a day. */

import { anyVolumeRow, byValue } from '@barograph/contract';
import { checkVolumeConfig, VOLUME_V1, volumeHistory, volumeRow, type VolumeConfig } from '@barograph/volatility';
import type { Coin } from '../coins.ts';
import type { EngineCommand } from '../engine-command.ts';
import type { Row } from '../table.ts';

export const volumeCommand: EngineCommand<VolumeConfig> = {
  name: 'volume',
  summary: 'volume of the last 24 h against the last 30 days, and its band',
  description:
    'Holds the rolling 24 h of a coin against the mean and the median of its last 30 settled UTC days. Needs bars of\n' +
    'an hour or less for that; from days alone, --rows all holds each day against the 30 days before it.',
  config: VOLUME_V1,
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
    rows: dayRows,
  },
};

const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);

function* dayRows({ daily }: Coin, config: VolumeConfig): Generator<Row> {
  const { notional, average, median, multiplier, multiplierMedian, band } = volumeHistory(daily, config);
  for (let i = 0; i < daily.length; i++) {
    yield {
      timestamp: daily.time[i]!,
      notional: notional[i]!,
      avg_volume_30d: defined(average[i]!),
      median_volume_30d: defined(median[i]!),
      multiplier: defined(multiplier[i]!),
      multiplier_median: defined(multiplierMedian[i]!),
      band: band[i]!,
      close: daily.close[i]!,
    };
  }
}
