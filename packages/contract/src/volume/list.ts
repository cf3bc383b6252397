/** GET /volume/scanner: each perp's volume of the last 24 hours relative to its usual day. */

import { VOLUME_BANDS } from '@barograph/volatility';
import { Type } from 'typebox';
import { fieldSort, list, where } from '../shapes/list.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volumeEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { volumeRow, type VolumeRowWire } from './row.ts';

export const volumeList = list('volume.scanner', {
  family: 'volatility',
  path: '/volume/scanner',
  dataset: 'volume',
  title: 'VolumeList',
  summary: 'What every perp traded in the last 24 hours against what it trades on a day.',
  description:
    'multiplier is volume_24h over the mean of the last 30 settled UTC days, multiplier_median over their median. Bands begin at 0.35 (quiet), 0.6 (normal), 1.5 (elevated), 2.5 (surging) and 5 (extreme). Below 7 settled days, and while an hour of the last 24 is missing, the multiplier is null and the band unknown. Largest first, symbols A to Z; rows without the sort value stand last, ties stand by symbol.',
  of: volumeEngine,
  row: volumeRow,
  resource: 'volume rows',
  lacks: 'no closed hour in the last 24',
  filters: {
    band: Type.Enum([...VOLUME_BANDS], { type: 'string' }),
    min_multiplier: where(
      Type.Number({ description: 'Drops rows without a multiplier too.' }),
      ({ multiplier }: VolumeRowWire, least) => multiplier !== null && multiplier >= least,
    ),
  },
  sorts: {
    ...fieldSort<VolumeRowWire>('multiplier', 'volume_24h'),
    symbol: 'symbol',
    ...fieldSort<VolumeRowWire>('change_24h'),
  },
  sort: 'multiplier',
  order: 'fixed',
  limit: { fallback: 250, most: 500 },
  notes: [ROW_NOTE, { date: FIRST_RELEASE, text: 'warming names the perps without a closed hour in the last 24' }],
});
