/** Every operation of the table: by its examples, at every bound, and each answer against its schema. */

import { ErrorEnvelope, ValidationErrorBody } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parquetReadObjects } from 'hyparquet';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { testModel } from '../services/quant/test-support.ts';
import { OPEN_GATE, testHost } from '../test-support.ts';
import { ownComposites } from '../../../runtime/test/producers/own-composites.ts';
import { deployed, MENDED, silentUnless, type Came } from './deployed.ts';
import { bodyOf, PROBED, triesOf, urlOf, type Row } from './table.cases.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
/** A deploy, a minute before all other tests ask. */
const clock = createManualClock(NOW - MINUTE_MS);
let isDeployed = false;
const host = await testHost(
  openMarket([silentUnless(() => isDeployed, createSimulatedSource(SIMULATOR_V2))]),
  clock,
  OPEN_GATE,
  testModel(),
  await ownComposites(),
);
let came: readonly Came[] = [];
beforeAll(async () => {
  came = await deployed(host, clock, PROBED, async () => {
    isDeployed = true;
    await host.start();
  });
  clock.moveTo(NOW);
});
afterAll(async () => host.stop());

describe('after a deploy', () => {
  it('every operation that says 503 with Retry-After answers 200 when that time is over [#154]', () => {
    const refused = came.filter(({ first }) => first === 503);
    expect(refused.length).toBeGreaterThan(100);
    for (const { id, retryAfter, later } of refused) {
      expect(retryAfter, id).toBeGreaterThanOrEqual(1);
      expect(retryAfter, id).toBeLessThanOrEqual(60);
      expect(later, `${id} after ${retryAfter} s`).toBe(200);
    }
  });

  it('these are all that say in their definition that they may be warming, or without a source [#154] [#243]', () => {
    const may = PROBED.filter(
      ([, { method, errors }]) => method === 'GET' && errors.some(({ code }) => code in MENDED),
    );
    expect(may.map(([id]) => id)).toContain('daily.get');
    const refused = came.filter(({ first }) => first === 503);
    const did = new Set(refused.map(({ id }) => id));
    // The wiki is read from a file in parallel to the first requests, and may be loaded already.
    expect(may.flatMap(([id]) => (did.has(id) || id.startsWith('wiki.') ? [] : [id]))).toEqual([]);
    const codes = new Set(refused.map(({ code }) => code)).add('wiki_index_unavailable');
    expect(codes).toEqual(new Set(Object.keys(MENDED)));
  });
});

const SPEC = new URL('../../../../../shared/spec/schemas/', import.meta.url);
const hasSpec = existsSync(SPEC);
const ours = new Ajv({ allowUnionTypes: true });
const theirs = new Ajv2020({ strict: false });

