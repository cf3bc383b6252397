/** The nowcast over HTTP: access, refresh times, and answers that are not JSON. */

import { OPERATIONS } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { parquetReadObjects } from 'hyparquet';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openModel } from '../../../runtime/src/producers/quant/model.ts';
import { boughtAnswer } from '../payments/test-support.ts';
import { fewCoins, NOW, testModel } from '../services/quant/test-support.ts';
import { testHost, TIER_GATE } from '../test-support.ts';
import { paymentsOf } from '../payments-of.ts';

const clock = createManualClock(NOW);
const shipped = await openModel(fileURLToPath(new URL('../../../../models/', import.meta.url)));
// The metrics as `walk-forward` writes them, fields and all.
const metrics = shipped.kind === 'loaded' ? shipped.metrics : null;
const host = await testHost(
  fewCoins(),
  clock,
  TIER_GATE,
  { ...testModel(), metrics },
  undefined,
  paymentsOf({ kind: 'test' }),
);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

const ask = async (path: string, tier: string, method: 'GET' | 'POST' = 'GET', headers: Record<string, string> = {}) =>
  host.server.inject({ method, url: `/api/v1/quant/${path}`, headers: { ...headers, 'x-api-key': tier } });
const statuses = async (path: string, method: 'GET' | 'POST' = 'GET'): Promise<number[]> => {
  const replies = ['free', 'pro', 'pro_plus'].map(async (tier) => (await ask(path, tier, method)).statusCode);
  return Promise.all(replies);
};

/** Names of all fields of a JSON value. */
function fieldsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(fieldsOf)];
}

