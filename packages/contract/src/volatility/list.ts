/** GET /volatility/regime: the volatility regime of every coin. */

import { followedField } from '../followed/field.ts';
import { VenueSchema, VolatilityRegimeSchema } from '../parameters.ts';
import { fieldSort, list } from '../shapes/list.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volatilityEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { volatilityRow, type VolatilityRowWire } from './row.ts';

export const volatilityList = list('volatility.regime', {
  family: 'volatility',
  path: '/volatility/regime',
  dataset: 'volatility',
  title: 'VolatilityList',
  summary: 'The volatility regime of every coin.',
  description:
    'vol_shock, mean_reverting, compressed, expanding or normal, from completed UTC days. A change is published after two daily closes, a shock at once. Rows without the sort value stand last in both orders; ties stand by symbol.',
  of: volatilityEngine,
  row: volatilityRow,
  resource: 'volatility rows',
  lacks: 'too few completed days for a regime',
  filters: { source: VenueSchema, regime: VolatilityRegimeSchema },
  sorts: {
    symbol: 'symbol',
    ...fieldSort<VolatilityRowWire>(
      'rv_gk_30',
      'rv_gk_7',
      'vol_pctile_30',
      'term_structure_ratio',
      'vol_target_multiplier',
      'days_compressed',
    ),
  },
  sort: 'vol_pctile_30',
  limit: { fallback: 250, most: 500 },
  more: { followed: followedField('volatility') },
  notes: [
    ROW_NOTE,
    { date: FIRST_RELEASE, text: 'warming names the symbols that have too few completed days for a regime' },
  ],
});