const readSchema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${name}.json`, SPEC), 'utf8')) as Record<string, unknown>;
if (hasSpec) theirs.addSchema(readSchema('quant_regime_block')); // others refer to it

function theirSchema(name: string): ValidateFunction {
  const schema = readSchema(name);
  delete schema['$id']; // several tests compile the same one
  return theirs.compile(schema);
}
/** Schema faults of a body; empty, usually. */
function faults(validate: ValidateFunction, body: unknown): string {
  if (body === CSV) return '';
  return validate(body) ? '' : JSON.stringify(validate.errors);
}

/** Stands for an answer that is no JSON: it has no schema to be held against. */
const CSV = Symbol('csv');

async function ask(
  [, endpoint]: Row,
  query?: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown }> {
  const payload = bodyOf(endpoint);
  const about = { method: endpoint.method, url: urlOf(endpoint, query) };
  const reply = await host.server.inject(payload === undefined ? about : { ...about, payload });
  if (/^text\/(?:csv|markdown)/.test(String(reply.headers['content-type'])))
    return { status: reply.statusCode, body: CSV };
  return { status: reply.statusCode, body: reply.body === '' ? undefined : (JSON.parse(reply.body) as unknown) };
}

/** Assertion on the answer to an operation's examples; of a refresh only that it answers. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'health.get': '[#19]',
  'health.head': '[#20]',
  changelog: '[#21]',
  index: '[#22]',
  openapi: '[#33]',
  'perpdex.meta': '[#300]',
  'perpdex.prices': '[#301]',
  'perpdex.funding_rates': '[#302]',
  'perpdex.open_interest': '[#303]',
  'perpdex.l2_book': '[#306]',
  'perpdex.summary': '[#307]',
  'daily.perpdex': '[#245]',
  'perpdex.candles': '[#304]',
  'perpdex.candles_batch': '[#305]',
  'liquidity.depth': '[#362]',
  'liquidity.oi_divergence': '[#363]',
  'liquidity.regime': '[#364]',
  'liquidity.regime_score': '[#365]',
  'liquidity.depth_symbol': '[#366]',
  'volume.scanner': '[#381]',
  'volume.scanner_symbol': '[#382]',
  'indicators.heatmap': '[#556]',
  'indicators.signum': '[#557]',
  'indicators.signum_symbol': '[#558]',
  'indicators.technical': '[#560]',
  'indicators.technical_symbol': '[#561]',
  'volatility.index': '[#378]',
  'volatility.implied': '[#379]',
  'volatility.index_history': '[#380]',
  'volatility.regime': '[#383]',
  'volatility.regime_score': '[#384]',
  'volatility.regime_symbol': '[#385]',
  'meme.regime': '[#592]',
  'meme.regime_score': '[#593]',
  'meme.regime_symbol': '[#594]',
  'quant.market': '[#433]',
  'quant.coins': '[#434]',
  'quant.coins_risk': '[#435]',
  'quant.coin': '[#436]',
  'quant.history': '[#437]',
  'quant.regimes_history': '[#438]',
  'quant.timeline': '[#439]',
  'quant.model': '[#446]',
  'quant.regimes': '[#447]',
  'stream.recent': '[#270]',
  'stream.delayed': '[#271]',
};

describe.each(PROBED)('%s', (id, endpoint) => {
  const row: Row = [id, endpoint];

  it(`answers 200 to its examples, valid under its schema ${EXAMPLES[id] ?? ''}[#35]`, async () => {
    const { status, body } = await ask(row);
    expect(status).toBe(200);
    if (endpoint.method === 'HEAD') expect(body).toBeUndefined();
    else expect(faults(ours.compile(endpoint.reply), body)).toBe('');
  });

  it(`${endpoint.unknownParameters === 'reject' ? 'refuses' : 'ignores'} a parameter that it does not know`, async () => {
    const { status, body } = await ask(row, { surprise: '1' });
    if (endpoint.unknownParameters === 'ignore') {
      expect(status).toBe(200);
    } else {
      expect(status).toBe(400);
      expect(faults(ours.compile(ErrorEnvelope), body)).toBe('');
    }
  });
});

describe.each(PROBED.filter(([, endpoint]) => triesOf(endpoint).length > 0))('%s', (id, endpoint) => {
  const row: Row = [id, endpoint];
  const tries = triesOf(endpoint);

  it('takes every bound and value of its parameters and answers 422 just beyond them [#16] [#17] [#130]', async () => {
    const valid = ours.compile(endpoint.reply);
    const invalid = ours.compile(ValidationErrorBody);
    for (const { name, value, status } of tries) {
      const answer = await ask(row, { [name]: value });
      expect(answer.status, `${name}=${value}`).toBe(status);
      expect(faults(status === 200 ? valid : invalid, answer.body)).toBe('');
      if (status === 422) expect(answer.body).toMatchObject({ detail: [{ loc: ['query', name] }] });
    }
  });

  it('answers 422 to a parameter that is sent twice', async () => {
    const { name, value } = tries.find(({ status }) => status === 200)!;
    const url = urlOf(endpoint, { [name]: value });
    const reply = await host.server.inject({ method: endpoint.method, url: `${url}&${name}=${value}` });
    expect(reply.statusCode).toBe(422);
  });
});

