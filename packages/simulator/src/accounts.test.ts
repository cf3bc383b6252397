import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS_V1, checkAccounts, type AccountsConfig } from './accounts-config.ts';
import { createAccounts, type SimulatedAccount } from './accounts.ts';
import { SIMULATOR_V2 } from './config.ts';
import { createMarket } from './market.ts';
import { createObservations } from './observations.ts';

const START = SIMULATOR_V2.start;
const market = createMarket();
const observations = createObservations(market);
const accounts = createAccounts(market, observations);
const MOMENTS = [20, 33.3, 60.7].map((days) => START + Math.round((days * DAY_MS) / 60_000) * 60_000);

const sumOf = (accounts: readonly SimulatedAccount[], symbol: string, sign: number): number =>
  accounts
    .flatMap(({ positions }) => positions)
    .filter((holding) => holding.symbol === symbol)
    .reduce((sum, { size }) => sum + Math.max(0, sign * size), 0);

describe('accounts of the simulator', () => {
  it('hold every leveraged position whole, with its entry, leverage and level', () => {
    for (const time of MOMENTS) {
      const holders = accounts.at(time).filter((account) => account.class !== 'market_maker');
      for (const symbol of ['BTC', 'SOL', 'kPEPE']) {
        const { openInterest } = observations.perp(symbol, time)!;
        for (const [side, sign] of [
          ['long', 1],
          ['short', -1],
        ] as const) {
          const open = market.positions(symbol, time).filter((position) => position.side === side);
          const sum = open.reduce((all, { size }) => all + size, 0);
          expect(sumOf(holders, symbol, sign)).toBeCloseTo(Math.min(sum, openInterest), 4);
          for (const { entry, level, leverage } of open) {
            const own = holders
              .flatMap(({ positions }) => positions)
              .filter(
                (holding) => holding.symbol === symbol && holding.liquidation === level && holding.size * sign > 0,
              );
            expect(own.length).toBeGreaterThanOrEqual(1);
            expect(own.every((holding) => holding.entry === entry && holding.leverage === leverage)).toBe(true);
          }
        }
      }
    }
  });

  it('hold no more than open interest on either side', () => {
    for (const time of MOMENTS) {
      const all = accounts.at(time);
      for (const symbol of accounts.symbols) {
        const state = observations.perp(symbol, time);
        if (state === undefined) continue;
        for (const sign of [1, -1]) {
          expect(sumOf(all, symbol, sign)).toBeLessThanOrEqual(state.openInterest * (1 + 1e-9));
        }
      }
    }
  });

  it('have one position in a perp, and an address of their own', () => {
    for (const time of MOMENTS) {
      const all = accounts.at(time);
      expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
      for (const { address, positions } of all) {
        expect(address).toMatch(/^0x[0-9a-f]{40}$/);
        expect(new Set(positions.map(({ symbol }) => symbol)).size).toBe(positions.length);
      }
    }
  });

  it('are the same whatever was asked before', () => {
    const other = createMarket();
    const again = createAccounts(other, createObservations(other));
    const time = MOMENTS[1]!;
    expect(again.at(time)).toEqual(accounts.at(time));
  });

  it('have makers in every perp, against the imbalance of the positions where they have no inventory', () => {
    const calm: AccountsConfig = { ...ACCOUNTS_V1, makers: { ...ACCOUNTS_V1.makers, inventory: 0 } };
    const all = createAccounts(market, observations, calm).at(MOMENTS[0]!);
    const makers = all.filter((account) => account.class === 'market_maker');
    const holders = all.filter((account) => account.class !== 'market_maker');
    expect(makers).toHaveLength(ACCOUNTS_V1.makers.count);
    const lean = sumOf(holders, 'BTC', 1) - sumOf(holders, 'BTC', -1);
    const net = sumOf(makers, 'BTC', 1) - sumOf(makers, 'BTC', -1);
    expect(net).toBeCloseTo(-0.8 * lean, 4);
  });

  it('move without jumps from one cycle to the next', () => {
    const [time] = MOMENTS;
    const [now, next] = [time!, time! + HOUR_MS / 12].map((at) => {
      const makers = accounts.at(at).filter((account) => account.class === 'market_maker');
      return sumOf(makers, 'ETH', 1) - sumOf(makers, 'ETH', -1);
    });
    expect(Math.abs(next! - now!)).toBeLessThan(0.05 * observations.perp('ETH', time!)!.openInterest);
  });

  it('refuses bad laws by name', () => {
    expect(() => checkAccounts({ ...ACCOUNTS_V1, vaultEvery: 0 })).toThrow('"vaultEvery"');
    expect(() => checkAccounts({ ...ACCOUNTS_V1, followerShare: 0.5 })).toThrow('"followerShare"');
    expect(() => checkAccounts({ ...ACCOUNTS_V1, leaderReserve: [2, 1] })).toThrow('"leaderReserve.most"');
  });
});
