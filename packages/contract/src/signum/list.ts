/** GET /indicators/signum-rgg: the trend colour of every coin. */

import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';
import { followedField } from '../followed/field.ts';
import { ColorSchema, VenueSchema } from '../parameters.ts';
import { fieldSort, list, where } from '../shapes/list.ts';
import type { Found } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { signumBreadth, signumEngine, type SignumHead } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { signumRow, type SignumItemWire } from './row.ts';

const { custom } = fieldsOf<Found<SignumItemWire, SignumHead>>();
const days = (description: string) => Type.Integer({ minimum: 0, description });

export const signumList = list('indicators.signum', {
  family: 'indicators',
  path: '/indicators/signum-rgg',
  dataset: 'signum',
  title: 'SignumList',
  summary: 'SIGNUM_RGG: the daily trend colour of every coin.',
  description:
    'Red, grey or green from ADX(14) and DMI with hysteresis, on completed daily bars; live fields include the forming day. Recomputed hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
  of: signumEngine,
  row: signumRow,
  resource: 'SIGNUM_RGG rows',
  lacks: 'too few completed days for a color',
  filters: {
    color: ColorSchema,
    source: VenueSchema,
    min_days: where(
      days('Least completed days in the colour.'),
      (row: SignumItemWire, least) => row.days_in_color >= least,
    ),
    max_days: where(
      days('Most completed days in the colour.'),
      (row: SignumItemWire, most) => row.days_in_color <= most,
    ),
  },
  sorts: {
    ...fieldSort<SignumItemWire>('days_in_color'),
    pct_change: (row) => row.pct_change_24h,
    ...fieldSort<SignumItemWire>('adx'),
    symbol: 'symbol',
  },
  sort: 'days_in_color',
  limit: { fallback: 250, most: 1000 },
  isPaged: true,
  more: { breadth: custom(signumBreadth.schema, ({ head }) => head.breadth), followed: followedField('signum') },
  notes: [
    ROW_NOTE,
    { date: FIRST_RELEASE, text: 'warming names the symbols that have too few completed days for a color' },
    { date: FIRST_RELEASE, text: 'breadth counts the colors of the universe, without pegged and stale rows' },
  ],
});
