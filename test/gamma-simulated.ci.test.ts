/** The gamma analog on known makers and ladders of the simulator, through the whole host. */

import type { GammaAnswerWire } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import {
  ACCOUNTS_V1,
  createAccounts,
  createMarket,
  createObservations,
  MICROSTRUCTURE_V2,
  SIMULATOR_V2,
  type AccountsConfig,
} from '@barograph/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { calculateGamma } from '../packages/contract/test/gamma-calculator.ts';
import { openMarket, type Market } from '../packages/sources/src/market/market.ts';
import { createSimulatedAccounts } from '../packages/sources/src/simulated/accounts.ts';
import { createSimulatedPerps } from '../packages/sources/src/simulated/perps.ts';
import { cycleOf } from '../packages/host/test/services/positioning/test-support.ts';

const { forced } = MICROSTRUCTURE_V2;
const listings = SIMULATOR_V2.listings
  .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
  .slice(0, 4);

/** At 40×, positions are liquidated 1.3 % away; at 2×, about half of the price away. */
const DENSE = 40;
const THIN = 2;

/** Twenty makers who stand against the whole imbalance of the others, and so on one side of each coin. */
const LEANING: AccountsConfig['makers'] = {
  ...ACCOUNTS_V1.makers,
  count: 20,
  concentration: 0,
  takeUp: 1,
  inventory: 0,
};
/** Makers with small inventories of their own, some long and some short. */
const BALANCED: AccountsConfig['makers'] = { ...LEANING, count: 120, takeUp: 0, inventory: 0.3 };

/** The simulated market with positions of one leverage that open every hour, and makers of a law. */
function marketWith(leverage: number, makers: AccountsConfig['makers']): Market {
  const law = { ...forced, everyHours: 1, leverage: [[leverage, 1]] as const, maxLeverage: [[0, DENSE]] as const };
  const laws = { ...MICROSTRUCTURE_V2, forced: law };
  const truth = createMarket({ ...SIMULATOR_V2, listings, microstructure: laws });
  const observations = createObservations(truth);
  const accounts = createAccounts(truth, observations, { ...ACCOUNTS_V1, makers });
  return openMarket([
    {
      id: 'known',
      kind: 'simulated',
      feeds: { ...createSimulatedPerps(observations), ...createSimulatedAccounts(accounts) },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    },
  ]);
}

const MOMENTS = [21, 34.5, 47.25, 60.9].map((days) => SIMULATOR_V2.start + Math.floor(days * 24) * HOUR_MS);
const COINS = listings.map(({ symbol }) => symbol);

/** Rows of a first cycle at each moment: nothing of one is known to the next. */
async function rowsOf(market: Market) {
  const rows: GammaAnswerWire['coins'][string][] = [];
  for (const at of MOMENTS) {
    const cycle = cycleOf(market);
    await cycle.run(at);
    const { coins, meta } = await cycle.asks().json<GammaAnswerWire>('quant.gex', { tier: 'pro' });
    expect(Object.keys(coins).toSorted()).toEqual(COINS.toSorted());
    for (const row of Object.values(coins)) {
      expect(row.regime.coverage).toBe('full');
      expect(calculateGamma(row, meta.regime_rules)).toMatchObject({
        state: row.regime.state,
        score: row.regime.score,
      });
      rows.push(row);
    }
  }
  return rows;
}

describe('known makers of the simulator', () => {
  let leaningDense: Awaited<ReturnType<typeof rowsOf>>;
  let balancedThin: typeof leaningDense;
  beforeAll(async () => {
    leaningDense = await rowsOf(marketWith(DENSE, LEANING));
    balancedThin = await rowsOf(marketWith(THIN, BALANCED));
  }, 60_000);

  it('twenty who lean one way near a dense ladder amplify [#488] [#497]', () => {
    expect(leaningDense).toHaveLength(MOMENTS.length * COINS.length);
    for (const { regime, coverage } of leaningDense) {
      expect(coverage.mm_n_accounts).toBe(20);
      expect(Math.abs(regime.inputs.mm_skew!)).toBe(1);
      // Those that are still open at 40× after a trend are farther away: some moments are dense by the lower line alone.
      expect(regime.inputs.near_density!).toBeGreaterThanOrEqual(6);
      expect(regime.state).toBe('amplify');
    }
  });

  it('balanced ones near a thin ladder dampen [#488] [#497]', () => {
    for (const { regime } of balancedThin) {
      expect(Math.abs(regime.inputs.mm_skew!)).toBeLessThan(0.5);
      expect(regime.inputs.near_density!).toBeLessThan(2);
      expect(regime.state).toBe('dampen');
    }
    // Most of the inventories cancel; where they do, the term says so.
    const balanced = balancedThin.filter(({ regime }) => Math.abs(regime.inputs.mm_skew!) <= 0.15);
    expect(balanced.length).toBeGreaterThan(balancedThin.length / 2);
  });

  it('either alone lies in between', async () => {
    const mean = (rows: typeof leaningDense): number =>
      rows.reduce((sum, { regime }) => sum + regime.score!, 0) / rows.length;
    for (const market of [marketWith(THIN, LEANING), marketWith(DENSE, BALANCED)]) {
      const meanSingle = mean(await rowsOf(market));
      expect(meanSingle).toBeLessThan(mean(leaningDense));
      expect(meanSingle).toBeGreaterThan(mean(balancedThin));
    }
  }, 60_000);
});
