/** The nowcast: the regime of the market and of every perp, what may follow, its history and its model. */

import { Type } from 'typebox';
import { get, NONE, post } from '../endpoint.ts';
import {
  ORDERS,
  QUANT_FILE_FORMATS,
  QUANT_FILE_TYPES,
  QUANT_FORMATS,
  QUANT_HORIZONS,
  QUANT_SORTS,
} from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { QuantCoinWire } from '../wire/quant-coin.ts';
import { QuantHistoryWire, QuantTimelineWire } from '../wire/quant-history.ts';
import { QuantCoinsWire, QuantRisksWire } from '../wire/quant-lists.ts';
import { QuantMarketWire } from '../wire/quant-market.ts';
import { ModelCardWire, RegimeCatalogWire } from '../wire/quant-model.ts';
import { QuantRegimesHistoryWire } from '../wire/quant-file.ts';
import { RegimeLabelSchema } from '../wire/quant-parts.ts';
import { RefreshWire } from '../wire/refresh.ts';

const Horizon = Type.Enum([...QUANT_HORIZONS], { type: 'string', default: '24h' });
const AnyHorizon = Type.Optional(Type.Enum([...QUANT_HORIZONS], { type: 'string' }));

const FileFormat = Type.Enum([...QUANT_FILE_FORMATS], { type: 'string', default: 'parquet' });

const notLoaded = {
  code: 'model_not_loaded',
  when: 'This host has no model, or refused the one it has; quant/model says which.',
} as const;
const warmingUp = {
  code: 'warming_up',
  when: 'Before the first computation; Retry-After says when to come again.',
} as const;
const silentNote = {
  date: API_VERSION,
  text: 'liquidation_risk, funding, breadth and open_interest are null where their inputs are not known, and heads_provenance says which',
};

