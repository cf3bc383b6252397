/** Indicators: SIGNUM_RGG, the technical regime and the heatmap. */

import { MA_STATES, RANGE_ZONES } from '@barograph/indicators';
import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import {
  ColorSchema,
  HEATMAP_INTERVALS,
  HEATMAP_SORTS,
  ORDERS,
  SIGNUM_SORTS,
  TECHNICAL_SORTS,
  VENUES,
  VenueSchema,
} from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { HeatmapWire } from '../wire/heatmap.ts';
import { RefreshWire } from '../wire/refresh.ts';
import { SignumDetailWire } from '../wire/signum-detail.ts';
import { SignumListWire } from '../wire/signum-list.ts';
import { TechnicalDetailWire } from '../wire/technical-detail.ts';
import { TechnicalListWire } from '../wire/technical-list.ts';

const Days = Type.Integer({ minimum: 0 });

const rowNote = {
  date: API_VERSION,
  text: 'rows also carry symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d (grey rows only), pegged, settled, stale, incomplete_days and config_version; the answer carries data_source',
};
const technicalNote = {
  date: API_VERSION,
  text: 'rows carry close_1d, computed_from, pegged, settled, stale and config_version; sr carries kind; the answer carries as_of and data_source',
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
      'pct_1h, pct_4h and pct_24h end at price, the last completed 1h close; pct_4h_bar is of the last closed UTC 4h bar. A value is null where a bar that it needs is missing: no neighbour stands in, and a coin whose last completed day ended more than 2 days ago has nulls only. above_sma200 and dist_from_200_pct hold that same price against the mean of the last 200 completed daily closes (the technical list holds the last daily close against it). Pegged coins are left out. moves counts and spreads the move that interval names, over all rows that pass the filters. Made hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
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
    reply: RefreshWire,
  }),
  'indicators.technical': get(`${API_PREFIX}/indicators/technical`, {
    family: 'indicators',
    access: 'pro',
    summary: 'The technical regime of every coin: averages, RSI, squeeze, range, support and resistance.',
    description:
      'Averages, rsi_1d and bands are of completed days, and so are dist_from_*_pct, above_* and ma_state, which hold close_1d against the averages (the heatmap holds the last 1h close against SMA-200); price, range and sr move with the last closed 1h close. breakdown_200 and reclaim_200 hold for 5 completed days from a crossing of SMA-200. A squeeze begins at bandwidth percentile 20 of 126 days and ends above 30; bands expand when they are 1.25 times as wide as 5 days before. Zones: near_low up to 0.2 and near_high from 0.8 of the 20-day range; overbought from 70, oversold up to 30, extreme from 80 or up to 20. Filters are AND-combined. Made hourly at minute 5 UTC. Rows without the sort value stand last in both orders; ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      source: Type.Optional(VenueSchema),
      ma_state: Type.Optional(Type.Enum([...MA_STATES], { type: 'string' })),
      bb: Type.Optional(Type.Enum(['in_squeeze', 'expanding'], { type: 'string' })),
      range_zone: Type.Optional(Type.Enum([...RANGE_ZONES], { type: 'string' })),
      rsi: Type.Optional(
        Type.Enum(['overbought', 'oversold', 'extreme'], { type: 'string', description: 'Of rsi_1d.' }),
      ),
      min_days_in_state: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Completed days in the state that ma_state or bb asks for; above 0 a 422 without one of them.',
        }),
      ),
      sort: Type.Enum([...TECHNICAL_SORTS], { type: 'string', default: 'symbol' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 250 }),
    }),
    reply: TechnicalListWire,
    errors: [warmingUp],
    notes: [
      technicalNote,
      { date: API_VERSION, text: 'breadth counts squeezes of the universe, without pegged and stale rows' },
      { date: API_VERSION, text: 'warming names the symbols without a completed day' },
    ],
  }),
  'indicators.technical_symbol': get(`${API_PREFIX}/indicators/technical/{symbol}`, {
    family: 'indicators',
    access: 'key',
    summary: 'The technical regime of one coin, with its history of 60 days.',
    description:
      'An exact name comes first, then the name without regard to case; a k-prefixed ticker stands for its plain symbol, and the other way round, where only one of them is listed.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'] }) }),
    query: NONE,
    reply: TechnicalDetailWire,
    errors: [
      { code: 'unknown_symbol', when: 'No row of that name; suggestions name rows that exist.' },
      { code: 'too_little_history', when: 'The coin is listed, but has no completed day.' },
      warmingUp,
    ],
    notes: [technicalNote],
  }),
  'indicators.technical_refresh': post(`${API_PREFIX}/indicators/technical/refresh`, {
    family: 'indicators',
    access: 'pro',
    summary: 'Recomputes every technical row now.',
    pathParameters: NONE,
    query: NONE,
    reply: RefreshWire,
  }),
} as const;
