/** Indicators: SIGNUM_RGG and the heatmap. */

import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import {
  ColorSchema,
  HEATMAP_INTERVALS,
  HEATMAP_SORTS,
  ORDERS,
  SIGNUM_SORTS,
  VENUES,
  VenueSchema,
} from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { HeatmapWire } from '../wire/heatmap.ts';
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
  'indicators.heatmap': get(`${API_PREFIX}/indicators/heatmap`, {
    family: 'indicators',
    access: 'pro',
    summary: 'A scan table: the last moves of every coin beside its colours and its liquidity.',
    description:
      'pct_1h, pct_4h and pct_24h end at price, the last completed 1h close; pct_4h_bar is of the last closed UTC 4h bar. A value is null where a bar that it needs is missing: no neighbour stands in. Pegged coins are left out. moves counts and spreads the move that interval names, over all rows that pass the filters. Made hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      source: Type.Enum([...VENUES, 'all'], { type: 'string', default: 'perpdex_perp' }),
      interval: Type.Enum([...HEATMAP_INTERVALS], {
        type: 'string',
        default: '4h',
        description: 'Which move sort=pct and moves are of.',
      }),
      min_notional_30: Type.Optional(
        Type.Number({ minimum: 0, description: 'USD; rows of unknown liquidity are dropped when it is sent.' }),
      ),
      color: Type.Optional(ColorSchema),
      color_4h: Type.Optional(ColorSchema),
      above_sma200: Type.Optional(Type.Boolean({ description: 'Rows of which it is not known pass neither value.' })),
      sort: Type.Enum([...HEATMAP_SORTS], { type: 'string', default: 'notional_30' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 250 }),
    }),
    unknownParameters: 'reject',
    reply: HeatmapWire,
    errors: [{ code: 'unknown_parameter', when: 'A query parameter that is not one of these.' }, warmingUp],
    notes: [{ date: API_VERSION, text: 'items also carry config_version; the answer carries total and data_source' }],
  }),
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
