/** A walk-forward that tests a panel too, small, on the simulated market. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { type Observations, observe } from '@barograph/nowcast';
import { coinMetrics, COIN_MIXTURES, type CoinBlock } from './coin-test.ts';
import { TRAINING_V2 } from './config.ts';
import { HEADS_V2 } from './heads-config.ts';
import type { Panel } from './panel.ts';
import { walkForward } from './walk-forward.ts';
import { WALK_FORWARD_V1, type WalkForwardConfig } from './walk-forward-config.ts';

const { start } = SIMULATOR_V1;
const hoursOf = (coin: string, hours: number): Observations =>
  observe(createMarket(SIMULATOR_V1).candles(coin, 'perpdex_perp', '1h', start, start + hours * HOUR_MS));
const btc = hoursOf('BTC', 3_200);
const panel: Panel = { coins: [hoursOf('ETH', 3_200), hoursOf('SOL', 900)] };

const quick = (weight: number): WalkForwardConfig => ({
  ...WALK_FORWARD_V1,
  version: 'walk_forward/test',
  training: {
    ...TRAINING_V2,
    version: 'training/test',
    warmUpBars: 400,
    betas: [],
    maxIterations: 2,
    occupancyRows: 600,
    panel: { weight, leastRows: 400 },
  },
  heads: { ...HEADS_V2, version: 'heads/test', stride: 12 },
  monteCarlo: { ...WALK_FORWARD_V1.monteCarlo, version: 'monte_carlo/test', paths: 20 },
  firstHours: 1_500,
  simulationStride: 96,
});

const tested = [...walkForward(btc, quick(0), panel)];
const blocks = tested.flatMap(({ coins }) => (coins === null ? [] : [coins]));

describe('the coins of a walk-forward', () => {
  it('are tested in every block, those with enough hours before it', () => {
    expect(blocks).toHaveLength(tested.length);
    for (const block of blocks) expect(block.tested).toEqual([0]);
  });

  it('change nothing for the market while the panel has no weight, and something when it has', () => {
    const alone = [...walkForward(btc, quick(0))];
    expect(alone.map(({ scores }) => scores)).toEqual(tested.map(({ scores }) => scores));
    expect(alone.every(({ coins }) => coins === null)).toBe(true);
    const [pooled] = walkForward(btc, quick(1), panel);
    expect(pooled!.scores.nextRegime).not.toEqual(tested[0]!.scores.nextRegime);
  });

  it('have the same forecasts to be scored whatever the transitions, and every hour of the test', () => {
    const { mixtures } = blocks[0]!;
    const hours = (tested[0]!.to - tested[0]!.from) / HOUR_MS;
    for (const mixture of COIN_MIXTURES) {
      expect(mixtures[mixture].hours).toBe(hours);
      const { h4, h24 } = mixtures[mixture].nextRegime;
      for (const { rows } of [...Object.values(h4), ...Object.values(h24)]) expect(rows).toBe(hours / 6);
    }
    const losses = COIN_MIXTURES.map((mixture) => mixtures[mixture].nextRegime.h24.chain.loss);
    expect(new Set(losses).size).toBe(mixtureCount(blocks[0]!));
  });

  it('make metrics that are means over all blocks', () => {
    const metrics = coinMetrics(blocks)!;
    expect(metrics).toMatchObject({ coins: 1, blocks: blocks.length });
    const { hours, nextRegime, flipsPerDay } = metrics.mixtures.pooled;
    const parts = blocks.map(({ mixtures }) => mixtures.pooled);
    expect(hours).toBe(parts.reduce((sum, part) => sum + part.hours, 0));
    const [loss, rows] = parts.reduce(
      ([sum, count], { nextRegime: { h4 } }) => [sum + h4.direct.loss, count + h4.direct.rows],
      [0, 0],
    );
    expect(nextRegime.h4.direct.logLoss).toMatchOracle(loss / rows, { rel: 1e-12, abs: 0 });
    const flips = parts.reduce((sum, part) => sum + part.flips, 0);
    expect(flipsPerDay).toMatchOracle((24 * flips) / hours, { rel: 1e-12, abs: 0 });
  });

  it('make none where no coin was tested', () => {
    expect(coinMetrics([])).toBeNull();
    expect(coinMetrics([{ ...blocks[0]!, tested: [] }])).toBeNull();
  });
});

/** A panel whose concentration is the standard one has one mixture less. */
const mixtureCount = ({ concentration }: CoinBlock): number => (concentration === 150 ? 2 : 3);
