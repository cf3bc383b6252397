/** Meme coins. */

import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import { MEME_SORTS, MemeRegimeSchema, ORDERS, VenueSchema } from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { MemeDetailWire } from '../wire/meme-detail.ts';
import { MemeListWire } from '../wire/meme-list.ts';
import { MemeScoreWire } from '../wire/meme-score.ts';
import { RefreshWire } from '../wire/refresh.ts';

const rowNote = {
  date: API_VERSION,
  text: 'rows also carry extension_max_14d_pct, share_of_high_30d, price, computed_from, stale and config_version; ret_1d is left out when the day before is missing',
};
const warmingUp = {
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
} as const;

/** The rows of the family, by id. */
export const meme = {
  'meme.regime': get(`${API_PREFIX}/meme/regime`, {
    family: 'meme',
    access: 'key',
    summary: 'The regime of every meme coin.',
    description:
      'Euphoric, distribution, ignition, bleeding or dormant, from completed UTC days; one daily close changes it. Funding and open interest are live, and null without a source. Rows without the sort value stand last in both orders; ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      source: Type.Optional(VenueSchema),
      regime: Type.Optional(MemeRegimeSchema),
      sort: Type.Enum([...MEME_SORTS], { type: 'string', default: 'ret_7d' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 250 }),
    }),
    reply: MemeListWire,
    errors: [warmingUp],
    notes: [
      rowNote,
      { date: API_VERSION, text: 'warming names the symbols that have too few completed days for a regime' },
    ],
  }),
  'meme.regime_score': get(`${API_PREFIX}/meme/regime/score`, {
    family: 'meme',
    access: 'key',
    summary: 'The temper of the meme market, 0 to 100: higher is frothier.',
    description:
      'A weighted mean of return, hot share, volume, extension and funding over all meme coins. A part without a source is left out, and the weights of the others make up for it.',
    pathParameters: NONE,
    query: NONE,
    reply: MemeScoreWire,
    errors: [
      {
        code: 'warming_up',
        when: 'Before the first computation, and while no meme coin has enough history; Retry-After says when to come again.',
      },
    ],
    notes: [
      {
        date: API_VERSION,
        text: 'the answer also carries partial, inputs_available, sub_scores, effective_weights, share_ahead_of_btc, fresh_listings_7d, coins, config_version, as_of and data_source; co_movement is left out under 5 coins, median_funding without a source',
      },
    ],
  }),
  'meme.regime_symbol': get(`${API_PREFIX}/meme/regime/{symbol}`, {
    family: 'meme',
    access: 'pro',
    summary: 'The regime of one meme coin, with its last 60 days.',
    description:
      'An exact name comes first: kPEPE is the perp, PEPE the plain row. Then the name without regard to case.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['DOGE'] }) }),
    query: NONE,
    reply: MemeDetailWire,
    errors: [
      { code: 'unknown_symbol', when: 'No row of that name; suggestions name rows that exist.' },
      { code: 'too_little_history', when: 'The coin is listed, but has too few completed days for a regime.' },
      warmingUp,
    ],
    notes: [rowNote, { date: API_VERSION, text: 'history is the last 60 completed days, oldest first' }],
  }),
  'meme.regime_refresh': post(`${API_PREFIX}/meme/regime/refresh`, {
    family: 'meme',
    access: 'pro',
    summary: 'Recomputes every meme row and the score now.',
    pathParameters: NONE,
    query: NONE,
    reply: RefreshWire,
  }),
} as const;
