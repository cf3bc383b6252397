/** Flows of spot ETFs: data of sources and of an operator are stored with revisions, published, and answered. */

import { ETF_SOURCES, etfPublication, type EtfDayWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createEtfFlows, createMarket } from '@barograph/simulator';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { importEtf } from '../../../src/commands/import-etf.ts';
import { readConfig } from '../../../src/config.ts';
import type { HostConfig } from '../../../src/host-config.ts';
import { createLog } from '../../../../store/src/log.ts';
import type { EtfFlow } from '../../../../sources/src/market/etf-days.ts';
import { createEtfFiles, readEtfFolder } from '../../../../sources/src/etf/files.ts';
import { createEtfSource } from '../../../../sources/src/etf/source.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedEtf } from '../../../../sources/src/simulated/etf.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { createUpstreamMeter } from '../../../../sources/src/upstream/meter.ts';
import { etfProducers } from '../../../../runtime/src/producers/etf/producer.ts';
import type { Observations } from '../../../../store/src/observations.ts';
import { timelineOf } from '../../../../sources/src/timeline.ts';
import { asker } from '../../ask.ts';
import { json, listen, onEnd } from '../../../../sources/test/upstream/test-support.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';

const RECORDED = fileURLToPath(new URL('../../../../../../shared/data/api/etf_flows/', import.meta.url));
const MONDAY = Date.UTC(2026, 6, 20);
const NOW = MONDAY + 4 * DAY_MS + 12 * HOUR_MS;
const CSV = 'Date,IBIT,GBTC,Total\n20 Jul 2026,"1,038.8",(44.5),994.3\n21 Jul 2026,-,-,0.0\n22 Jul 2026,1.5,,1.5\n25 Jul 2026,0.0,0.0,0.0\n'; // prettier-ignore

