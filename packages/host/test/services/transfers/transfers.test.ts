/**
 * Whale transfers of a host: a node over loopback, the stream of two replicas, a chain reorganisation and a restart;
 * the stored rows, and their part in security stress. All tests share one database server.
 */

import type { EventWire, SecurityHead } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createMarket, createTransfers } from '@barograph/simulator';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createManualClock, type Clock, type ManualClock } from '../../../../sources/src/clock.ts';
import type { Host } from '../../../src/compose.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createEvmSource } from '../../../../sources/src/evm/source.ts';
import { createFilesSource } from '../../../../sources/src/files/source.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createUpstreamMeter } from '../../../../sources/src/upstream/meter.ts';
import { createWhaleTransfers } from '../../../../runtime/src/producers/transfers/producer.ts';
import { riskProducers } from '../../../../runtime/src/producers/risk/producer.ts';
import { EXCHANGE_FLOWS, type ReadFlows, type StoredFlow } from '../../../../store/src/exchange-flows.ts';
import type { NewEvent } from '../../../../store/src/events.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { keep } from '../../../../runtime/src/keep.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import type { ProducerInput, SnapshotText } from '../../../../runtime/src/producer.ts';
import { BLOCK_MS, GENESIS_MS, address, createFakeChain, dollars, LABELS, QUICK_READING, TEST_CHAIN, WETH, type Sent } from '../../../../sources/test/evm/fake-chain.ts'; // prettier-ignore
import { startAnvil } from '../../market/evm/anvil.ts';
import { seeded } from '../../../../sources/test/perpdex/mutants.ts';
import { onEnd, QUICK } from '../../../../sources/test/upstream/test-support.ts';
import { NO_CHAIN } from '../../../../payments/test/local-chain.ts';
import { QUIET } from '../../../../store/test/values.ts';
import { fewCoinsConfig, NOW } from '../quant/test-support.ts';
import { startTestServer } from '../../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../../test-support.ts';

const IS_FULL = process.env['BAROGRAPH_FULL'] === '1';
const server = await startTestServer();
afterAll(async () => server.stop());
const stores = async () => {
  const url = await server.database();
  return [await server.open(url), await server.open(url)] as const;
};

/** Hours of a coin at one price, up to a day behind the beginning of the chain. */
function steady(symbol: string, price: number) {
  const hours = 24 * 3;
  const columns = candleColumns(hours);
  for (let i = 0; i < hours; i++) {
    columns.time[i] = GENESIS_MS + DAY_MS + (i - hours) * HOUR_MS;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][i] = price;
    columns.volume[i] = 1000;
  }
  return { symbol, venue: 'perpdex_perp' as const, interval: '1h' as const, bars: candles(columns) };
}

const flow = (id: string, more: Partial<StoredFlow> = {}): StoredFlow => ({
  id,
  time: 1000,
  chain: 'ethereum',
  symbol: 'ETH',
  usd: 2e6,
  direction: 'inflow',
  exchange: 'alder',
  counterparty: null,
  block: 5,
  amount: 1000,
  ...more,
});
const eventOf = ({ id, time, usd }: StoredFlow): NewEvent => ({ ts: time, recvTs: time, type: 'whale_transfer', venue: 'ethereum', symbol: 'ETH', usd, payload: { id } }); // prettier-ignore
const read = (cursor: string, replaces: string | null, flows: readonly StoredFlow[], more: Partial<ReadFlows> = {}): ReadFlows => ({
  origin: { source: 'node', kind: 'live' },
  cursor,
  replaces,
  since: 0,
  until: 5000,
  replaced: [],
  flows: flows.map((one) => ({ flow: one, event: eventOf(one) })),
  ...more,
}); // prettier-ignore

