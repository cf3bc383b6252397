/** Traders of the simulated source: fills against positions, results against fills, single accounts against all. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V1, SIMULATOR_V2 } from '@barograph/simulator';
import { expect, it } from 'vitest';
import { openMarket } from '../../src/market/market.ts';
import type { AccountFills } from '../../src/market/traders.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';
import { SIMULATED_FILLS } from '../../src/simulated/traders.ts';

const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const START = SIMULATOR_V2.start;
const NOW = START + 12 * DAY_MS + 5 * HOUR_MS;

async function must<T>(
  read: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }>,
) {
  const answer = await read;
  return answer.ok ? answer.value : expect.fail(String(answer.error));
}

const board = await must(market.read('leaderboard', { asOf: NOW + 1234 }));
const { accounts } = await must(market.read('accounts', { asOf: NOW }));
const holder = accounts.find(
  (one) => one.positions.length > 2 && one.positions.every(({ margin }) => margin !== undefined),
)!;
const maker = accounts.find(({ positions }) => positions.every(({ margin }) => margin === undefined))!;

it('list the accounts that hold something, the largest first, by the hour', () => {
  expect(board.readAt).toBe(NOW);
  expect(board.provenance.asOf).toBe(NOW);
  expect(board.listed).toBe(board.rows.length);
  expect(new Set(board.rows.map(({ address }) => address))).toEqual(new Set(accounts.map(({ address }) => address)));
  const values = board.rows.map(({ accountValue }) => accountValue);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

it('have fills that add up to their positions, and results that are those of their fills', async () => {
  for (const { address, positions, equity } of [holder, maker]) {
    // A maker has more fills than one answer holds.
    const parts: AccountFills[] = [];
    const step = address === maker.address ? 2 * DAY_MS : NOW - START + 1;
    for (let from = START - 1; from < NOW; from += step) {
      const rows = await must(market.read('accountFills', { address, from, to: Math.min(NOW, from + step) }));
      expect(rows.since).toBe(from);
      parts.push(rows);
    }
    const fills = parts.flatMap((rows) =>
      rows.direction.map((direction, i) => ({
        coin: rows.coins[rows.coin[i]!]!,
        time: rows.time[i]!,
        signed: rows.size[i]! * (rows.isBuy[i] === 1 ? 1 : -1),
        result: rows.closedPnl[i]! - rows.fee[i]!,
        notional: rows.size[i]! * rows.price[i]!,
        direction,
        start: rows.startPosition[i]!,
        id: rows.id[i]!,
      })),
    );
    expect(new Set(fills.map(({ id }) => id)).size).toBe(fills.length);
    for (const { coin, size } of positions) {
      const sum = fills.filter((one) => one.coin === coin).reduce((all, { signed }) => all + signed, 0);
      expect(sum / size).toBeCloseTo(1, 9);
    }
    expect(fills.every((one) => one.direction.startsWith('Open') === one.start * one.signed >= 0)).toBe(true);
    const { windows } = board.rows.find((row) => row.address === address)!;
    for (const [name, span] of [
      ['day', DAY_MS],
      ['week', 7 * DAY_MS],
      ['month', 30 * DAY_MS],
    ] as const) {
      const within = fills.filter(({ time }) => time > NOW - span);
      const pnl = within.reduce((sum, { result }) => sum + result, 0);
      expect(windows[name].pnl).toBeCloseTo(pnl, 2);
      expect(windows[name].roi).toBeCloseTo(pnl / equity!, 9);
      expect(windows[name].volume / within.reduce((sum, { notional }) => sum + notional, 0)).toBeCloseTo(1, 9);
    }
    expect(windows.allTime.pnl).toBeNaN();
  }
});

it('are single accounts as among all, and nothing of an address without positions', async () => {
  const { account, provenance } = await must(market.read('account', { address: holder.address, asOf: NOW + 30_000 }));
  expect(account).toEqual(holder);
  expect(provenance.asOf).toBe(NOW);
  const none = await must(market.read('account', { address: `0x${'0'.repeat(40)}`, asOf: NOW }));
  expect(none.account).toBeNull();
  const empty = await must(market.read('accountFills', { address: `0x${'0'.repeat(40)}`, from: 0, to: NOW }));
  expect([empty.time.length, empty.since]).toEqual([0, 0]);
});

it('answer with the newest fills where there are more than one answer holds, and say since when', async () => {
  const rows = await must(market.read('accountFills', { address: maker.address, from: START, to: NOW }));
  expect(rows.time.length).toBeLessThanOrEqual(SIMULATED_FILLS);
  expect(rows.time.length).toBeGreaterThan(0.9 * SIMULATED_FILLS);
  expect(rows.since).toBeGreaterThan(START);
  const again = await must(market.read('accountFills', { address: maker.address, from: rows.since, to: NOW }));
  expect(again).toEqual({ ...rows, provenance: again.provenance });
});

it('are not there in a market without laws of positions', () => {
  const bare = openMarket([createSimulatedSource(SIMULATOR_V1)]);
  expect((['leaderboard', 'account', 'accountFills'] as const).map((name) => bare.has(name))).toEqual([
    false,
    false,
    false,
  ]);
});
