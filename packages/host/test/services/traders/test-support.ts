/** A venue with a leaderboard, accounts and fills that a test sets, and the traders cycle over it. */

import { TRADERS, tradersPublication, walletsPublication } from '@barograph/contract';
import { err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { FeedProblem } from '../../../../sources/src/market/feed.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import type {
  AccountFills,
  AccountFillsQuery,
  AccountQuery,
  LeaderboardRow,
} from '../../../../sources/src/market/traders.ts';
import { tradersProducer } from '../../../../runtime/src/producers/traders/producer.ts';
import { createTraders, type TradersParts } from '../../../../runtime/src/producers/traders/service.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { asker, type Asker } from '../../ask.ts';
import { memoryStates } from '../../test-support.ts';
import { movableClock, runAt } from '../../../../runtime/test/test-support.ts';
import { perpOf } from '../liquidity/test-support.ts';

export const CYCLE = 5 * MINUTE_MS;
export const address = (i: number): string => `0x${String(i).padStart(40, '0')}`;

/** A row of a leaderboard; results of all time are not known. */
export function rowOf(i: number, accountValue: number): LeaderboardRow {
  const figures = (pnl: number) => ({ pnl, roi: pnl / accountValue, volume: 10 * Math.abs(pnl) });
  const allTime = { pnl: NaN, roi: NaN, volume: NaN };
  const windows = { day: figures(1), week: figures(-7), month: figures(30), allTime };
  return { address: address(i), displayName: i === 1 ? 'one' : null, accountValue, windows };
}

/** An account with a long of BTC, isolated, and a short of ETH. */
export function accountOf(i: number, equity = 1e6): AccountRecord {
  return {
    address: address(i),
    equity,
    positions: [
      { coin: 'BTC', size: 2000 + i, entry: 90, leverage: 5, marginMode: 'isolated', margin: 60_000, liquidation: 70 },
      { coin: 'ETH', size: -100, entry: 10 },
    ],
  };
}

/** Round trips of an hour, `count` of them, each with this result on 100 units at 100; oldest first. */
export function fillsOf(count: number, result: number, end: number): AccountFills {
  const rows = Array.from({ length: 2 * count }, (_, i) => i);
  const isClose = (i: number): boolean => i % 2 === 1;
  const column = (read: (i: number) => number): Float64Array => Float64Array.from(rows, read);
  return {
    coins: ['BTC'],
    coin: column(() => 0),
    time: column((i) => end - (2 * count - 1 - i) * HOUR_MS),
    isBuy: column((i) => (isClose(i) ? 0 : 1)),
    price: column((i) => (isClose(i) ? 100 + result / 100 + (i % 5) / 100 : 100)),
    size: column(() => 100),
    startPosition: column((i) => (isClose(i) ? 100 : 0)),
    closedPnl: column((i) => (isClose(i) ? result + (i % 5) : 0)),
    fee: column(() => 1),
    isTaker: column(() => 1),
    isLiquidation: column(() => 0),
    direction: rows.map((i) => (isClose(i) ? 'Close Long' : 'Open Long')),
    id: rows.map(String),
    since: 0,
  };
}

/** Answers of a venue at a moment; a feed that is left out is not there. */
export interface TradersVenue {
  readonly accounts?: (asOf: number) => readonly AccountRecord[] | FeedProblem;
  readonly leaderboard?: (asOf: number) => readonly LeaderboardRow[] | FeedProblem;
  readonly account?: (query: AccountQuery) => Promise<AccountRecord | null | FeedProblem>;
  readonly fills?: (query: AccountFillsQuery) => AccountFills | FeedProblem;
}

const isProblem = (answer: object | null): answer is FeedProblem => answer !== null && 'code' in answer;

/** A market of that venue, and what it was asked for. */
export function tradersVenue({ accounts = () => [], leaderboard, account, fills }: TradersVenue) {
  const asked = { boards: [] as number[], fills: [] as AccountFillsQuery[], accounts: [] as AccountQuery[] };
  const perps = [perpOf('BTC'), perpOf('ETH', { mark: 10 })];
  const market: Market = openMarket([
    {
      id: 'venue',
      kind: 'live',
      feeds: {
        contexts: { pull: async ({ asOf }) => ok({ rows: { perps }, asOf }) },
        accounts: {
          pull: async ({ asOf }) => {
            const states = accounts(asOf);
            if (isProblem(states)) return err(states);
            return ok({ rows: { accounts: states, tracked: states.length + 3, leftOut: 2 }, asOf: asOf - 1000 });
          },
        },
        ...(leaderboard === undefined
          ? {}
          : {
              leaderboard: {
                pull: async ({ asOf }) => {
                  asked.boards.push(asOf);
                  const rows = leaderboard(asOf);
                  if (isProblem(rows)) return err(rows);
                  return ok({ rows: { rows, listed: rows.length + 1000, readAt: asOf - 2000 }, asOf: asOf - 2000 });
                },
              },
            }),
        ...(account === undefined
          ? {}
          : {
              account: {
                pull: async (query) => {
                  asked.accounts.push(query);
                  const found = await account(query);
                  return isProblem(found) ? err(found) : ok({ rows: { account: found }, asOf: query.asOf - 500 });
                },
              },
            }),
        ...(fills === undefined
          ? {}
          : {
              accountFills: {
                pull: async (query) => {
                  asked.fills.push(query);
                  const rows = fills(query);
                  return isProblem(rows) ? err(rows) : ok({ rows, asOf: query.to });
                },
              },
            }),
      },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    },
  ]);
  return { market, asked };
}

/** Counts calls of a key as the store does: by minute and UTC day. */
export function memoryUsage(): TradersParts['usage'] {
  const counts = new Map<string, number>();
  return {
    take: async (keyId, { daily, perMinute }, now) => {
      const [day, minute] = [`${keyId} d${Math.floor(now / 86_400_000)}`, `${keyId} m${Math.floor(now / 60_000)}`];
      const [dailyCount, minuteCount] = [counts.get(day) ?? 0, counts.get(minute) ?? 0];
      if (dailyCount >= daily) return { ok: false, dailyCount, minuteCount, refusedBy: 'day' };
      if (minuteCount >= perMinute) return { ok: false, dailyCount, minuteCount, refusedBy: 'minute' };
      counts.set(day, dailyCount + 1);
      counts.set(minute, minuteCount + 1);
      return { ok: true, dailyCount: dailyCount + 1, minuteCount: minuteCount + 1 };
    },
  };
}

/** The cycle of a market, over states that a later cycle may continue from. */
export function tradersCycle(market: Market, states: EngineStates = memoryStates(), parts: Partial<TradersParts> = {}) {
  const snapshots = createMemorySnapshotStore();
  const clock = movableClock(0);
  const run = runAt(tradersProducer(), { source: market, states, snapshots });
  const errors: unknown[] = [];
  const service = (isOff = false) =>
    createTraders({
      market,
      clock,
      wall: clock,
      usage: memoryUsage(),
      isOff,
      report: (error) => errors.push(error),
      ...parts,
    });
  return {
    states,
    clock,
    errors,
    run: async (at: number) => {
      clock.put(at);
      return run(at);
    },
    /** The newest publications, as they would be stored. */
    published: () =>
      [tradersPublication, walletsPublication].map(({ name }) => {
        const found = snapshots.latest(name);
        return found && { asOf: found.asOf, head: found.head, records: found.records.map(({ json }) => json) };
      }),
    asks: (isOff = false): Asker => {
      const ports = new Map<string, unknown>([[TRADERS.name, service(isOff)]]);
      return asker({ source: market, latest: (name) => snapshots.latest(name), ports });
    },
  };
}
