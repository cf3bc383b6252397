/** Weight of a coin's own transitions: learnt by the model from coins, otherwise zero. */

import { HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { countsOwn, mixtureOf, monthOf } from '../../../../runtime/src/producers/quant/mixture.ts';
import { testModel } from './test-support.ts';

const { start } = SIMULATOR_V2;
const { model } = testModel();
const before = createMarket().candles('ETH', 'perpdex_perp', '1h', start, start + 1_000 * HOUR_MS);
const month = monthOf(start + 1_000 * HOUR_MS);
const learnt = (concentration: number): NowcastModel => ({
  ...model,
  artifact: { ...model.artifact, coinScope: { version: 'coin_scope/fitted', concentration } },
});

describe('the mixture of a coin', () => {
  it('is by the concentration that came with the model', () => {
    const coins = [60, 150, 900].map((kappa) => mixtureOf(learnt(kappa), month, before).weights.coin);
    expect(coins[0]!).toBeGreaterThan(coins[1]!);
    expect(coins[1]!).toBeGreaterThan(coins[2]!);
  });

  it.each([
    ['no panel', model],
    ['a panel at the bound of the concentration', learnt(1_000)],
  ])('has none of the coin where the model learnt from %s', (_, of) => {
    const { weights, transition } = mixtureOf(of, month, before);
    expect(weights).toMatchObject({ coin: 0, pooled: 1 });
    expect(transition).toEqual(model.hmm.parameters.transition);
    expect(countsOwn(of)).toBe(false);
  });

  it('leaves a coin of less than 30 days without a say', () => {
    const short = createMarket().candles('ETH', 'perpdex_perp', '1h', start, start + 700 * HOUR_MS);
    expect(mixtureOf(learnt(60), month, short).weights.coin).toBe(0);
  });
});
