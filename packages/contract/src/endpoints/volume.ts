/** Volume of the perps against their own baselines. */

import { VOLUME_BANDS } from '@barograph/volatility';
import { Type } from 'typebox';
import { get, NONE } from '../endpoint.ts';
import { VOLUME_SORTS } from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { VolumeDetailWire } from '../wire/volume-detail.ts';
import { VolumeListWire } from '../wire/volume-list.ts';

const rowNote = { date: API_VERSION, text: 'rows also carry config_version; the answer carries as_of and data_source' };
const warmingUp = {
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
} as const;

/** The rows of the resource, by id. */
export const volume = {
  'volume.scanner': get(`${API_PREFIX}/volume/scanner`, {
    family: 'volatility',
    access: 'key',
    rowScope: { free: { by: 'volume_24h', top: 20 } },
    summary: 'What every perp traded in the last 24 hours against what it trades on a day.',
    description:
      'multiplier is volume_24h over the mean of the last 30 settled UTC days, multiplier_median over their median. Bands begin at 0.35 (quiet), 0.6 (normal), 1.5 (elevated), 2.5 (surging) and 5 (extreme). Below 7 settled days, and while an hour of the last 24 is missing, the multiplier is null and the band unknown. Largest first, symbols A to Z; rows without the sort value stand last, ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      band: Type.Optional(Type.Enum([...VOLUME_BANDS], { type: 'string' })),
      min_multiplier: Type.Optional(Type.Number({ description: 'Drops rows without a multiplier too.' })),
      sort: Type.Enum([...VOLUME_SORTS], { type: 'string', default: 'multiplier' }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 250 }),
    }),
    reply: VolumeListWire,
    errors: [warmingUp],
    notes: [rowNote, { date: API_VERSION, text: 'warming names the perps without a closed hour in the last 24' }],
  }),
  'volume.scanner_symbol': get(`${API_PREFIX}/volume/scanner/{symbol}`, {
    family: 'volatility',
    access: 'pro',
    summary: 'The volume row of one perp, with the 30 days that it is measured against.',
    description:
      'An exact name comes first, then the name without regard to case; a k-prefixed ticker stands for its plain symbol, and the other way round, where only one of them is listed.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'] }) }),
    query: NONE,
    reply: VolumeDetailWire,
    errors: [
      { code: 'unknown_symbol', when: 'No perp of that name.' },
      { code: 'too_little_history', when: 'The perp is listed, but has no closed hour in the last 24.' },
      warmingUp,
    ],
    notes: [rowNote, { date: API_VERSION, text: 'history holds the settled days, oldest first' }],
  }),
} as const;