const get = async (url: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const reply = await host.server.inject({ url });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Record<string, unknown> };
};

describe('required parameters', () => {
  it('are named when they are missing, wherever their alias could stand in', async () => {
    const { status, body } = await get('/api/v1/perpdex/candles/batch');
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'coins'], type: 'required' }] });
    expect((await get('/api/v1/perpdex/candles/batch?symbols=BTC')).status).toBe(200);
  });
});

describe('candles', () => {
  const url = '/api/v1/perpdex/candles';

  it('are those of BTC, 1h, the last 200, when nothing is said', async () => {
    const { body } = await get(url);
    expect(body).toMatchObject({ coin: 'BTC', interval: '1h', count: 200, start: null, end: null });
  });

  it('name the forming bar while it forms [#326]', async () => {
    const open = Date.UTC(2025, 8, 2, 10);
    const { body } = await get(`${url}?limit=2`);
    expect(body['forming_bar_timestamp']).toBe(open);
    expect(body['candles']).toMatchObject([{ timestamp: open - HOUR_MS }, { timestamp: open }]);
    const closed = await get(`${url}?start=${open - 5 * HOUR_MS}&end=${open - HOUR_MS}`);
    expect(closed.body).toMatchObject({ forming_bar_timestamp: null, count: 5 });
  });

  it('take one moment in three spellings and echo it in ms [#327] [#330]', async () => {
    const ms = Date.UTC(2025, 7, 30, 12);
    for (const start of [String(ms), String(ms / 1000), '2025-08-30T12:00:00Z', '2025-08-30T14:00:00%2B02:00']) {
      const { body } = await get(`${url}?start=${start}&limit=1`);
      expect(body).toMatchObject({ start: ms, end: NOW, count: 71 });
    }
  });

  it.each([
    ['coin=btc', 200, 'BTC'],
    ['symbol=ETHUSDT', 200, 'ETH'],
    ['symbol=eth-perp', 200, 'ETH'],
    ['coin=KPEPE', 200, 'kPEPE'],
    ['coin=BTC&symbol=BTC', 200, 'BTC'],
    ['coin=BTC&symbol=ETH', 422, undefined],
    ['coin=NOSUCH', 400, 'unknown_coin'],
    ['coin=', 422, undefined],
    ['foo=1', 400, 'unknown_parameter'],
    ['interval=1h&start=0', 400, 'range_too_large'],
    ['start=soon', 422, undefined],
  ])('answer %s with %i [#322] [#329] [#331]', async (query, expected, what) => {
    const { status, body } = await get(`${url}?${query}`);
    expect(status).toBe(expected);
    if (what === undefined) expect(body['detail']).toBeInstanceOf(Array);
    else expect(status === 200 ? body['coin'] : (body['detail'] as { error: string }).error).toBe(what);
  });
});

