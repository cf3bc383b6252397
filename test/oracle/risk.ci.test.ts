/** Risk of books over made panels against what numpy computes from the formulas. */

import { bookRisk, dateWeights, drawScenarios, openBook, type RiskBook, type RiskHorizon } from '@barograph/risk';
import { spawnSync } from 'node:child_process';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { COINS, madePanel, SMALL } from '../../packages/risk/test/made-panel.ts';

const NUMPY = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const STEPS = { h4: 4, h24: 24 } as const;
const BOOKS: readonly RiskBook[] = [
  { collateral: 9_000, positions: [{ coin: 'AAA', side: 'long', notional: 50_000, funding: 1e-5 }] },
  {
    collateral: 20_000,
    tiers: {},
    positions: [
      { coin: 'AAA', side: 'long', notional: 1_500_000, margin: 'isolated', leverage: 12, funding: 2e-5 },
      { coin: 'BBB', side: 'short', notional: 90_000, funding: -1e-5 },
      { coin: 'CCC', side: 'long', notional: 40_000 },
      { coin: 'LATE', side: 'long', notional: 30_000, margin: 'isolated', leverage: 9 },
      { coin: 'LATE', side: 'short', notional: 55_000 },
    ],
  },
];

interface Oracle {
  readonly weights: readonly number[];
  readonly agree: number;
  readonly mean: number;
  readonly volatility: number;
  readonly components: readonly number[];
  readonly tails: readonly { valueAtRisk: number; expectedShortfall: number; components: readonly number[] }[];
  readonly drawdowns: readonly number[];
  readonly account: number;
  readonly any: number;
  readonly liquidations: readonly number[];
}

const known = (values: ArrayLike<number>): (number | null)[] =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

describe.runIf(NUMPY)('the risk of a book by numpy', () => {
  const cases = [11, 12].flatMap((seed) =>
    BOOKS.flatMap((book) => (['h4', 'h24'] as const).map((horizon) => ({ seed, book, horizon }))),
  );
  it.each(cases)(
    'panel $seed, $horizon',
    ({ seed, book, horizon }: { seed: number; book: RiskBook; horizon: RiskHorizon }) => {
      const panel = madePanel(seed);
      const config = SMALL;
      const [row, steps] = [panel.hours - 1, STEPS[horizon]];
      const used = [...new Set(book.positions.map(({ coin }) => coin))];
      const scenarios = drawScenarios(panel, used, { horizon, config });
      const ours = bookRisk(panel, book, { horizon, config });
      const { positions, crossEquity } = openBook(book, () => NaN, config);
      const input = {
        config,
        row,
        steps,
        coins: panel.coins.map(({ coin, returns, volatility }) => ({
          coin,
          returns: known(returns),
          volatility: known(volatility[horizon]),
        })),
        regimes: known(panel.regimes),
        shocks: [...panel.shocks],
        u: seedrandom.alea(scenarios.seed)(),
        origins: [...scenarios.origins],
        donors: Object.fromEntries(
          scenarios.coins.map(({ coin, donors }) => [coin, donors === null ? null : [...donors]]),
        ),
        positions,
        crossEquity,
        capital: ours.capital,
      };
      expect(COINS).toHaveLength(panel.coins.length);
      const { stdout, stderr } = spawnSync('python3', ['test/oracle/risk.py'], {
        input: JSON.stringify(input),
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      expect(stderr).toBe('');
      const theirs = JSON.parse(stdout) as Oracle;
      const near = (a: number, b: number): void => {
        expect(Math.abs(a - b)).toBeLessThan(1e-8 * ours.gross);
      };
      const range = { from: Math.max(0, row - steps + 1 - config.lookback), to: row - steps + 1 };
      const weights = dateWeights(panel, row, range, (t) => theirs.weights[t - range.from]! > 0, config);
      weights.forEach((weight, t) => expect(Math.abs(weight - theirs.weights[t]!)).toBeLessThan(1e-12));
      // A bound may fall to either side by rounding.
      expect(theirs.agree).toBeGreaterThan(0.99);
      near(ours.mean, theirs.mean);
      near(ours.volatility, theirs.volatility);
      ours.positions.forEach(({ toVolatility, toShortfall, liquidation }, p) => {
        near(toVolatility.component, theirs.components[p]!);
        toShortfall.forEach(({ component }, l) => near(component, theirs.tails[l]!.components[p]!));
        expect(liquidation).toBeCloseTo(theirs.liquidations[p]!, 9);
      });
      ours.tails.forEach(({ valueAtRisk, expectedShortfall }, l) => {
        near(valueAtRisk, theirs.tails[l]!.valueAtRisk);
        near(expectedShortfall, theirs.tails[l]!.expectedShortfall);
      });
      ours.drawdowns.forEach(({ probability }, d) => expect(probability).toBeCloseTo(theirs.drawdowns[d]!, 9));
      expect(ours.liquidation.account).toBeCloseTo(theirs.account, 9);
      expect(ours.liquidation.any).toBeCloseTo(theirs.any, 9);
    },
  );
});