let server: TestServer;
let observations: Observations;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  observations = (await server.open(await server.database())).observations;
  folder = await mkdtemp(join(tmpdir(), 'barograph-etf-'));
  await writeFile(join(folder, 'btc.csv'), CSV);
});
afterAll(async () => {
  await server.closeStores();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** A source of days that a test changes; without any it fails. */
function changing(kind: Source['kind'] = 'live') {
  let days: readonly EtfFlow[] | undefined = [];
  const source: Source = {
    id: 'toy',
    kind,
    feeds: {
      etfFlows: {
        pull: async ({ asOf }) =>
          days === undefined
            ? { ok: false, error: { code: 'stale_source', reason: 'away' } }
            : { ok: true, value: { rows: { days }, asOf } },
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
  return { source, say: (next: readonly EtfFlow[] | undefined) => void (days = next) };
}
const btc = (day: number, flow: number | null): EtfFlow => ({
  asset: 'btc',
  day,
  netFlowUsd: flow,
  funds: { IBIT: flow },
});

/** A producer over a market, and the operation over what it has published. */
function stageOf(source: Source | undefined, timeline: string) {
  const snapshots = createMemorySnapshotStore();
  const market =
    source === undefined ? ({ ...openMarket([changing().source]), has: () => false } as Market) : openMarket([source]);
  const stores = { source: market, states: memoryStates(), observations, snapshots, timeline };
  const at = runAt(etfProducers(market, timeline)[0]!, stores);
  const ports = new Map([[ETF_SOURCES.name, { hasFlows: source !== undefined }]]);
  const asks = asker({ source: market, latest: (name) => snapshots.latest(name), ports });
  const outcome = async (asset = 'btc') =>
    asks.outcome<{ readonly flows: readonly EtfDayWire[] }>('market_intelligence.etf_flows', {
      path: { asset },
      tier: 'free',
    });
  return {
    at,
    outcome,
    provenance: () => snapshots.latest(etfPublication.name)?.provenance,
    flows: async (asset = 'btc') =>
      (
        await asks.json<{ readonly flows: readonly EtfDayWire[] }>('market_intelligence.etf_flows', {
          path: { asset },
          tier: 'free',
        })
      ).flows,
  };
}

describe('flows of spot ETFs', () => {
  it('are kept by day; a correction is a new revision, and the past stays what it was [#117] [#645]', async () => {
    const { source, say } = changing();
    const stage = stageOf(source, 'corrected');
    say([btc(MONDAY, 5e6), btc(MONDAY + DAY_MS, null)]);
    await stage.at(NOW);
    expect(await stage.flows()).toEqual([
      { date: '2026-07-20', timestamp: MONDAY, net_flow_usd: 5e6, funds: { IBIT: 5e6 }, source: 'toy', revision: 1, known_at: NOW },
      { date: '2026-07-21', timestamp: MONDAY + DAY_MS, net_flow_usd: null, funds: { IBIT: null }, source: 'toy', revision: 1, known_at: NOW },
    ]); // prettier-ignore
    // One row is corrected, one reported, and one becomes unknown again: a stored report is not deleted.
    say([btc(MONDAY, 6e6), btc(MONDAY + DAY_MS, 0)]);
    await stage.at(NOW + HOUR_MS);
    say([btc(MONDAY, null), btc(MONDAY + DAY_MS, 0)]);
    await stage.at(NOW + 2 * HOUR_MS);
    expect((await stage.flows()).map(({ net_flow_usd: usd, revision }) => [usd, revision])).toEqual([[6e6, 2], [0, 2]]); // prettier-ignore
    const then = await observations.asOf('etf-flows/corrected', { knownAt: NOW });
    expect(then.map(({ value }) => (value as EtfFlow).netFlowUsd)).toEqual([5e6, null]);
    expect(await observations.revisions('etf-flows/corrected', 'btc', MONDAY)).toHaveLength(2);
    expect((await stage.outcome()).ok && (await stage.outcome('sol'))).toMatchObject({
      ok: false,
      error: { status: 503 },
    });
  });

  it('are published from what is kept while the source is away, and say so', async () => {
    const { source, say } = changing();
    const first = stageOf(source, 'away');
    expect(await first.outcome()).toMatchObject({ ok: false, error: { status: 503, body: { detail: { error: 'warming_up' } } } }); // prettier-ignore
    say(undefined);
    await expect(first.at(NOW)).rejects.toThrow('away');
    say([btc(MONDAY, 5e6)]);
    await first.at(NOW);
    say(undefined);
    const restarted = stageOf(source, 'away');
    await restarted.at(NOW + HOUR_MS);
    expect(await restarted.flows()).toMatchObject([{ net_flow_usd: 5e6, known_at: NOW }]);
    await first.at(NOW + HOUR_MS);
    expect(first.provenance()).toMatchObject([{ feed: 'etfFlows', isFresh: false }]);
  });

  it('of the simulator have no weekends, and nothing before its report', async () => {
    const market = createMarket();
    const feed = createSimulatedEtf(createEtfFlows(market)).etfFlows;
    const asOf = market.config.start + 60 * DAY_MS + 2 * HOUR_MS;
    const all = await feed.pull({ from: 0, asOf });
    const days = all.ok ? all.value.rows.days : [];
    expect(days.length).toBeGreaterThan(90);
    expect(days.filter(({ day }) => [0, 6].includes(new Date(day).getUTCDay()) || day + 27 * HOUR_MS > asOf)).toEqual(
      [],
    );
    const from = asOf - 20 * DAY_MS;
    const late = await feed.pull({ from, asOf });
    expect(late.ok ? late.value.rows.days : []).toEqual(days.filter(({ day }) => day > from));
  });
});

describe('files of flows', () => {
  const configOf = (...argv: string[]): HostConfig => {
    const asked = readConfig({ argv, env: {}, readFile: () => '' });
    if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no config');
    return asked.value.config;
  };

  it('as a source are known a day later, null where nobody has reported, without weekends', async () => {
    const read = await readEtfFolder(folder);
    const source = createEtfFiles(read.ok ? read.value : []);
    const stage = stageOf(source, 'files');
    await stage.at(MONDAY + DAY_MS + HOUR_MS);
    expect(await stage.outcome()).toMatchObject({ ok: false });
    await stage.at(NOW);
    expect((await stage.flows()).map(({ date, net_flow_usd: usd, funds }) => [date, usd, funds])).toEqual([
      ['2026-07-20', 994.3e6, { IBIT: 1038.8e6, GBTC: -44.5e6 }],
      ['2026-07-21', null, { IBIT: null, GBTC: null }],
      ['2026-07-22', 1.5e6, { IBIT: 1.5e6, GBTC: null }],
    ]);
  });

  it('are imported beside a source, hold against it, and are corrected by the next import', async () => {
    const config = configOf('--live');
    const timeline = await timelineOf({ ...config, liveUrl: 'https://api.hyperliquid.xyz' });
    const { source, say } = changing();
    const stage = stageOf(source, timeline);
    say([btc(MONDAY, 5e6), btc(MONDAY + DAY_MS, 7e6)]);
    await stage.at(NOW);
    expect(await importEtf(folder, config, observations, NOW + 1)).toEqual({ ok: true, value: ['btc: 3 days', '2 new or corrected, 0 as they were'] }); // prettier-ignore
    await stage.at(NOW + HOUR_MS);
    const days = async () => (await stage.flows()).map(({ net_flow_usd: usd, source: by, revision }) => [usd, by, revision]); // prettier-ignore
    const imported = [[994.3e6, 'import', 2], [7e6, 'toy', 1], [1.5e6, 'import', 1]]; // prettier-ignore
    expect(await days()).toEqual(imported);
    expect(await importEtf(folder, config, observations, NOW + 2 * HOUR_MS)).toMatchObject({ value: ['btc: 3 days', '0 new or corrected, 2 as they were'] }); // prettier-ignore
    const corrected = await mkdtemp(join(tmpdir(), 'barograph-etf-'));
    await writeFile(join(corrected, 'btc.csv'), CSV.replace('1.5,,1.5', '2.5,,2.5'));
    await importEtf(corrected, config, observations, NOW + 3 * HOUR_MS);
    await rm(corrected, { recursive: true });
    await stage.at(NOW + 4 * HOUR_MS);
    expect((await days()).at(-1)).toEqual([2.5e6, 'import', 2]);
    // A host without any source publishes them too.
    const bare = stageOf(undefined, timeline);
    expect(await bare.outcome()).toMatchObject({ ok: false, error: { body: { detail: { error: 'source_unavailable' } } } }); // prettier-ignore
    await bare.at(NOW + 4 * HOUR_MS);
    expect(await bare.flows()).toHaveLength(3);
  });

  it('are not mixed with days of the simulator', async () => {
    const config = configOf('--seed', 'mixed');
    const timeline = await timelineOf({ ...config, liveUrl: undefined });
    const { source, say } = changing('simulated');
    const stage = stageOf({ ...source, id: 'simulated' }, timeline);
    const ofEth: EtfFlow = { ...btc(MONDAY, 1e6), asset: 'eth' };
    say([btc(MONDAY - 4 * DAY_MS, 5e6), btc(MONDAY + DAY_MS, 7e6), ofEth]);
    await stage.at(NOW);
    await importEtf(folder, config, observations, NOW + 1);
    say([btc(MONDAY + 3 * DAY_MS, 8e6), ofEth]);
    await stage.at(NOW + HOUR_MS);
    expect((await stage.flows()).map(({ date, source: by }) => [date, by])).toEqual([['2026-07-20', 'import'], ['2026-07-22', 'import']]); // prettier-ignore
    expect((await stage.flows('eth')).map(({ source: by }) => by)).toEqual(['simulated']);
    const whole = await stage.outcome();
    expect(whole.ok && JSON.parse(whole.value.json.toString())).toMatchObject({ data_source: 'files' });
  });

  it.each([
    ['no folder', async (at: string) => join(at, 'none'), 'expected a folder'],
    ['no file of a coin', async (at: string) => (await writeFile(join(at, 'doge.csv'), CSV), at), 'expected btc.csv'],
    [
      'a row that is none',
      async (at: string) => (await writeFile(join(at, 'eth.csv'), 'Date,A\nsoon,1'), at),
      'eth.csv',
    ],
  ] as const)('are refused whole with %s', async (_, make, message) => {
    const empty = await mkdtemp(join(tmpdir(), 'barograph-etf-'));
    const imported = await importEtf(await make(empty), configOf(), observations, NOW);
    await rm(empty, { recursive: true });
    expect(imported).toMatchObject({ ok: false, error: expect.stringContaining(message) as string });
  });

  it.skipIf(!existsSync(RECORDED))('load as they were recorded (needs ../shared)', async () => {
    const recorded = await mkdtemp(join(tmpdir(), 'barograph-etf-'));
    await copyFile(join(RECORDED, 'daily_net_flows_btc__to-2026-08.csv'), join(recorded, 'btc.csv'));
    await copyFile(join(RECORDED, 'daily_net_flows_sol__to-2026-08.csv'), join(recorded, 'sol.csv'));
    const config = configOf('--seed', 'recorded');
    const imported = await importEtf(recorded, config, observations, Date.UTC(2026, 8, 1));
    await rm(recorded, { recursive: true });
    expect(imported).toMatchObject({ ok: true, value: ['btc: 671 days', 'sol: 15 days', '686 new or corrected, 0 as they were'] }); // prettier-ignore
    const stage = stageOf(undefined, await timelineOf({ ...config, liveUrl: undefined }));
    await stage.at(Date.UTC(2026, 8, 1, 1));
    const answer = await stage.outcome();
    const flows = await stage.flows();
    expect(flows[0]).toMatchObject({ date: '2024-01-11', net_flow_usd: 655.3e6 });
    // A holiday of the exchanges: the publisher prints a total of 0.0.
    expect(flows.find(({ date }) => date === '2024-01-15')).toMatchObject({ net_flow_usd: null });
    expect(answer.ok && JSON.parse(answer.value.json.toString())).toMatchObject({
      count: 671,
      last_reported: '2026-08-21',
    });
  });
});

describe('the keyed source of flows', () => {
  const row = (day: number, flow: unknown, funds?: unknown) => ({ timestamp: day, flow_usd: flow, price_usd: 1, etf_flows: funds }); // prettier-ignore
  const fund = (ticker: unknown, flow?: unknown) => ({ etf_ticker: ticker, ...(flow === undefined ? {} : { flow_usd: flow }) }); // prettier-ignore

  it('asks for each coin with its key, which nothing shows; a refusal with a 200 leaves the last good flows, stale', async () => {
    const key = 'paid-key-5309';
    let isRefusing = false;
    const http = await listen((request, response) => {
      if (isRefusing || request.headers['cg-api-key'] !== key) return json(response, { code: '40001', msg: 'API key' });
      const isBtc = request.url === '/api/etf/bitcoin/flow-history';
      const data = isBtc
        ? [
            row(MONDAY, 655.3e6, [fund('IBIT', 700e6), fund('GBTC', -44.7e6)]),
            row(MONDAY + DAY_MS, 0, [fund('IBIT'), fund('GBTC', null)]),
            row(MONDAY + 2 * DAY_MS, 0, []),
            row(MONDAY + 3 * DAY_MS, null, [fund('IBIT', 3e6), fund('<b>', 1), fund('GBTC', 'n/a')]),
            row(MONDAY - DAY_MS, 0, [fund('IBIT', 0)]),
            row(MONDAY, 1, [fund('IBIT', 1)]),
            row(MONDAY + 3600_000, 1, [fund('IBIT', 1)]),
            row(MONDAY + 8 * DAY_MS, 1, [fund('IBIT', 1)]),
          ]
        : [];
      json(response, { code: '0', msg: 'success', data });
    });
    const lines: string[] = [];
    const clock = createManualClock(NOW);
    const steady = createManualClock(0);
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    const source = createEtfSource({ url: http.baseUrl, key, clock, steady, log, meter: createUpstreamMeter('etf') });
    onEnd(async () => source.close());
    const pull = async (from = 0) => source.feeds.etfFlows!.pull({ from, asOf: clock.now() });
    expect(await pull()).toMatchObject({ ok: false, error: { isWarming: true } });
    await source.start();
    await vi.waitFor(async () => expect((await pull()).ok).toBe(true), { interval: 5 });
    const answer = await pull();
    expect(answer.ok && answer.value.rows.days).toEqual([
      { asset: 'btc', day: MONDAY, netFlowUsd: 655.3e6, funds: { IBIT: 700e6, GBTC: -44.7e6 } },
      { asset: 'btc', day: MONDAY + DAY_MS, netFlowUsd: null, funds: { IBIT: null, GBTC: null } },
      { asset: 'btc', day: MONDAY + 2 * DAY_MS, netFlowUsd: null, funds: {} },
      { asset: 'btc', day: MONDAY + 3 * DAY_MS, netFlowUsd: 3e6, funds: { IBIT: 3e6, GBTC: null } },
    ]);
    expect(http.asked).toHaveLength(3);
    isRefusing = true;
    clock.moveTo(NOW + HOUR_MS);
    steady.moveTo(HOUR_MS);
    await vi.waitFor(() => expect(http.asked.length).toBeGreaterThan(3), { interval: 5 });
    await vi.waitFor(async () => expect(await pull(MONDAY)).toMatchObject({ ok: true, value: { isStale: true } }), { interval: 5 }); // prettier-ignore
    expect(source.state(clock.now())[0]).toMatchObject({ feed: 'etfFlows', status: 'stale' });
    expect([...lines, JSON.stringify(source.state(NOW))].filter((line) => line.includes(key))).toEqual([]);
    expect(lines.join('\n')).toContain('values of upstream left out');
  });
});