describe('SIGNUM_RGG', () => {
  interface ListRow {
    readonly symbol: string;
    readonly color: string;
    readonly [field: string]: unknown;
  }
  const list = async (query: string): Promise<readonly ListRow[]> =>
    (await get(`/api/v1/indicators/signum-rgg?${query}`)).body['items'] as readonly ListRow[];

  it('has red, grey and green rows; exactly the grey ones carry a 20-day range [#576]', async () => {
    const rows = await list('');
    expect(new Set(rows.map(({ color }) => color))).toEqual(new Set(['red', 'grey', 'green']));
    for (const row of rows) expect('range_20d' in row, row.symbol).toBe(row.color === 'grey');
  });

  it('sorts by each value in both orders, rows without it last', async () => {
    const field = { days_in_color: 'days_in_color', pct_change: 'pct_change_24h', adx: 'adx', symbol: 'symbol' };
    for (const [sort, name] of Object.entries(field)) {
      const up = (await list(`sort=${sort}&order=asc`)).map((row) => row[name]).filter((value) => value !== null);
      const down = (await list(`sort=${sort}&order=desc`)).map((row) => row[name]).filter((value) => value !== null);
      expect(down).toEqual([...up].reverse());
      for (let i = 1; i < up.length; i++) expect(up[i - 1]! <= up[i]!).toBe(true);
    }
  });

  it('says that it is simulated in every body and header', async () => {
    for (const [, endpoint] of PROBED) {
      const payload = bodyOf(endpoint);
      const about = { method: endpoint.method, url: urlOf(endpoint) };
      const reply = await host.server.inject(payload === undefined ? about : { ...about, payload });
      expect(reply.headers['x-data-source']).toBe('simulated');
      if (endpoint.method === 'HEAD' || endpoint.path.endsWith('.json')) continue;
      // Texts of the catalogue and the wiki are of no market.
      if (/\/(?:strategies|indicators\/catalog|wiki)(?:\/|$)/.test(endpoint.path)) continue;
      expect(reply.json()).toMatchObject({ data_source: 'simulated' });
    }
  });
});

describe('the technical regime', () => {
  const url = '/api/v1/indicators/technical';
  type Items = readonly Readonly<Record<string, unknown>>[];

  it('[#560] is listed by symbol from Z to A when nothing is said', async () => {
    const { body } = await get(url);
    const symbols = (body['items'] as Items).map(({ symbol }) => symbol as string);
    expect(symbols.length).toBeGreaterThan(30);
    expect(symbols).toEqual([...symbols].sort().toReversed());
    expect(body).toMatchObject({ sort: 'symbol', order: 'desc', limit: 250, universe_size: symbols.length });
  });

  it('[#589] takes filters together, and refuses days without a state', async () => {
    const { body } = await get(`${url}?ma_state=below_200&range_zone=near_low&min_days_in_state=2`);
    for (const row of body['items'] as Items) {
      expect(row).toMatchObject({ ma_state: 'below_200', range_zone: 'near_low' });
      expect(row['days_in_state']).toBeGreaterThanOrEqual(2);
    }
    const refused = await get(`${url}?rsi=extreme&min_days_in_state=2`);
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'min_days_in_state'] }] } });
  });
});

