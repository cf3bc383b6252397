/** The heatmap's query as the host works with it. */

import type { SignumColor, Source } from '@barograph/indicators';
import type { QueryIn } from '../endpoint.ts';
import type { indicators } from '../endpoints/indicators.ts';
import type { HeatmapItemWire } from '../wire/heatmap.ts';
import { bySymbol, byValue } from '../shapes/order.ts';

/** What is asked of the table; undefined filters let every row pass. */
export interface HeatmapQuery {
  readonly source: Source | 'all';
  /** Names the move that `pct` sorts by, and that the moves of the table are of. */
  readonly interval: '1h' | '4h';
  /** Drops rows that trade less, and rows of unknown liquidity whatever the floor. */
  readonly minNotional30: number | undefined;
  readonly color: SignumColor | undefined;
  readonly color4h: SignumColor | undefined;
  /** Rows of which it is not known pass neither true nor false. */
  readonly aboveSma200: boolean | undefined;
  readonly sort: 'notional_30' | 'pct' | 'days_in_color' | 'adx' | 'symbol';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** The checked query under the names of the host. */
export function decodeHeatmapQuery(query: QueryIn<(typeof indicators)['indicators.heatmap']>): HeatmapQuery {
  return {
    source: query.source,
    interval: query.interval,
    minNotional30: query.min_notional_30,
    color: query.color,
    color4h: query.color_4h,
    aboveSma200: query.above_sma200,
    sort: query.sort,
    order: query.order,
    limit: query.limit,
  };
}

/** True when the row passes every filter of the query. */
export function matchesHeatmapQuery(row: HeatmapItemWire, query: HeatmapQuery): boolean {
  return (
    (query.source === 'all' || row.source === query.source) &&
    (query.minNotional30 === undefined || (row.notional_30 !== null && row.notional_30 >= query.minNotional30)) &&
    (query.color === undefined || row.signum === query.color) &&
    (query.color4h === undefined || row.signum_4h === query.color4h) &&
    (query.aboveSma200 === undefined || row.above_sma200 === query.aboveSma200)
  );
}

/** The rolling move of a row over the interval of the query. */
export function heatmapMoveOf(row: HeatmapItemWire, { interval }: Pick<HeatmapQuery, 'interval'>): number | null {
  return interval === '1h' ? row.pct_1h : row.pct_4h;
}

/** The order of a query: rows without the value last in both directions, ties by symbol ascending. */
export function heatmapOrder({
  sort,
  order,
  interval,
}: Pick<HeatmapQuery, 'sort' | 'order' | 'interval'>): (a: HeatmapItemWire, b: HeatmapItemWire) => number {
  if (sort === 'symbol') return bySymbol(order);
  return byValue(order, (row) => (sort === 'pct' ? heatmapMoveOf(row, { interval }) : row[sort]));
}