describe('the nowcast over HTTP', () => {
  it.each([
    ['market?horizon=4h', 'GET', 50],
    ['market', 'GET', 50],
    ['coins', 'GET', 15],
    ['coins/risk', 'GET', 15],
    ['coins/ETH', 'GET', 50],
    ['history?start=2024-02-01', 'GET', 20],
    ['regimes/history', 'GET', 10],
    ['timeline', 'GET', 5],
    ['model', 'GET', 100],
    ['regimes', 'GET', 8],
    ['refresh', 'POST', 4],
  ] as const)('%s has no field but in snake_case', async (path, method, least) => {
    const fields = new Set(fieldsOf((await ask(path, 'pro_plus', method)).json()));
    expect(fields.size).toBeGreaterThanOrEqual(least);
    expect([...fields].filter((name) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('the card has what was measured, under the names of the wire [#463]', async () => {
    const card = (await ask('model', 'free')).json<{ walk_forward_metrics: Record<string, Record<string, object>> }>();
    expect(metrics).not.toBeNull();
    expect(Object.keys(card.walk_forward_metrics['next_regime']!)).toEqual(['4h', '24h']);
    expect(card.walk_forward_metrics['simulation']!['drawdown']).toHaveProperty('climatology.log_loss');
  });

  it('every field of what was measured is described [#463]', async () => {
    const { walk_forward_metrics: measured } = (await ask('model', 'free')).json<{ walk_forward_metrics: object }>();
    const reply = OPERATIONS.find(({ id }) => id === 'quant.model')!.reply;
    const prose = new Set(JSON.stringify(reply).split(/\W+/));
    const labels = new Set<string>(['4h', '24h', ...REGIMES]);
    const names = new Set(fieldsOf(measured).filter((name) => !/^\d+$/.test(name) && !labels.has(name)));
    expect(names.size).toBeGreaterThan(60);
    expect([...names].filter((name) => !prose.has(name))).toEqual([]);
  });

  it('gives the raw and the mapped probability of a drawdown of the market, of a coin the raw one [#451]', async () => {
    interface Simulated {
      readonly p_drawdown_5: number;
      readonly p_drawdown_5_raw: number;
      readonly paths: number;
    }
    const { drawdown } = testModel().artifact;
    const { slope, intercept } = drawdown!.map;
    const market = (await ask('market', 'pro')).json<{ monte_carlo: Simulated }>().monte_carlo;
    const coin = (await ask('coins/ETH', 'pro')).json<{ horizons: { '24h': { monte_carlo: Simulated } } }>();
    const { p_drawdown_5: mapped, p_drawdown_5_raw: raw, paths } = market;
    const inside = Math.min(Math.max(raw, 0.5 / paths), 1 - 0.5 / paths);
    expect(Math.log(mapped / (1 - mapped))).toBeCloseTo(intercept + slope * Math.log(inside / (1 - inside)), 9);
    // The map was learnt on the market.
    expect(coin.horizons['24h'].monte_carlo).toMatchObject({
      p_drawdown_5: null,
      p_drawdown_5_raw: expect.any(Number),
    });
    expect((await ask('model', 'free')).json()).toMatchObject({
      drawdown_map: { scope: 'market', slope, intercept, origins: drawdown!.origins, came: drawdown!.came },
    });
  });

  it.each([
    ['market', [403, 200, 200], '[#433]'],
    ['coins', [403, 200, 200], '[#434]'],
    ['coins/risk', [403, 200, 200], '[#435]'],
    ['coins/ETH', [403, 200, 200], '[#436]'],
    ['history?start=2024-02-01', [403, 403, 200], '[#437]'],
    ['regimes/history', [403, 403, 200], '[#438]'],
    ['timeline', [403, 403, 200], '[#439]'],
    ['model', [200, 200, 200], '[#446]'],
    ['regimes', [200, 200, 200], '[#447]'],
  ])('%s answers %j to free, pro and pro_plus %s', async (path, want) => {
    expect(await statuses(path)).toEqual(want);
  });

  it('market is sold by the answer too, for 0.015 USD, whichever horizon [#96] [#113] [#433]', async () => {
    for (const horizon of ['24h', '4h']) {
      const path = `market?horizon=${horizon}`;
      const { unpaid, paid } = await boughtAnswer(host, `/quant/${path}`, '0.015');
      expect(unpaid).toMatchObject({ status: 402, body: { accepts: [{ amount: '15000' }] } });
      expect(paid).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
      expect(paid.headers['etag']).toBeUndefined();
      expect(paid.body).toEqual((await ask(path, 'pro')).json());
    }
  });

  it('is recomputed on demand by pro_plus alone', async () => {
    expect(await statuses('refresh', 'POST')).toEqual([403, 403, 200]);
    expect((await ask('refresh', 'pro_plus', 'POST')).json()).toMatchObject({
      status: 'recomputed',
      rows: 6,
      as_of: NOW,
    });
  });

  it('finds a perp in any case, and says which there is not', async () => {
    expect((await ask('coins/eth', 'pro')).json()).toMatchObject({ symbol: 'ETH' });
    const missing = await ask('coins/NOSUCH', 'pro');
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { detail: { error: 'unknown_symbol' } }]);
    expect((await ask('coins/SOL', 'pro')).json()).toMatchObject({ regime: null, new_listing: true });
    expect((await ask('coins', 'pro')).json()).toMatchObject({ count: 5, warming: ['SOL'] });
  });

  it('sends CSV as such, packed for who takes it [#471]', async () => {
    const path = 'history?start=2024-02-01&format=csv';
    const plain = await ask(path, 'pro_plus');
    expect(plain.headers['content-type']).toBe('text/csv; charset=utf-8');
    const packed = await ask(path, 'pro_plus', 'GET', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'content-encoding': 'gzip' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  });

  it('hands out the file to a link, without a key [#438] [#462]', async () => {
    const link = (await ask('regimes/history', 'pro_plus')).json<{ download_url: string; rows: number }>();
    const { pathname, search } = new URL(link.download_url);
    const file = await host.server.inject({ url: pathname + search });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-length': String(file.rawPayload.length),
    });
    expect(await parquetReadObjects({ file: new Uint8Array(file.rawPayload).buffer })).toHaveLength(link.rows);
    const again = await host.server.inject({ url: pathname + search, headers: { 'accept-encoding': 'gzip' } });
    expect(again.headers['content-encoding']).toBeUndefined();
    expect(again.rawPayload.equals(file.rawPayload)).toBe(true);
    const forged = await host.server.inject({ url: `${pathname}${search}0` });
    expect([forged.statusCode, forged.json()]).toMatchObject([404, { detail: { error: 'unknown_link' } }]);
  });

  it('hands out the file as CSV to who asks for it, packed for who takes it [#462]', async () => {
    const reply = await ask('regimes/history?format=csv', 'pro_plus');
    const link = reply.json<{ download_url: string; rows: number; format: string }>();
    expect(link.format).toBe('text/csv');
    const { pathname, search } = new URL(link.download_url);
    const file = await host.server.inject({ url: pathname + search });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(link.rows + 1);
    const packed = await host.server.inject({ url: pathname + search, headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(file.body);
    expect((await ask('regimes/history?format=xml', 'pro_plus')).statusCode).toBe(422);
  });

  it('the card says what runs [#446] [#463]', async () => {
    const { artifact, sha256 } = testModel();
    expect((await ask('model', 'free')).json()).toMatchObject({
      version: 'test-1',
      family: artifact.family,
      loaded: true,
      state_counts: { latent: 12, labels: 6 },
      artifact_sha256: sha256,
      approval: { accepted: artifact.approval.accepted },
      runtime_health: { status: 'ok', as_of: NOW, coins: 6, warming: 1 },
    });
  });

  it('is refreshed every 15 minutes [#450]', async () => {
    const asOf = async (): Promise<number> => (await ask('market', 'pro')).json<{ as_of: number }>().as_of;
    expect(await asOf()).toBe(NOW);
    clock.moveTo(NOW + 14 * MINUTE_MS);
    await setTimeout(50);
    expect(await asOf()).toBe(NOW);
    clock.moveTo(NOW + 16 * MINUTE_MS);
    await vi.waitFor(async () => expect(await asOf()).toBeGreaterThanOrEqual(NOW + 15 * MINUTE_MS));
  });
});
