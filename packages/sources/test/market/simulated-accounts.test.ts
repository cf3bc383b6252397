/** Accounts of the simulated source: the feed, and whether the classifier finds the classes that they were made as. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { accountBook, classesNow, TRADER_CLASSES } from '@barograph/positioning';
import { createAccounts, createMarket, createObservations, SIMULATOR_V1, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../../src/market/market.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';

const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const simulated = createMarket();
const truth = createAccounts(simulated, createObservations(simulated));
const MOMENTS = [25, 70, 200].map((days) => SIMULATOR_V2.start + days * DAY_MS + 3 * MINUTE_MS);

async function statesAt(asOf: number) {
  const answer = await market.read('accounts', { asOf });
  return answer.ok ? answer.value : expect.fail(answer.error.reason);
}

describe('accounts of the simulated source', () => {
  it('are those of the last minute that has closed, whole, without the class that they were made as', async () => {
    const [at] = MOMENTS;
    const { accounts, tracked, leftOut, provenance } = await statesAt(at! + 42_000);
    expect(provenance).toMatchObject({ source: 'simulated', kind: 'simulated', asOf: at });
    expect([tracked, leftOut]).toEqual([accounts.length, 0]);
    expect(accounts.map(({ address }) => address)).toEqual(truth.at(at!).map(({ address }) => address));
    expect(accounts.every((account) => !('class' in account) && account.isMarketMaker === undefined)).toBe(true);
  });

  it('have the classes that the rules find, but for a few of the smallest and largest', async () => {
    for (const at of MOMENTS) {
      const { accounts } = await statesAt(at);
      const contexts = await market.read('contexts', { asOf: at });
      const perps = contexts.ok ? contexts.value.perps : [];
      const terms = perps
        .filter(({ isDelisted }) => !isDelisted)
        .map(({ symbol, mark, maxLeverage }) => ({ coin: symbol, mark, tiers: [{ from: 0, maxLeverage }] }));
      const book = accountBook(accounts, terms);
      expect(Object.values(book.dropped).every((count) => count === 0)).toBe(true);
      const { classOf } = classesNow(book);
      const made = new Map(truth.at(at).map((one) => [one.address, one.class]));
      const wrong = book.accounts.address.filter((name, a) => TRADER_CLASSES[classOf[a]!] !== made.get(name));
      expect(wrong.length).toBeLessThanOrEqual(0.01 * book.accounts.address.length);
      expect(book.accounts.address.filter((name) => made.get(name) === 'market_maker')).toHaveLength(24);
      expect(book.positions.notional.length).toBeGreaterThan(1000);
    }
  });

  it('are not there in a market without laws of positions', () => {
    expect(openMarket([createSimulatedSource(SIMULATOR_V1)]).has('accounts')).toBe(false);
    expect(market.has('accounts')).toBe(true);
  });
});
