/** GET /meme/regime: the regime of every meme coin. */

import { followedField } from '../followed/field.ts';
import { MemeRegimeSchema, VenueSchema } from '../parameters.ts';
import { fieldSort, list } from '../shapes/list.ts';
import { FIRST_RELEASE } from '../version.ts';
import { memeEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { memeRow, type MemeRowWire } from './row.ts';

export const memeList = list('meme.regime', {
  family: 'meme',
  path: '/meme/regime',
  dataset: 'meme',
  title: 'MemeList',
  summary: 'The regime of every meme coin.',
  description:
    'Euphoric, distribution, ignition, bleeding or dormant, from completed UTC days; one daily close changes it. Funding and open interest are live, and null without a source. Rows without the sort value stand last in both orders; ties stand by symbol.',
  of: memeEngine,
  row: memeRow,
  resource: 'meme rows',
  lacks: 'too few completed days for a regime',
  filters: { source: VenueSchema, regime: MemeRegimeSchema },
  sorts: {
    symbol: 'symbol',
    ...fieldSort<MemeRowWire>(
      'ret_7d',
      'ret_30d',
      'vol_spike',
      'vol_pctile_30',
      'sma20_extension_pct',
      'funding_rate',
      'oi_usd',
    ),
  },
  sort: 'ret_7d',
  limit: { fallback: 250, most: 500 },
  more: { followed: followedField('meme') },
  notes: [
    ROW_NOTE,
    { date: FIRST_RELEASE, text: 'warming names the symbols that have too few completed days for a regime' },
  ],
});
