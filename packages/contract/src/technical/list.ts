/** GET /indicators/technical: the technical regime of every coin. */

import { MA_STATES, RANGE_ZONES, type BandState } from '@barograph/indicators';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';
import { VenueSchema } from '../parameters.ts';
import { validationProblem, type Problem } from '../problem.ts';
import { fieldSort, list, where } from '../shapes/list.ts';
import type { Found } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { technicalBreadth, technicalEngine, type TechnicalHead } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { technicalRow, type TechnicalItemWire } from './row.ts';

type Row = TechnicalItemWire;
type Query = Readonly<Record<string, unknown>>;
const { custom } = fieldsOf<Found<Row, TechnicalHead>>();

const leastDays = ({ min_days_in_state: least }: Query): number => (typeof least === 'number' ? least : 0);
/** Whether a state has lasted for the queried number of completed days. */
const lasts = (days: number | null, query: Query): boolean => days !== null && days >= leastDays(query);

/** Refuses a number of days for a zone or an RSI, which have no day count. */
function check(query: Query): Problem | undefined {
  if (leastDays(query) === 0 || query['ma_state'] !== undefined || query['bb'] !== undefined) return undefined;
  const msg = 'needs a state whose days it counts: send ma_state or bb too';
  return validationProblem({ loc: ['query', 'min_days_in_state'], msg, type: 'dependentRequired' });
}

export const technicalList = list('indicators.technical', {
  family: 'indicators',
  path: '/indicators/technical',
  dataset: 'technical',
  title: 'TechnicalList',
  summary: 'The technical regime of every coin: averages, RSI, squeeze, range, support and resistance.',
  description:
    'Averages, rsi_1d and bands are of completed days, and so are dist_from_*_pct, above_* and ma_state, which hold close_1d against the averages (the heatmap holds the last 1h close against SMA-200); price, range and sr move with the last closed 1h close. breakdown_200 and reclaim_200 hold for 5 completed days from a crossing of SMA-200. A squeeze begins at bandwidth percentile 20 of 126 days and ends above 30; bands expand when they are 1.25 times as wide as 5 days before. Zones: near_low up to 0.2 and near_high from 0.8 of the 20-day range; overbought from 70, oversold up to 30, extreme from 80 or up to 20. Filters are AND-combined. Made hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
  of: technicalEngine,
  row: technicalRow,
  resource: 'technical rows',
  lacks: 'no completed day',
  filters: {
    source: VenueSchema,
    ma_state: where(
      Type.Enum([...MA_STATES], { type: 'string' }),
      (row: Row, wanted, query) => row.ma_state === wanted && lasts(row.days_in_state, query),
    ),
    bb: where(
      Type.Enum(['in_squeeze', 'expanding'] satisfies BandState[], { type: 'string' }),
      (row: Row, wanted, query) => row.bb === wanted && lasts(row.bb_days, query),
    ),
    range_zone: Type.Enum([...RANGE_ZONES], { type: 'string' }),
    rsi: where(
      Type.Enum(['overbought', 'oversold', 'extreme'], { type: 'string', description: 'Of rsi_1d.' }),
      (row: Row, wanted) => (wanted === 'extreme' ? row.rsi_1d_extreme === true : row.rsi_1d_zone === wanted),
    ),
    min_days_in_state: where(
      Type.Integer({
        minimum: 0,
        description: 'Completed days in the state that ma_state or bb asks for; above 0 a 422 without one of them.',
      }),
    ),
  },
  check,
  sorts: {
    symbol: 'symbol',
    ...fieldSort<Row>('price', 'rsi_1d', 'bb_bandwidth', 'squeeze_days'),
    dist_from_200: (row) => row.dist_from_200_pct,
    ...fieldSort<Row>('position_in_range'),
  },
  sort: 'symbol',
  limit: { fallback: 250, most: 500 },
  more: { breadth: custom(technicalBreadth.schema, ({ head }) => head.breadth) },
  notes: [
    ROW_NOTE,
    { date: FIRST_RELEASE, text: 'breadth counts squeezes of the universe, without pegged and stale rows' },
    { date: FIRST_RELEASE, text: 'warming names the symbols without a completed day' },
  ],
});