describe('kept flows', () => {
  it('move on with the cursor and their events, once, whichever replica was first', async () => {
    const [a, b] = await stores();
    expect(await a.exchangeFlows.cursor('m')).toBeNull();
    const first = await Promise.all([a, b].map(async (one) => EXCHANGE_FLOWS.write(one.db, read('1', null, [flow('x'), flow('y'), flow('x')]), { timeline: 'm', asOf: 2000 }))); // prettier-ignore
    expect(first.filter(Boolean)).toEqual([true]);
    expect(await EXCHANGE_FLOWS.write(b.db, read('3', '2', [flow('z')]), { timeline: 'm', asOf: 2000 })).toBe(false);
    expect(
      await EXCHANGE_FLOWS.write(b.db, read('2', '1', [flow('y'), flow('z')]), { timeline: 'm', asOf: 3000 }),
    ).toBe(true);
    expect([await a.exchangeFlows.cursor('m'), await a.exchangeFlows.cursor('other')]).toEqual(['2', null]);
    const told = await a.events.recent(9);
    expect(told.map(({ id, payload }) => [id, payload])).toEqual([
      [1, { id: 'x' }],
      [2, { id: 'y' }],
      [3, { id: 'z' }],
    ]);
    const known = await b.exchangeFlows.read('m', { after: 0, asOf: 9000 });
    expect(known).toMatchObject({ since: 0, until: 5000, flows: [{ id: 'x' }, { id: 'y' }, { id: 'z' }] });
    // Neither a replay nor a later time learns what it may not know.
    expect((await b.exchangeFlows.read('m', { after: 0, asOf: 2500 }))?.flows).toHaveLength(2);
    expect((await b.exchangeFlows.read('m', { after: 1000, asOf: 9000 }))?.flows).toEqual([]);
    expect(await b.exchangeFlows.read('other', { after: 0, asOf: 9000 })).toBeUndefined();
    await a.tables.prune(EXCHANGE_FLOWS.retention!, 1001);
    expect((await b.exchangeFlows.read('m', { after: 0, asOf: 9000 }))?.flows).toEqual([]);
  });

  it('of blocks that are gone are void from then on, until they stand in another block; nothing is told twice', async () => {
    const [a] = await stores();
    await EXCHANGE_FLOWS.write(a.db, read('1', null, [flow('x', { block: 4 }), flow('y', { block: 6 }), flow('z', { block: 7 })]), { timeline: 'm', asOf: 2000 }); // prettier-ignore
    const replaced = [{ chain: 'ethereum', after: 4 }];
    await EXCHANGE_FLOWS.write(a.db, read('2', '1', [flow('z', { block: 9, time: 1100 })], { replaced }), {
      timeline: 'm',
      asOf: 3000,
    });
    const ids = async (asOf: number) =>
      (await a.exchangeFlows.read('m', { after: 0, asOf }))!.flows.map(({ id }) => id);
    expect([await ids(2500), await ids(3000)]).toEqual([['x', 'y', 'z'], ['x', 'z']]); // prettier-ignore
    expect((await a.events.bounds()).lastId).toBe(3);
    // All or nothing.
    const broken = read('3', '2', [flow('n', { time: Number.NaN })]);
    await expect(EXCHANGE_FLOWS.write(a.db, broken, { timeline: 'm', asOf: 4000 })).rejects.toThrow(
      /null value in column "time"/,
    );
    expect(await a.exchangeFlows.cursor('m')).toBe('2');
  });
});

