/** Indicators: SIGNUM_RGG. */

import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import { ColorSchema, ORDERS, SIGNUM_SORTS, VenueSchema } from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { SignumDetailWire } from '../wire/signum-detail.ts';
import { SignumListWire, SignumRefreshWire } from '../wire/signum-list.ts';

const Days = Type.Integer({ minimum: 0 });

const rowNote = {
  date: API_VERSION,
  text: 'rows also carry symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d (grey rows only), pegged, settled, stale, incomplete_days and config_version; the answer carries data_source',
};
const warmingUp = {
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
} as const;

/** The rows of the family, by id. */
export const indicators = {
  'indicators.signum': get(`${API_PREFIX}/indicators/signum-rgg`, {
    family: 'indicators',
    access: 'key',
    summary: 'SIGNUM_RGG: the daily trend colour of every coin.',
    description:
      'Red, grey or green from ADX(14) and DMI with hysteresis, on completed daily bars; live fields include the forming day. Recomputed hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      color: Type.Optional(ColorSchema),
      source: Type.Optional(VenueSchema),
      min_days: Type.Optional(Days),
      max_days: Type.Optional(Days),
      sort: Type.Enum([...SIGNUM_SORTS], { type: 'string', default: 'days_in_color' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 250 }),
      offset: Type.Integer({ minimum: 0, default: 0 }),
    }),
    reply: SignumListWire,
    errors: [warmingUp],
    notes: [
      rowNote,
      { date: API_VERSION, text: 'warming names the symbols that have too few completed days for a color' },
      { date: API_VERSION, text: 'breadth counts the colors of the universe, without pegged and stale rows' },
    ],
  }),
  'indicators.signum_symbol': get(`${API_PREFIX}/indicators/signum-rgg/{symbol}`, {
    family: 'indicators',
    access: 'key',
    summary: 'SIGNUM_RGG of one coin, with its colour history of 60 days.',
    description:
      'An exact name comes first: kPEPE is the perp, PEPE the plain row. Then the name without regard to case.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'] }) }),
    query: Type.Object({
      intraday: Type.Boolean({
        default: false,
        description: 'Adds about 60 days of 1h bars; one pull per 30 minutes.',
      }),
      h4: Type.Boolean({ default: false, description: 'Adds the last 90 completed 4h bars.' }),
    }),
    reply: SignumDetailWire,
    errors: [
      { code: 'unknown_symbol', when: 'No row of that name; suggestions name rows that exist.' },
      { code: 'too_little_history', when: 'The coin is listed, but has too few completed days for a color.' },
      warmingUp,
    ],
    notes: [rowNote, { date: API_VERSION, text: 'intraday_as_of says when the 1h bars were pulled' }],
  }),
  'indicators.signum_refresh': post(`${API_PREFIX}/indicators/signum-rgg/refresh`, {
    family: 'indicators',
    access: 'pro',
    summary: 'Recomputes every SIGNUM_RGG row now.',
    pathParameters: NONE,
    query: NONE,
    reply: SignumRefreshWire,
  }),
} as const;
