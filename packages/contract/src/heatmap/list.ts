/** GET /indicators/heatmap: the scan table. */

import { bucketOpen, HOUR_MS } from '@barograph/core';
import { heatmapMoves, type HeatmapMoves } from '@barograph/indicators';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { ColorSchema, HEATMAP_INTERVALS, VENUES } from '../parameters.ts';
import { fieldSort, list, where } from '../shapes/list.ts';
import type { Found } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { heatmapEngine } from './engine.ts';
import { heatmapRow, type HeatmapRowWire } from './row.ts';

type Row = HeatmapRowWire;
type Query = Readonly<Record<string, unknown>>;
const COUNT = { minimum: 0 };
const H4_MS = 4 * HOUR_MS;

const field = fieldsOf<HeatmapMoves>();
const moves = record(
  'HeatmapMoves',
  {
    up: field.integer('Rows with a move above 0.', (m) => m.up, COUNT),
    down: field.integer('Rows with a move below 0.', (m) => m.down, COUNT),
    flat: field.integer('Rows whose price is exactly where it was.', (m) => m.flat, COUNT),
    median_pct: field.numberOrNull('Median move, percent; null when no row has one.', (m) => m.medianPct),
    p10: field.numberOrNull('10th percentile of the moves, percent; null when no row has one.', (m) => m.p10),
    p90: field.numberOrNull('90th percentile of the moves, percent; null when no row has one.', (m) => m.p90),
  },
  'Directions and spread of the move that interval names, over all rows that pass the filters.',
);

const intervalOf = ({ interval }: Query): '1h' | '4h' => (interval === '1h' ? '1h' : '4h');
/** Rolling move of a row over the queried interval. */
const moveOf = (row: Row, query: Query): number | null => row[`pct_${intervalOf(query)}`];

const { choice, inner, moment } = fieldsOf<Found<Row, unknown>>();

export const heatmapList = list('indicators.heatmap', {
  family: 'indicators',
  path: '/indicators/heatmap',
  dataset: 'heatmap',
  title: 'Heatmap',
  summary: 'A scan table: the last moves of every coin beside its colours and its liquidity.',
  description:
    'pct_1h, pct_4h and pct_24h end at price, the last completed 1h close; pct_4h_bar is of the last closed UTC 4h bar. A value is null where a bar that it needs is missing: no neighbour stands in, and a coin whose last completed day ended more than 2 days ago has nulls only. above_sma200 and dist_from_200_pct hold that same price against the mean of the last 200 completed daily closes (the technical list holds the last daily close against it). Pegged coins are left out. moves counts and spreads the move that interval names, over all rows that pass the filters. Made hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
  of: heatmapEngine,
  row: heatmapRow,
  resource: 'heatmap rows',
  filters: {
    source: where(
      Type.Enum([...VENUES, 'all'], { type: 'string', default: 'perpdex_perp' }),
      (row: Row, wanted) => wanted === 'all' || row.source === wanted,
    ),
    interval: where(
      Type.Enum([...HEATMAP_INTERVALS], {
        type: 'string',
        default: '4h',
        description: 'Which move sort=pct and moves are of.',
      }),
    ),
    min_notional_30: where(
      Type.Number({ minimum: 0, description: 'USD; rows of unknown liquidity are dropped when it is sent.' }),
      (row: Row, least) => row.notional_30 !== null && row.notional_30 >= least,
    ),
    color: where(ColorSchema, (row: Row, wanted) => row.signum === wanted),
    color_4h: where(ColorSchema, (row: Row, wanted) => row.signum_4h === wanted),
    above_sma200: Type.Boolean({ description: 'Rows of which it is not known pass neither value.' }),
  },
  sorts: {
    ...fieldSort<Row>('notional_30'),
    pct: moveOf,
    ...fieldSort<Row>('days_in_color', 'adx'),
    symbol: 'symbol',
  },
  sort: 'notional_30',
  limit: { fallback: 250, most: 500 },
  unknownParameters: 'reject',
  page: ({ count, total, universe_size, data_source, source }) => ({
    count,
    total,
    universe_size,
    interval: choice(HEATMAP_INTERVALS, 'The move that sort=pct and moves are of.', ({ query }) => intervalOf(query)),
    as_of: moment('Close of the last completed hour.', ({ asOf }) => bucketOpen(asOf, HOUR_MS)),
    bar_4h_as_of: moment('Close of the last completed UTC 4h bar.', ({ asOf }) => bucketOpen(asOf, H4_MS)),
    moves: inner(moves, ({ passing, query }) => heatmapMoves(passing.map((row) => moveOf(row, query)))),
    timestamp: moment('When the table was made.', ({ asOf }) => asOf),
    data_source,
    source,
  }),
  notes: [{ date: FIRST_RELEASE, text: 'items also carry config_version; the answer carries total and data_source' }],
});