describe.skipIf(!hasSpec)('answers against the schemas of the contract (needs ../shared/spec)', () => {
  it.each([
    ['changelog', '/api/v1/changelog', '[#25]'],
    ['candles', '/api/v1/perpdex/candles', '[#326]'],
    ['candles', '/api/v1/perpdex/candles?atr=14&start=2025-08-01', '[#325]'],
    ['candles_batch', '/api/v1/perpdex/candles/batch?coins=BTC,ETH,SOL&atr=5', '[#336]'],
    ['signum_row', '/api/v1/indicators/signum-rgg/BTC?h4=true&intraday=true', '[#572]'],
    ['technical_row', '/api/v1/indicators/technical/BTC', '[#584] [#585]'],
    ['volatility_regime_row', '/api/v1/volatility/regime/BTC', '[#401] [#402]'],
    ['volatility_regime_score', '/api/v1/volatility/regime/score', '[#407]'],
    ['meme_regime_row', '/api/v1/meme/regime/DOGE', '[#596]'],
    ['meme_regime_score', '/api/v1/meme/regime/score', '[#597]'],
    ['quant_market', '/api/v1/quant/market', '[#433]'],
    ['quant_market', '/api/v1/quant/market?horizon=4h', '[#433]'],
    ['quant_coin', '/api/v1/quant/coins/BTC', '[#436]'],
    ['model_card', '/api/v1/quant/model', '[#463]'],
    ['regime_catalog', '/api/v1/quant/regimes', '[#465]'],
    ['quant_regimes_history', '/api/v1/quant/regimes/history', '[#462]'],
    ['error_400', '/api/v1/perpdex/candles?coin=NOSUCH', '[#131]'],
    ['error_404', '/api/v1/indicators/signum-rgg/NOSUCH', '[#13]'],
    ['error_422', '/api/v1/indicators/signum-rgg?limit=0', '[#130]'],
  ])('%s: %s %s', async (name, url) => {
    expect(faults(theirSchema(name), (await get(url)).body)).toBe('');
  });

  it('[#584] [#585] [#586] technical_row, sr_level and technical_breadth: every row of the list', async () => {
    const [row, level, breadth] = ['technical_row', 'sr_level', 'technical_breadth'].map(theirSchema);
    const { body } = await get('/api/v1/indicators/technical');
    expect(faults(breadth!, body['breadth'])).toBe('');
    const items = body['items'] as readonly { readonly sr: readonly unknown[] }[];
    expect(items.some(({ sr }) => sr.length > 0)).toBe(true);
    for (const item of items) {
      expect(faults(row!, item)).toBe('');
      for (const one of item.sr) expect(faults(level!, one)).toBe('');
    }
  });

  it.each([
    ['risk_item', '/api/v1/quant/coins/risk', 'items', '[#459]'],
    ['quant_history_row', '/api/v1/quant/history?start=2025-09-01', 'rows', '[#460]'],
  ])('%s: every row of %s [%s] %s', async (name, url, list) => {
    const validate = theirSchema(name);
    const rows = (await get(url)).body[list] as readonly unknown[];
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(faults(validate, row)).toBe('');
  });

  it('quant_coin_row: every row of items but for the direction, which is withheld of coins [#455~]', async () => {
    const validate = theirSchema('quant_coin_row');
    const rows = (await get('/api/v1/quant/coins')).body['items'] as readonly Readonly<Record<string, unknown>>[];
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect([row['p_direction_up'], row['direction_status']]).toEqual([null, 'unavailable']);
      expect(faults(validate, { ...row, p_direction_up: 0.5 })).toBe('');
    }
  });

  it('quant_regimes_history_file_row: every row of the file with a regime; those of its first week have none [#461]', async () => {
    const validate = theirSchema('quant_regimes_history_file_row');
    const { pathname, search } = new URL(String((await get('/api/v1/quant/regimes/history')).body['download_url']));
    const file = await host.server.inject({ url: pathname + search });
    const rows = await parquetReadObjects({ file: new Uint8Array(file.rawPayload).buffer });
    const named = rows.filter(({ regime }) => regime !== null);
    expect(rows.length - named.length).toBe(167);
    expect(named.length).toBeGreaterThan(10_000);
    for (const row of named) expect(validate(row)).toBe(true);
  });

  it('meme_regime_row: every row of the list [#596]', async () => {
    const { body } = await get('/api/v1/meme/regime');
    const items = body['items'] as readonly unknown[];
    expect(items.length).toBe(5);
    for (const row of items) expect(faults(theirSchema('meme_regime_row'), row)).toBe('');
  });

  it('signum_row: every row of the list [#572] [#575] [#578]', async () => {
    const validate = theirSchema('signum_row');
    const { body } = await get('/api/v1/indicators/signum-rgg');
    const items = body['items'] as readonly unknown[];
    expect(items.length).toBeGreaterThan(30);
    for (const row of items) expect(faults(validate, row)).toBe('');
  });

  it('volatility_regime_row: every row of the list [#402]', async () => {
    const validate = theirSchema('volatility_regime_row');
    const { body } = await get('/api/v1/volatility/regime');
    const items = body['items'] as readonly unknown[];
    expect(items.length).toBeGreaterThan(30);
    for (const row of items) expect(faults(validate, row)).toBe('');
  });

  it('volatility_index_history_point: every point [#389]', async () => {
    const validate = theirSchema('volatility_index_history_point');
    const { body } = await get('/api/v1/volatility/index/history?days=90');
    const items = body['items'] as readonly unknown[];
    expect(items).toHaveLength(89);
    for (const point of items) expect(faults(validate, point)).toBe('');
  });
});