describe('a host with a node', () => {
  const events = async (host: Host): Promise<readonly EventWire[]> => {
    const url = '/api/v1/stream/recent?limit=500&types=whale_transfer';
    const reply = await host.server.inject({ url, headers: { 'x-api-key': 'pro' } });
    expect(reply.statusCode).toBe(200);
    return reply.json<{ readonly events: readonly EventWire[] }>().events;
  };
  const send = (from: number, to: number, usd: number, more: Partial<Sent> = {}): Sent => ({ from: address(from), to: address(to), units: dollars(usd), ...more }); // prettier-ignore
  // The chains begin with the bars.
  const hostOf = (store: Store, clock: Clock, url: string): Host => {
    const evm = createEvmSource({
      nodes: [{ chain: TEST_CHAIN, url }],
      labels: LABELS,
      clock,
      log: QUIET,
      meter: createUpstreamMeter('evm'),
      config: { ...QUICK_READING, range: 500, budget: 2000 },
      upstream: QUICK,
    });
    const bars = createFilesSource([steady('ETH', 2000), steady('BTC', 50_000)]);
    return hostOver(store, { market: openMarket([bars, evm]), clock, gate: TIER_GATE });
  };
  /** Gives a host the next minute, and waits until it has read it. */
  const pass = async (clock: ManualClock, store: Store): Promise<void> => {
    const slot = clock.now() + MINUTE_MS;
    let patience = 0;
    const isRead = async (): Promise<void> => {
      // A host arms the next minute a moment after it has finished one: a step in between is one that it does not see.
      if (patience++ % 100 === 0) clock.moveTo(clock.now() + MINUTE_MS);
      expect(await store.slots.lastFinished('test/whale-transfers')).toBeGreaterThanOrEqual(slot);
    };
    await vi.waitFor(isRead, { interval: 20 });
  };

  it('tells large deposits and withdrawals once, through a chain that turns back and a restart [#285] [#289]', async () => {
    const [one, two] = await stores();
    const chain = createFakeChain();
    const { baseUrl } = await chain.serve();
    const clock = createManualClock(GENESIS_MS + HOUR_MS);
    const told: string[] = [];
    /** A minute of five blocks. */
    const minute = async (host: Host, ...sent: readonly Sent[]): Promise<void> => {
      chain.mine(...sent);
      chain.pass(4);
      await pass(clock, host === first ? one : two);
    };
    chain.pass(296);
    chain.mine(send(9, 1, 7e6));
    chain.pass(3);
    const first = hostOf(one, clock, baseUrl);
    await first.start();
    // What was before the host did not happen now.
    expect(await events(first)).toEqual([]);
    await minute(
      first,
      send(9, 1, 2e6),
      send(3, 9, 0, { token: WETH, units: 600n * 10n ** 18n }),
      send(1, 3, 3e6),
      send(1, 2, 9e6),
      send(9, 8, 9e6),
      send(9, 1, 0),
      send(9, 1, 999_999),
      send(9, 2, 0, { token: WETH, units: 499n * 10n ** 18n }),
    );
    await expect.poll(async () => (await events(first)).length).toBe(3); // the stream delivers them a moment later
    const found = await events(first);
    expect(found.map(({ symbol, direction, exchange, usd, amount }) => [symbol, direction, exchange, usd, amount])).toEqual([
      ['USDT', 'inflow', 'alder', 2e6, 2e6],
      ['ETH', 'outflow', 'bluefin', 1.2e6, 600],
      ['USDT', 'inflow', 'bluefin', 3e6, 3e6],
    ]); // prettier-ignore
    expect(found[0]).toMatchObject({ id: 1, venue: 'ethereum', chain: 'ethereum', data_source: 'live', ts: GENESIS_MS + 301 * BLOCK_MS }); // prettier-ignore
    await minute(first, send(9, 1, 4e6), send(2, 9, 5e6));
    await expect.poll(async () => (await events(first)).length).toBe(5);
    told.push(...(await events(first)).map(({ id }) => String(id)));
    expect(told).toEqual(['1', '2', '3', '4', '5']);
    // Six blocks go; three had counted. The first of the transfers is never mined again.
    chain.turnBack(6, ({ units }) => units !== dollars(4e6));
    await minute(first);
    await first.stop();

    const second = hostOf(two, clock, baseUrl);
    await second.start();
    await minute(second, send(3, 9, 6e6));
    await expect.poll(async () => (await events(second)).length).toBe(6);
    const after = await events(second);
    expect(after.map(({ id, usd }) => [id, usd])).toEqual([[1, 2e6], [2, 1.2e6], [3, 3e6], [4, 4e6], [5, 5e6], [6, 6e6]]); // prettier-ignore
    const known = await two.exchangeFlows.read('test', { after: 0, asOf: clock.now() });
    expect(known!.flows.map(({ usd }) => usd).toSorted((a, b) => a - b)).toEqual([1.2e6, 2e6, 3e6, 5e6, 6e6, 7e6]);
    const health = await second.server.inject('/api/v1/health');
    expect(health.json()).toMatchObject({ event_stream: { whale_transfers: 'running' } });
    expect((await second.server.inject('/status')).json()).toMatchObject({ whale_transfers: 'running' });
    await second.stop();
  });

  it.skipIf(!IS_FULL || NO_CHAIN !== undefined)(
    'reads 1,000 transfers of a real node, three blocks of which are replaced while it restarts (anvil: linux x64) [#285] [#289]',
    async () => {
      const node = await startAnvil();
      onEnd(async () => node.stop());
      const [one, two] = await stores();
      const random = seeded('transfers');
      const among = (many: number): number => Math.floor(many * random());
      // Three addresses of exchanges among six; sizes from nothing to 4 million.
      const transfers = Array.from({ length: 1000 }, (_, i): Sent =>
        send(1 + among(6), 1 + among(6), [0, 1e5, 1e6 + i, 4e6 + i][among(4)]!),
      );
      const expected = transfers.flatMap(({ from, to, units }) => {
        const usd = Number(units) / 1e6;
        const [sender, receiver] = [from, to].map(
          (of) => LABELS.find((label) => label.address === of)?.exchange ?? null,
        );
        if (usd < 1e6 || sender === receiver) return [];
        return [receiver === null ? `outflow ${sender!} ${usd}` : `inflow ${receiver!} ${usd}`];
      });
      for (let i = 0; i < 5; i++) await node.mine();
      const clock = createManualClock(await node.now());
      const mine = async (from: number, to: number): Promise<void> => {
        for (let i = from; i < to; i += 20) await node.mine(...transfers.slice(i, i + 20));
      };
      let host = hostOf(one, clock, node.url);
      await host.start();
      await mine(0, 300);
      await pass(clock, one);
      await mine(300, 500);
      await pass(clock, one);
      await host.stop();
      const before = (await one.events.bounds()).lastId;
      await node.turnBack(3);
      await mine(500, 600);
      host = hostOf(two, clock, node.url);
      await host.start();
      await pass(clock, two);
      await mine(600, 1000);
      for (let i = 0; i < 3; i++) await node.mine();
      await pass(clock, two);
      const told = await two.events.recent(2000, { types: ['whale_transfer'] });
      expect(before).toBeGreaterThan(0);
      expect(told.map(({ id }) => id)).toEqual(told.map((_, i) => i + 1));
      const says = ({ usd, payload }: (typeof told)[number]): string => {
        const { direction, exchange } = payload as { readonly direction: string; readonly exchange: string };
        return `${direction} ${exchange} ${usd}`;
      };
      expect(told.map(says).toSorted()).toEqual(expected.toSorted());
      const known = await two.exchangeFlows.read('test', { after: 0, asOf: await node.now() });
      expect(known!.flows).toHaveLength(expected.length);
      await host.stop();
    },
    300_000,
  );
});