/** The rows of the family, by id. */
export const quant = {
  'quant.market': get(`${API_PREFIX}/quant/market`, {
    family: 'quant',
    access: 'pro',
    summary: 'The regime of the market, and what may follow.',
    description:
      'From the closed hours of BTC; refreshed every 15 minutes, the label moves with a closed hour only. regime and current are the same, and null while warming. monte_carlo comes with the horizon of 24h.',
    pathParameters: NONE,
    query: Type.Object({ horizon: Horizon }),
    headers: Type.Object({
      'x-payment': Type.Optional(
        Type.String({ description: 'A signed x402 payment instead of a key. This version takes none: send a key.' }),
      ),
    }),
    reply: QuantMarketWire,
    errors: [
      notLoaded,
      warmingUp,
      { code: 'x402', when: 'Payment required: not yet; in this version a call without a key answers 401.' },
    ],
    notes: [silentNote],
  }),
  'quant.coins': get(`${API_PREFIX}/quant/coins`, {
    family: 'quant',
    access: 'pro',
    summary: 'The regime of every perp.',
    description:
      'At a horizon of 24h when none is sent. Rows without the sort value stand last in both orders, ties by symbol. warming names the perps without a regime.',
    pathParameters: NONE,
    query: Type.Object({
      horizon: AnyHorizon,
      regime: Type.Optional(RegimeLabelSchema),
      sort: Type.Enum([...QUANT_SORTS], { type: 'string', default: 'oi' }),
      order: Type.Enum([...ORDERS], { type: 'string', default: 'desc' }),
      limit: Type.Integer({ minimum: 1, maximum: 300, default: 250 }),
    }),
    reply: QuantCoinsWire,
    errors: [notLoaded, warmingUp],
    notes: [{ date: API_VERSION, text: 'oi_usd is left out where there is no source of open interest' }],
  }),
  'quant.coins_risk': get(`${API_PREFIX}/quant/coins/risk`, {
    family: 'quant',
    access: 'pro',
    summary: 'The risk of every perp in one answer.',
    pathParameters: NONE,
    query: Type.Object({ horizon: Horizon }),
    reply: QuantRisksWire,
    errors: [notLoaded, warmingUp],
    notes: [silentNote],
  }),
  'quant.coin': get(`${API_PREFIX}/quant/coins/{symbol}`, {
    family: 'quant',
    access: 'pro',
    summary: 'Everything of one perp, with its last 48 hours.',
    description:
      'An exact name comes first, then the name without regard to case. A perp with little history is answered too: its flags say so, and regime is null below 7 days. explain speaks of the horizon of 24h.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'] }) }),
    query: NONE,
    reply: QuantCoinWire,
    errors: [
      { code: 'unknown_symbol', when: 'No perp of that name; suggestions name perps that exist.' },
      notLoaded,
      warmingUp,
    ],
    notes: [silentNote],
  }),
  'quant.history': get(`${API_PREFIX}/quant/history`, {
    family: 'quant',
    access: 'pro_plus',
    summary: 'Hour by hour what was said of the market, or of a perp.',
    description:
      'Hours that open within start and end, both included, oldest first; truncated says that the limit clipped the recent end. backfilled rows were computed afterwards by the model of model_version, from the hours before each, those of a perp under the transitions of all coins; the others are what was said at the time. Without horizon a row has the columns of both. format=csv answers text/csv with the same columns.',
    pathParameters: NONE,
    query: Type.Object({
      scope: Type.String({ default: 'market', minLength: 1, description: 'market, or the name of a perp.' }),
      start: Type.String({ minLength: 1, description: 'ISO-8601 or unix ms.', examples: ['2024-02-01'] }),
      end: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; now when it is not sent.' })),
      horizon: AnyHorizon,
      limit: Type.Integer({ minimum: 1, maximum: 2000, default: 500 }),
      format: Type.Enum([...QUANT_FORMATS], { type: 'string', default: 'json' }),
    }),
    reply: QuantHistoryWire,
    otherTypes: ['text/csv'],
    errors: [{ code: 'unknown_symbol', when: 'scope is neither market nor a perp.' }, notLoaded],
  }),
  'quant.regimes_history': get(`${API_PREFIX}/quant/regimes/history`, {
    family: 'quant',
    access: 'pro_plus',
    summary: 'A link to the whole hourly history of the market, as one file.',
    description:
      'One row per closed hour from 2020 to the end of yesterday: timestamp, regime, p_now_0..5, p_4h_0..5, p_24h_0..5 by regime id, and source: archive for what was computed afterwards, live for what was said at the time. Hours before the perp has a label are those of the spot market, where the source has one. A number that is not known is null. Parquet has timestamp as TIMESTAMP_MILLIS (UTC), numbers as DOUBLE and texts as strings; CSV (RFC 4180) has epoch ms and empty cells. The link needs no key, and ends after expires_in seconds.',
    pathParameters: NONE,
    query: Type.Object({ format: FileFormat }),
    reply: QuantRegimesHistoryWire,
    errors: [notLoaded],
    notes: [
      {
        date: API_VERSION,
        text: 'format, from and to say what the file is; with the parameter format=csv it is CSV instead of Parquet',
      },
    ],
  }),
  'quant.regimes_history_file': get(`${API_PREFIX}/quant/regimes/history/file`, {
    family: 'quant',
    access: 'none',
    summary: 'The file that such a link leads to.',
    pathParameters: NONE,
    query: Type.Object({
      expires: Type.Integer({ minimum: 0, description: 'Epoch seconds.', examples: [0] }),
      signature: Type.String({ minLength: 1, examples: ['0'] }),
      format: FileFormat,
    }),
    reply: Type.String({ format: 'binary' }),
    fileType: QUANT_FILE_TYPES.parquet,
    otherTypes: [QUANT_FILE_TYPES.csv],
    errors: [{ code: 'unknown_link', when: 'The link was not made here, or has ended.' }, notLoaded],
  }),
  'quant.timeline': get(`${API_PREFIX}/quant/timeline`, {
    family: 'quant',
    access: 'pro_plus',
    summary: 'The regime of the market, one label per UTC day, from 2019.',
    description:
      'The label that held most hours of the day; of several, the one that held last. null for a day with fewer than 12 hours with a label. Completed days only, from the first hour that the source has: those of the spot market where the perp had no label yet.',
    pathParameters: NONE,
    query: Type.Object({ start: Type.Optional(Type.String({ description: 'ISO date.' })) }),
    reply: QuantTimelineWire,
    errors: [notLoaded],
  }),
  'quant.model': get(`${API_PREFIX}/quant/model`, {
    family: 'quant',
    access: 'key',
    summary: 'The card of the model that runs.',
    description: 'With loaded false the data endpoints of the family answer 503, and runtime_health says why.',
    pathParameters: NONE,
    query: NONE,
    reply: ModelCardWire,
  }),
  'quant.regimes': get(`${API_PREFIX}/quant/regimes`, {
    family: 'quant',
    access: 'key',
    summary: 'The six regimes: ids, labels, and what they mean.',
    pathParameters: NONE,
    query: NONE,
    reply: RegimeCatalogWire,
  }),
  'quant.refresh': post(`${API_PREFIX}/quant/refresh`, {
    family: 'quant',
    access: 'pro_plus',
    summary: 'Reads the hours that have closed since, and publishes everything anew.',
    description: 'Asked again within an hour it changes no label.',
    pathParameters: NONE,
    query: NONE,
    reply: RefreshWire,
    errors: [notLoaded],
  }),
} as const;
