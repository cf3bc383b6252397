/** Volatility: the market index, implied volatility, and the regime of every coin. */

import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import { ORDERS, VenueSchema, VOLATILITY_SORTS, VolatilityRegimeSchema } from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { RefreshWire } from '../wire/refresh.ts';
import { VolatilityImpliedWire } from '../wire/volatility-implied.ts';
import { VolatilityIndexHistoryWire, VolatilityIndexWire, VolatilityScoreWire } from '../wire/volatility-index.ts';
import { VolatilityListWire } from '../wire/volatility-list.ts';
import { VolatilityDetailWire } from '../wire/volatility-row.ts';

const rowNote = {
  date: API_VERSION,
  text: 'rows also carry raw_regime, days_compressed, stale, computed_from and config_version; the answer carries as_of and data_source',
};
const warmingUp = {
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
} as const;

/** The rows of the resource, by id. */
export const volatility = {
  'volatility.index': get(`${API_PREFIX}/volatility/index`, {
    family: 'volatility',
    access: 'key',
    coinScope: { free: ['BTC'] },
    summary: 'The realised volatility of the market, and what it says.',
    description:
      'Garman–Klass volatility of 30 and of 7 days over all coins that are neither pegged nor stale, weighted by notional_30. composite_score ranks both among their last 365 days, beside the share of the market in vol_shock or expanding and the term ratio of BTC. majors sets realised 30-day close-to-close volatility beside the implied one; vrp is their difference.',
    pathParameters: NONE,
    query: NONE,
    reply: VolatilityIndexWire,
    errors: [warmingUp],
    notes: [
      {
        date: API_VERSION,
        text: 'the answer also carries cvi_pctile_30, cvi_pctile_7, partial, config_version, as_of and data_source',
      },
    ],
  }),
  'volatility.implied': get(`${API_PREFIX}/volatility/implied`, {
    family: 'volatility',
    access: 'key',
    coinScope: { free: ['BTC'] },
    summary: 'Implied volatility of BTC and ETH, and its premium over the realised one.',
    description:
      'Without a source of options implied and vrp are null, and reason says so. detail=true adds the at-the-money volatility of every expiry and the history of the implied index on tier pro_plus, and nothing below it.',
    pathParameters: NONE,
    query: Type.Object({ detail: Type.Boolean({ default: false }) }),
    reply: VolatilityImpliedWire,
    errors: [warmingUp],
    notes: [{ date: API_VERSION, text: 'the answer also carries status, reason, as_of and data_source' }],
  }),
  'volatility.index_history': get(`${API_PREFIX}/volatility/index/history`, {
    family: 'volatility',
    access: 'pro_plus',
    summary: 'The volatility index, one point per UTC date.',
    description:
      "Today's point appears after the snapshot of 20:00 UTC. Dates that were not captured live are reconstructed from the same bars, and backfilled says so; before 2026-08-24 all are.",
    pathParameters: NONE,
    query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 365, default: 90 }) }),
    reply: VolatilityIndexHistoryWire,
    errors: [warmingUp],
  }),
  'volatility.regime': get(`${API_PREFIX}/volatility/regime`, {
    family: 'volatility',
    access: 'key',
    coinScope: { free: ['BTC'] },
    summary: 'The volatility regime of every coin.',
    description:
      'vol_shock, mean_reverting, compressed, expanding or normal, from completed UTC days. A change is published after two daily closes, a shock at once. Rows without the sort value stand last in both orders; ties stand by symbol.',
    pathParameters: NONE,
    query: Type.Object({
      source: Type.Optional(VenueSchema),
      regime: Type.Optional(VolatilityRegimeSchema),
      sort: Type.Enum([...VOLATILITY_SORTS], { type: 'string', default: 'vol_pctile_30' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 500, default: 250 }),
    }),
    reply: VolatilityListWire,
    errors: [warmingUp],
    notes: [
      rowNote,
      { date: API_VERSION, text: 'warming names the symbols that have too few completed days for a regime' },
    ],
  }),
  'volatility.regime_score': get(`${API_PREFIX}/volatility/regime/score`, {
    family: 'volatility',
    access: 'key',
    summary: 'The stress of the market, 0 to 100: higher is more.',
    description:
      'A weighted mean of the rank of the index, the share of the market in vol_shock, the median term ratio and the rank of BTC. gross_exposure_multiplier is 1 up to a score of 40 and falls to 0.5 at 100.',
    pathParameters: NONE,
    query: NONE,
    reply: VolatilityScoreWire,
    errors: [warmingUp],
    notes: [
      { date: API_VERSION, text: 'the answer also carries partial, sub_scores, config_version, as_of and data_source' },
    ],
  }),
  'volatility.regime_symbol': get(`${API_PREFIX}/volatility/regime/{symbol}`, {
    family: 'volatility',
    access: 'key',
    scope: { free: { parameter: 'symbol', only: ['BTC'] } },
    summary: 'The volatility regime of one coin, with its last 60 days.',
    description:
      'BTCUSDT stands for BTC. An exact name comes first, then the name without regard to case. The history is of tier pro_plus, and empty below it.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'] }) }),
    query: NONE,
    reply: VolatilityDetailWire,
    errors: [
      { code: 'unknown_symbol', when: 'No row of that name; suggestions name rows that exist.' },
      { code: 'too_little_history', when: 'The coin is listed, but has too few completed days for a regime.' },
      warmingUp,
    ],
    notes: [rowNote],
  }),
  'volatility.regime_refresh': post(`${API_PREFIX}/volatility/regime/refresh`, {
    family: 'volatility',
    access: 'pro',
    summary: 'Recomputes every volatility row, the index and the score now.',
    pathParameters: NONE,
    query: NONE,
    reply: RefreshWire,
  }),
} as const;
