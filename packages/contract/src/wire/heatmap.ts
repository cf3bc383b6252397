/** The heatmap on the wire. */

import { bucketOpen, HOUR_MS } from '@barograph/core';
import type { HeatmapMoves, HeatmapRow } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { ColorSchema, DataSourceSchema, HEATMAP_INTERVALS, VenueSchema, type DataSource } from '../parameters.ts';
import type { HeatmapQuery } from '../query/heatmap.ts';
import { nullable, num } from '../scalar.ts';
import { joinItems } from './ready-items.ts';

const Percent = nullable(Type.Number({ description: 'percent' }));
const Count = Type.Integer({ minimum: 0 });
const H4_MS = 4 * HOUR_MS;

/** A row of the table. */
export const HeatmapItemWire = Type.Object(
  {
    symbol: Type.String(),
    source: VenueSchema,
    price: nullable(Type.Number({ exclusiveMinimum: 0, description: 'The 1h close at as_of; quote units.' })),
    pct_1h: Percent,
    pct_4h: nullable(Type.Number({ description: 'percent, over the last four hours; not aligned to 4h bars' })),
    pct_24h: Percent,
    pct_4h_bar: nullable(
      Type.Number({ description: 'percent, open to close of the 4h bar that closed at bar_4h_as_of' }),
    ),
    signum: nullable(ColorSchema),
    days_in_color: nullable(Count),
    adx: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    signum_4h: nullable(ColorSchema),
    bars_in_color_4h: nullable(Count),
    notional_30: nullable(Type.Number({ minimum: 0, description: 'Mean daily volume of 30 settled days; USD.' })),
    above_sma200: nullable(Type.Boolean()),
    dist_from_200_pct: Percent,
    config_version: Type.String(),
  },
  { title: 'HeatmapItem' },
);
export type HeatmapItemWire = Static<typeof HeatmapItemWire>;

/** Directions and spread of the move that the interval names. */
export const HeatmapMovesWire = Type.Object(
  {
    up: Count,
    down: Count,
    flat: Count,
    median_pct: Percent,
    p10: Percent,
    p90: Percent,
  },
  { title: 'HeatmapMoves' },
);
export type HeatmapMovesWire = Static<typeof HeatmapMovesWire>;

/** The answer. */
export const HeatmapWire = Type.Object(
  {
    items: Type.Array(HeatmapItemWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filters, before the limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before filters; pegged coins have none.' }),
    interval: Type.Enum([...HEATMAP_INTERVALS], { type: 'string' }),
    as_of: Type.Integer({ minimum: 0, description: 'epoch ms, close of the last completed hour' }),
    bar_4h_as_of: Type.Integer({ minimum: 0, description: 'epoch ms, close of the last completed UTC 4h bar' }),
    moves: HeatmapMovesWire,
    timestamp: Type.Integer({ minimum: 0, description: 'epoch ms, when the table was made' }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'Heatmap' },
);
export type HeatmapWire = Static<typeof HeatmapWire>;

/** A row of the engine on the wire; undefined for a pegged coin, which is in no table. */
export function encodeHeatmapRow(row: HeatmapRow): HeatmapItemWire | undefined {
  if (row.pegged) return undefined;
  return {
    symbol: row.symbol,
    source: row.source,
    price: num(row.price),
    pct_1h: num(row.pct1h),
    pct_4h: num(row.pct4h),
    pct_24h: num(row.pct24h),
    pct_4h_bar: num(row.pct4hBar),
    signum: row.signum,
    days_in_color: num(row.daysInColor),
    adx: num(row.adx),
    signum_4h: row.signum4h,
    bars_in_color_4h: num(row.barsInColor4h),
    notional_30: num(row.notional30),
    above_sma200: row.aboveSma200,
    dist_from_200_pct: num(row.distFrom200Pct),
    config_version: row.configVersion,
  };
}

/** Everything of a table but its rows, as the host has it. */
export interface HeatmapHead {
  readonly count: number;
  readonly total: number;
  readonly universeSize: number;
  readonly query: Pick<HeatmapQuery, 'interval'>;
  readonly moves: HeatmapMoves;
  /** When the rows were made. */
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** The JSON text of a table whose rows are JSON texts already. */
export function joinHeatmap(items: readonly string[], head: HeatmapHead): string {
  const { moves, asOf } = head;
  const rest: Omit<HeatmapWire, 'items'> = {
    count: head.count,
    total: head.total,
    universe_size: head.universeSize,
    interval: head.query.interval,
    as_of: bucketOpen(asOf, HOUR_MS),
    bar_4h_as_of: bucketOpen(asOf, H4_MS),
    moves: {
      up: moves.up,
      down: moves.down,
      flat: moves.flat,
      median_pct: num(moves.medianPct),
      p10: num(moves.p10),
      p90: num(moves.p90),
    },
    timestamp: asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
  return joinItems(items, rest);
}
