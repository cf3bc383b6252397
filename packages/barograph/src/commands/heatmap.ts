/** `barograph heatmap`: recent moves of coins with their colours and liquidity. */

import { byValue, heatmapRecord } from '@barograph/contract';
import type { Candles } from '@barograph/core';
import {
  checkHeatmapConfig,
  HEATMAP_V2,
  heatmapDays,
  heatmapRow,
  SIGNUM_COLORS,
  signum,
  signumCodes,
  signumRow,
  type HeatmapConfig,
} from '@barograph/indicators';
import { notional30 } from '@barograph/volatility';
import type { Coin } from '../coins.ts';
import type { Column } from '../column-rows.ts';
import type { EngineCommand } from '../engine-command.ts';
import { flags, historyRows } from '../history-rows.ts';
import type { Row } from '../table.ts';

export const heatmapCommand: EngineCommand<HeatmapConfig> = {
  name: 'heatmap',
  summary: 'moves of the last hours, with colours, liquidity and the 200-day average',
  description:
    'The scan table of the service, largest notional first; pegged coins are left out. Moves need bars of an hour or ' +
    'less. With --rows all, what can be said of each completed day.',
  config: HEATMAP_V2,
  check: checkHeatmapConfig,
  last: (_, asOf, config, perCoin) =>
    perCoin((coin) => [rowOf(coin, asOf, config)])
      .filter(({ pegged }) => !pegged)
      .map(heatmapRecord.encode)
      .sort(byValue('desc', (row) => row.notional_30)),
  wants: () => 'a coin that is not pegged',
  all: {
    work: 'heatmap rows',
    columns: [
      'timestamp',
      'price',
      'pct_24h',
      'signum',
      'days_in_color',
      'adx',
      'notional_30',
      'above_sma200',
      'dist_from_200_pct',
    ],
    rows: (coin, config) =>
      historyRows(
        coin.daily,
        () => dayCells(coin.daily, config),
        () => dayRecords(coin, config),
      ),
  },
};

function rowOf(coin: Coin, asOf: number, config: HeatmapConfig) {
  const { hourly, daily } = coin;
  const colors = signumRow({ ...coin, asOf });
  return heatmapRow(
    { signum: colors, notional30: defined(notional30(daily).at(-1) ?? NaN), hourly, daily, asOf },
    config,
  );
}

const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);

function* dayRecords({ daily }: Coin, config: HeatmapConfig): Generator<Row> {
  const { color, barsInColor, adx } = signum(daily);
  const liquidity = notional30(daily);
  const { average, pct24h } = heatmapDays(daily, config);
  for (let i = 0; i < daily.length; i++) {
    const price = daily.close[i]!;
    yield {
      timestamp: daily.time[i]!,
      price,
      pct_24h: defined(pct24h[i]!),
      signum: color[i]!,
      days_in_color: defined(barsInColor[i]!),
      adx: defined(adx[i]!),
      notional_30: defined(liquidity[i]!),
      above_sma200: Number.isNaN(average[i]!) ? null : price > average[i]!,
      dist_from_200_pct: defined(100 * (price / average[i]! - 1)),
    };
  }
}

function dayCells(daily: Candles, config: HeatmapConfig): Readonly<Record<string, Column>> {
  const { time, close, length } = daily;
  const { colorCode, barsInColor, adx } = signumCodes(daily);
  const { average, pct24h } = heatmapDays(daily, config);
  const above = new Int8Array(length).fill(-1);
  const distance = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const price = close[i]!;
    if (!Number.isNaN(average[i]!)) above[i] = Number(price > average[i]!);
    distance[i] = 100 * (price / average[i]! - 1);
  }
  return {
    timestamp: time,
    price: close,
    pct_24h: pct24h,
    signum: { codes: colorCode, texts: SIGNUM_COLORS },
    days_in_color: barsInColor,
    adx,
    notional_30: notional30(daily),
    above_sma200: flags(above),
    dist_from_200_pct: distance,
  };
}
