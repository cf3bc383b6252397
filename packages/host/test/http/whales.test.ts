/** Whales and changes of positions over HTTP: two replicas on one database, their stream, and a restart. */

import type { EventWire, WalletSignalsWire, WhaleDayWire, WhalesRowWire } from '@barograph/contract';
import { MINUTE_MS, ok } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import { fewCoinsConfig, NOW } from '../services/quant/test-support.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../test-support.ts';

const CYCLE = 5 * MINUTE_MS;
const address = (i: number): string => `0x${String(i).padStart(40, '0')}`;

/** Ten accounts; in each cycle one of them adds 50,000 USD at its price of entry, and the first one turns. */
function accountsAt(asOf: number): readonly AccountRecord[] {
  const cycle = Math.floor((asOf - NOW) / CYCLE);
  return Array.from({ length: 10 }, (_, i): AccountRecord => {
    const added = Math.max(0, Math.floor((cycle - i + 10) / 10));
    const size = i === 0 ? (cycle % 2 === 0 ? 1000 : -1000) : 1000 + 500 * added;
    return { address: address(i), equity: 2e6, positions: [{ coin: i % 2 === 0 ? 'BTC' : 'ETH', size, entry: 100 }] };
  });
}

const simulated = createSimulatedSource(fewCoinsConfig());
const { bars, contexts } = simulated.feeds;
const source: Source = {
  ...simulated,
  feeds: {
    ...(bars === undefined ? {} : { bars }),
    ...(contexts === undefined ? {} : { contexts }),
    accounts: {
      pull: async ({ asOf }) => {
        const accounts = accountsAt(asOf);
        return ok({ rows: { accounts, tracked: accounts.length, leftOut: 0 }, asOf });
      },
    },
  },
};

const clock = createManualClock(NOW);
const server = await startTestServer();
const database = await server.database();
const [first, second, third] = [await server.open(database), await server.open(database), await server.open(database)];
const replica = (store: typeof first): Host =>
  hostOver(store, { market: openMarket([source]), clock, gate: TIER_GATE });
let hosts: Host[] = [];

async function ask<Reply>(host: Host, path: string): Promise<Reply> {
  const reply = await host.server.inject({ url: `/api/v1${path}`, headers: { 'x-api-key': 'pro_plus' } });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return JSON.parse(reply.body) as Reply;
}
const signals = async (host: Host, query: string): Promise<WalletSignalsWire> =>
  ask<WalletSignalsWire>(host, `/perpdex/wallet-signals?${query}`);

/** Moves on cycle by cycle, and until all hosts tell of each. */
async function pass(cycles: readonly number[]): Promise<void> {
  for (const cycle of cycles) {
    const slot = NOW + cycle * CYCLE;
    clock.moveTo(slot);
    const patience = { interval: 30 };
    await vi.waitFor(async () => expect(await first.slots.lastFinished('test/positioning')).toBe(slot), patience);
    const told = async (): Promise<void> => {
      for (const host of hosts) {
        expect((await signals(host, 'minutes=5')).window_end).toBe(slot);
        // Another snapshot, which another notification brings.
        expect((await ask<WhalesRowWire>(host, '/quant/whales')).positions_as_of).toBe(slot);
      }
    };
    await vi.waitFor(told, patience);
  }
}

/** Changes of positions on the stream of a host: moment, action and account. */
async function toldBy(host: Host): Promise<readonly (readonly unknown[])[]> {
  const { events } = await ask<{ readonly events: readonly EventWire[] }>(
    host,
    '/stream/recent?limit=500&types=whale_position',
  );
  return events.map(({ ts, action, address: of }) => [(ts - NOW) / CYCLE, action, Number(String(of).slice(2))]);
}

/** Expected events of cycles 1 to `last`. */
const EXPECTED = (last: number) =>
  Array.from({ length: last }, (_, i) => i + 1).flatMap((cycle) => [
    [cycle, 'exit', 0],
    [cycle, 'entry', 0],
    ...(cycle % 10 === 0 ? [] : [[cycle, 'increase', cycle % 10]]),
  ]);

beforeAll(async () => {
  hosts = [replica(first), replica(second)];
  for (const host of hosts) await host.start();
});
afterAll(async () => {
  for (const host of hosts) await host.stop();
  await server.stop();
});

describe('whales of two replicas', () => {
  it('are told on the stream once for each change, whichever replica had the cycle [#286]', async () => {
    await pass([1, 2, 3, 4]);
    for (const host of hosts) expect(await toldBy(host)).toEqual(EXPECTED(4));
    const { events } = await ask<{ readonly events: readonly EventWire[] }>(
      hosts[0]!,
      '/stream/recent?types=whale_position&min_usd=60000&symbols=BTC',
    );
    // The change of 1,000 units at 100 USD, twice a cycle; smaller changes are left out.
    expect(events).toHaveLength(8);
    expect(events[0]).toMatchObject({
      venue: 'perpdex',
      side: 'long',
      size: 0,
      usd: 100_000,
      data_source: 'simulated',
    });
  });

  it('answer alike, to the byte [#444][#445][#357]', async () => {
    for (const path of ['/quant/whales', '/quant/whales/history?days=7', '/perpdex/wallet-signals?minutes=1440']) {
      const replies = await Promise.all(
        hosts.map(async (host) => host.server.inject({ url: `/api/v1${path}`, headers: { 'x-api-key': 'pro_plus' } })),
      );
      expect(replies[0]!.statusCode).toBe(200);
      expect(replies[1]!.body).toBe(replies[0]!.body);
    }
    expect(await signals(hosts[1]!, 'minutes=20')).toMatchObject({ record_start: NOW, complete: true, total: 12 });
  });

  it('go on after a restart of one and then of both, each from a cycle of five minutes, and no change is told twice or lost [#510]', async () => {
    const before = await ask<{ readonly days: readonly WhaleDayWire[] }>(hosts[0]!, '/quant/whales/history?days=7');
    await hosts[0]!.stop();
    hosts = [hosts[1]!];
    await pass([5]);
    await hosts[0]!.stop();
    hosts = [replica(third)];
    await hosts[0]!.start();
    expect(await ask<WhalesRowWire>(hosts[0]!, '/quant/whales')).toMatchObject({ positions_as_of: NOW + 5 * CYCLE });
    await pass([6, 7]);
    expect(await toldBy(hosts[0]!)).toEqual(EXPECTED(7));
    expect(await signals(hosts[0]!, 'minutes=35')).toMatchObject({ record_start: NOW, complete: true, total: 21 });
    const after = await ask<{ readonly days: readonly WhaleDayWire[] }>(hosts[0]!, '/quant/whales/history?days=7');
    expect(after.days.map(({ date }) => date)).toEqual(before.days.map(({ date }) => date));
    expect(after.days).not.toEqual(before.days);
  });
});
