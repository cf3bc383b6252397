/**
 * Accounts over the loopback venue: the states that the host makes of its payloads are those of the simulator, its gamma
 * analog too. Then its faults. `test/positioning-live.ci.test.ts` explains the score of such an answer by a pocket calculator.
 */

import type { GammaAnswerWire } from '@barograph/contract';
import { bucketOpen, MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import {
  createAccounts,
  createMarket,
  createObservations,
  SIMULATOR_V2,
  type SimulatedAccount,
} from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS_FEED_V1 } from '../../../../sources/src/perpdex/accounts-config.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { readAccount, type AccountPayload } from '../../../../sources/src/perpdex/account-state.ts';
import { parseContexts, type ContextsPayload } from '../../../../sources/src/perpdex/payloads.ts';
import { clearinghousePayload } from '../../../../venue/src/account-payloads.ts';
import { createVenueAccounts } from '../../../../venue/src/accounts.ts';
import { contextPayload, metaPayload } from '../../../../venue/src/payloads.ts';
import { createVenuePerps } from '../../../../venue/src/perps.ts';
import { venueConfig } from '../../../../venue/src/universe.ts';
import { accountsVenue, cycleOf } from '../../services/positioning/test-support.ts';
import { NOW } from '../../../../venue/test/test-support.ts';
import { liveSource, type LiveSource } from '../../../../sources/test/perpdex/test-support.ts';

const COINS = 9;
/** The time of a cycle of the test stands: all states are of one moment of the simulator. */
const QUICK = { ...ACCOUNTS_FEED_V1, makeUpMs: 600_000, atOnce: 8, makers: [] };

const market = createMarket(venueConfig(SIMULATOR_V2.seed, COINS));
const truth = createAccounts(market, createObservations(market));

/** An account of the simulator as the venue states it: neither its trades nor that it is a vault. */
function statedOf({ address, equity, positions }: SimulatedAccount): AccountRecord {
  return {
    address,
    equity,
    positions: positions.map(({ symbol, margin, liquidation, ...holding }) => ({
      coin: symbol,
      ...holding,
      ...(margin === null ? {} : { margin }),
      ...(liquidation === null ? {} : { liquidation }),
    })),
  };
}

const byAddress = (a: AccountRecord, b: AccountRecord): number => (a.address < b.address ? -1 : 1);

let live: LiveSource;
beforeAll(async () => {
  live = await liveSource({ coins: COINS, accounts: QUICK });
  await live.until(() => live.state('leaderboard').status === 'ok');
});
afterAll(async () => live.close());

const pulled = async () => {
  const answer = await live.source.feeds.accounts!.pull({ asOf: live.clock.now() });
  return answer.ok ? answer.value : expect.fail(answer.error.reason);
};

