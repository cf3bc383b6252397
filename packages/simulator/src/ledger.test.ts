import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS_V1 } from './accounts-config.ts';
import { createAccounts } from './accounts.ts';
import { SIMULATOR_V2 } from './config.ts';
import { checkLedger, LEDGER_V1 } from './ledger-config.ts';
import { createLedger, type AccountFill } from './ledger.ts';
import { createMarket } from './market.ts';
import { createObservations } from './observations.ts';

const START = SIMULATOR_V2.start;
const market = createMarket();
const observations = createObservations(market);
const accounts = createAccounts(market, observations);
const ledger = createLedger(market, observations);
const TO = START + 40 * DAY_MS + 7 * HOUR_MS;
const SYMBOLS = ['BTC', 'SOL', 'kPEPE'];
const MAKERS = ACCOUNTS_V1.makers.count;

/** Fills by account, in the order given. */
const byAccount = (fills: readonly AccountFill[]): ReadonlyMap<number, readonly AccountFill[]> =>
  new Map(
    [...new Set(fills.map(({ account }) => account))].map((a) => [a, fills.filter(({ account }) => account === a)]),
  );

const signed = ({ isBuy, size }: AccountFill): number => (isBuy ? size : -size);

describe('fills of the accounts of the simulator', () => {
  it('add up to what every account holds, from the start of the market on', () => {
    for (const symbol of SYMBOLS) {
      const sums = new Map<string, number>();
      for (const fill of ledger.fills(symbol, START - 1, TO)) {
        const address = ledger.addresses[fill.account]!;
        sums.set(address, (sums.get(address) ?? 0) + signed(fill));
      }
      const own = accounts.gather(accounts.held(symbol, TO));
      expect(own.length).toBeGreaterThan(MAKERS);
      for (const { address, positions } of own) {
        const { size } = positions[0]!;
        expect(sums.get(address)! / size).toBeCloseTo(1, 9);
        sums.delete(address);
      }
      expect([...sums.values()].every((rest) => Math.abs(rest) < 1e-6)).toBe(true);
    }
  });

  it('go on from the position before, and their results are those of the average cost', () => {
    for (const symbol of SYMBOLS) {
      for (const [account, fills] of byAccount(ledger.fills(symbol, TO - 3 * DAY_MS, TO))) {
        let [position, cost] = [NaN, NaN];
        const wrong: AccountFill[] = [];
        let checked = 0;
        for (const fill of fills) {
          const { startPosition: before, price, size, closedPnl } = fill;
          const isClosing = before !== 0 && Math.sign(before) !== Math.sign(signed(fill));
          const closed = isClosing ? Math.min(size, Math.abs(before)) : 0;
          const expected = isClosing ? closed * (price - cost) * Math.sign(before) : 0;
          if (before !== position && !Number.isNaN(position)) wrong.push(fill);
          if (Math.abs(closedPnl - expected) > 1e-9 * size * price) wrong.push(fill);
          if (isClosing && !Number.isNaN(cost)) checked++;
          const after = before + signed(fill);
          if (before === 0 || Math.sign(after) === -Math.sign(before)) cost = price;
          else if (!isClosing) cost = (before * cost + signed(fill) * price) / after;
          position = Math.abs(after) < 1e-9 * Math.abs(before) ? 0 : after;
        }
        expect(wrong).toEqual([]);
        if (account < MAKERS) expect(checked).toBeGreaterThan(0);
      }
    }
  });

  it('hold the entries of positions, and the forced closes of the market', () => {
    const [from, to] = [TO - 20 * DAY_MS, TO];
    const fills = ledger.fills('SOL', from, to);
    const forced = fills.filter(({ isForced }) => isForced);
    const closes = market.forcedCloses('SOL', from, to);
    expect(closes.length).toBeGreaterThan(10);
    const notional = (all: readonly { readonly size: number; readonly price: number }[]): number =>
      all.reduce((sum, { size, price }) => sum + size * price, 0);
    expect(notional(forced) / notional(closes)).toBeCloseTo(1, 9);
    expect(new Set(forced.map(({ time }) => time))).toEqual(new Set(closes.map(({ time }) => time)));
    expect(forced.every(({ closedPnl, account }) => closedPnl < 0 && account >= MAKERS)).toBe(true);
  });

  it('are the same for one account as among those of all, and for parts of a span as for the whole', () => {
    const [from, to] = [TO - 3 * DAY_MS, TO];
    const all = ledger.fills('BTC', from, to);
    const middle = from + 31 * HOUR_MS + 17;
    const parts = [...ledger.fills('BTC', from, middle), ...ledger.fills('BTC', middle, to)];
    const key = ({ time, account, startPosition }: AccountFill): string => `${time} ${account} ${startPosition}`;
    expect(parts.map(key).sort()).toEqual(all.map(key).sort());
    for (const [account, fills] of byAccount(all)) {
      expect(ledger.fills('BTC', from, to, account)).toEqual(fills);
    }
  });

  it('add up to the results of each span', () => {
    const froms = [TO - 3 * DAY_MS, TO - DAY_MS];
    for (const symbol of SYMBOLS) {
      for (const [i, sums] of ledger.results(symbol, froms, TO).entries()) {
        const fills = byAccount(ledger.fills(symbol, froms[i]!, TO));
        expect(new Set(sums.keys())).toEqual(new Set(fills.keys()));
        for (const [account, own] of fills) {
          const { pnl, volume } = sums.get(account)!;
          expect(pnl).toBeCloseTo(
            own.reduce((sum, { closedPnl, fee }) => sum + closedPnl - fee, 0),
            3,
          );
          expect(volume).toBeCloseTo(
            own.reduce((sum, { size, price }) => sum + size * price, 0),
            3,
          );
        }
      }
    }
  });

  it('end with the listing of a perp', () => {
    const end = START + 253 * DAY_MS;
    const fills = ledger.fills('MATIC', end - 5 * DAY_MS, end + 5 * DAY_MS);
    expect(fills.at(-1)!.time).toBe(end);
    const sums = new Map<number, number>();
    for (const fill of ledger.fills('MATIC', end - 60 * DAY_MS, end)) {
      if (fill.account >= MAKERS) sums.set(fill.account, signed(fill) + (sums.get(fill.account) ?? fill.startPosition));
    }
    expect(sums.size).toBeGreaterThan(100);
    expect([...sums.values()].every((rest) => Math.abs(rest) < 1e-6)).toBe(true);
  });

  it('refuses invalid arguments by name', () => {
    expect(() => ledger.fills('NOPE', 0, 1)).toThrow('"symbol"');
    expect(() => ledger.fills('BTC', 2, 1)).toThrow('"to"');
    expect(() => checkLedger({ ...LEDGER_V1, makerHours: 0 })).toThrow('"makerHours"');
    expect(() => checkLedger({ ...LEDGER_V1, takerFee: 1 })).toThrow('"takerFee"');
  });
});