describe('simulated transfers', () => {
  const config = fewCoinsConfig();
  const market = openMarket([createSimulatedSource(config)]);
  const inputAt = (asOf: number): ProducerInput => ({
    asOf,
    slot: asOf,
    market: marketReader(market),
    load: async () => [],
    published: async () => [],
    head: async () => undefined,
    observed: async () => [],
    log: { info: () => undefined, warn: () => undefined },
  });

  it('go the same way: told as they are, and their days are the flow part of security stress [#625] [#626]', async () => {
    const [store] = await stores();
    const whales = createWhaleTransfers(market, 't', store.exchangeFlows);
    expect(whales.state()).toBe('starting');
    const run = async (asOf: number): Promise<void> => {
      const produced = await whales.producers[0]!.create()(inputAt(asOf));
      await keep(produced, asOf, { timeline: 't', events: store.events, tables: store.tables, snapshots: createMemorySnapshotStore() }); // prettier-ignore
    };
    const securityOf = async (asOf: number): Promise<SnapshotText> => {
      const producer = riskProducers(market, 't', store.exchangeFlows).find(({ name }) => name === 'security')!;
      return (await producer.create()(inputAt(asOf))).published[0]!;
    };
    const security = async (asOf: number): Promise<SecurityHead> =>
      JSON.parse((await securityOf(asOf)).head) as SecurityHead;
    expect((await security(NOW)).flows).toBeNull();
    expect((await securityOf(NOW)).provenance).toEqual([]);
    await run(NOW);
    expect(await store.events.bounds()).toMatchObject({ lastId: 0 });
    const { flows } = await security(NOW);
    expect(flows!.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDC', 'USDT']);
    expect(flows!.every(({ z }) => Number.isFinite(z) && Math.abs(z) < 50)).toBe(true);
    for (const { z, net } of flows!) {
      expect(z).toBe((net!.outflowUsd - net!.medianUsd) / net!.deviationUsd);
      expect(net!.days).toBe(61); // the market began 62 days ago
    }
    // They come from the store: the answer names who read them, and up to when.
    const [simulated] = market.sources;
    const origin = { feed: 'transfers', source: simulated!.id, kind: 'simulated', asOf: NOW };
    expect((await securityOf(NOW)).provenance).toEqual([{ ...origin, isFresh: true }]);
    // Two hours later no reader has newer rows.
    expect((await security(NOW + 3 * HOUR_MS)).flows).toBeNull();
    expect((await securityOf(NOW + 3 * HOUR_MS)).provenance).toEqual([{ ...origin, isFresh: false }]);

    const hours = 3;
    for (let minutes = 10; minutes <= 60 * hours; minutes += 10) await run(NOW + minutes * MINUTE_MS);
    const truth = createTransfers(createMarket(config))
      .transfers(NOW, NOW + hours * HOUR_MS)
      .filter(({ direction, usd }) => direction !== null && usd >= 1e6);
    const told = await store.events.recent(500);
    expect(told.map(({ ts }) => ts)).toEqual(truth.map(({ time }) => time));
    expect(told.map(({ payload }) => (payload as { direction: string }).direction)).toEqual(truth.map(({ direction }) => direction)); // prettier-ignore
    expect(truth.length).toBeGreaterThan(0);
    expect(whales.state()).toBe('running');
  });

  it('are not configured where no source has any', () => {
    const none = createWhaleTransfers({ has: () => false }, 't', { cursor: async () => null });
    expect([none.state(), none.producers]).toEqual(['not_configured', []]);
  });
});