describe('accounts over the loopback venue', () => {
  it('come whole, and weigh no more than the venue allows in any minute', async () => {
    expect(live.state('accounts')).toMatchObject({ status: 'warming' });
    expect(live.state('accounts').readyAt).toBeGreaterThan(live.clock.now());
    await live.advance(5 * MINUTE_MS, 2000);
    const { rows } = await pulled();
    const all = truth.at(bucketOpen(live.clock.now(), MINUTE_MS));
    expect(rows.tracked).toBeGreaterThan(0.95 * all.length);
    expect(rows.leftOut).toBe(0);
    const { mostInMinute, refused } = live.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(1200);
    expect(live.meter.reading().dropped).toEqual({});
  });

  it('are those of the simulator to the bit, and so is their gamma analog, which explains its own score [#442] [#500]', async () => {
    const time = bucketOpen(NOW, MINUTE_MS);
    const accounts = truth.at(time);
    // What the venue would send: the same payloads, without its weight.
    const perpsOf = createVenuePerps(venueConfig(SIMULATOR_V2.seed, COINS));
    const venueAccounts = createVenueAccounts(perpsOf);
    const states = accounts.map(({ address }) => {
      const payload: unknown = JSON.parse(JSON.stringify(clearinghousePayload(venueAccounts.state(address, NOW), NOW)));
      return readAccount(payload as AccountPayload, address).record;
    });
    const all = perpsOf.all(NOW);
    const body: unknown = JSON.parse(
      JSON.stringify([metaPayload(all), all.map((one) => contextPayload(one, undefined))]),
    );
    const contexts = parseContexts(body as ContextsPayload);
    const perps = contexts.ok ? contexts.value.rows : expect.fail(contexts.error);
    for (const [i, { address, equity, positions }] of accounts.entries()) {
      const { positions: read, ...rest } = states[i]!;
      expect([rest.address, rest.equity]).toEqual([address, equity]);
      expect(
        read.map(({ coin, size, entry, leverage, margin = null }) => [coin, size, entry, leverage, margin]),
      ).toEqual(positions.map((one) => [one.symbol, one.size, one.entry, one.leverage, one.margin]));
    }
    const cycleWith = async (records: readonly AccountRecord[]) => {
      const cycle = cycleOf(accountsVenue({ perps: () => perps, accounts: () => records }));
      await cycle.run(NOW);
      return cycle.asks().json<GammaAnswerWire>('quant.gex', { query: { symbol: 'BTC' } });
    };
    const [ofVenue, ofSimulator] = [await cycleWith(states), await cycleWith(accounts.map(statedOf))];
    expect(ofVenue).toEqual(ofSimulator);
    expect(ofVenue.coins['BTC']!.levels.length).toBeGreaterThan(0);
  });

  it('give a gamma analog of each perp by the cycle itself [#440]', async () => {
    const cycle = cycleOf(openMarket([live.source]));
    await cycle.run(live.clock.now());
    const { coins } = await cycle.asks().json<GammaAnswerWire>('quant.gex');
    expect(Object.keys(coins)).toHaveLength(COINS);
  });

  it('are asked for one by one, within the deadline of a caller', async () => {
    const [largest] = (await pulled()).rows.accounts.toSorted(byAddress);
    const account = live.source.feeds.account!;
    const asOf = live.clock.now();
    const one = await account.pull({ address: largest!.address, asOf });
    expect(one).toMatchObject({ ok: true, value: { rows: { account: { address: largest!.address } } } });
    const nobody = await account.pull({ address: `0x${'e'.repeat(40)}`, asOf });
    expect(nobody).toMatchObject({ ok: true, value: { rows: { account: null } } });
    await live.fault({ kind: 'slow', for: 8500, delay: 3000, request: 'clearinghouseState' });
    const late = account.pull({ address: largest!.address, asOf });
    live.clock.moveTo(live.clock.now() + 8000);
    expect(await late).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    live.clock.moveTo(live.clock.now() + 1000);
  });

  it('have fills whose positions join, and a leaderboard by value', async () => {
    const board = await live.source.feeds.leaderboard!.pull({ asOf: live.clock.now() });
    const { rows, listed } = board.ok ? board.value.rows : expect.fail(board.error.reason);
    expect(listed).toBe(rows.length);
    expect(rows.every(({ accountValue }, i) => i === 0 || accountValue <= rows[i - 1]!.accountValue)).toBe(true);
    const maker = truth.at(bucketOpen(live.clock.now(), MINUTE_MS)).find((one) => one.class === 'market_maker')!;
    const to = live.clock.now();
    const answer = await live.source.feeds.accountFills!.pull({ address: maker.address, from: to - 86_400_000, to });
    const fills = answer.ok ? answer.value.rows : expect.fail(answer.error.reason);
    expect(fills.time.length).toBeGreaterThan(20);
    expect(fills.time.every((time) => time > fills.since && time <= to)).toBe(true);
    const held = new Map<number, number>();
    for (let i = 0; i < fills.time.length; i++) {
      const coin = fills.coin[i]!;
      const before = held.get(coin);
      if (before !== undefined) expect(fills.startPosition[i]).toBeCloseTo(before, 4);
      held.set(coin, fills.startPosition[i]! + (fills.isBuy[i] === 1 ? 1 : -1) * fills.size[i]!);
    }
  });

  const faults = [
    ['429', { kind: '429', for: 60_000, request: 'clearinghouseState', retryAfter: 10 }],
    ['truncated bodies', { kind: 'truncated', for: 60_000, request: 'clearinghouseState' }],
    ['malformed bodies', { kind: 'malformed', for: 60_000, request: 'clearinghouseState' }],
  ] as const;
  // The long half: BAROGRAPH_FULL=1.
  it.each(process.env['BAROGRAPH_FULL'] === '1' ? faults : faults.slice(0, 1))(
    'go on after %s: the next cycle is whole',
    async (_, fault) => {
      expect((await live.fault(fault)).status).toBe(201);
      await live.advance(90_000, 3000);
      await live.advance(10 * MINUTE_MS, 5000);
      const { rows, isStale } = await pulled();
      expect([rows.leftOut, isStale]).toEqual([0, undefined]);
      expect(live.spent().mostInMinute).toBeLessThanOrEqual(1200);
    },
    240_000,
  );
});
