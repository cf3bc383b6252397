import { checkCandles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { GENERATORS } from './generators.ts';
import { checkMarket } from './market.ts';
import { returnsOf } from './returns.ts';

/** Root mean square of the returns in hours of each truth. */
function spreadByTruth(name: string, hours: number): readonly number[] {
  const { bars, truth, labels } = GENERATORS.find((generator) => generator.name === name)!.market('spread', hours);
  return labels.map((_, label) => {
    const own = returnsOf(bars).filter((__, t) => truth[t + 1] === label);
    return Math.sqrt(own.reduce((sum, value) => sum + value * value, 0) / own.length);
  });
}

describe.each(GENERATORS.map((generator) => [generator.name, generator] as const))('%s', (_, generator) => {
  const market = generator.market('a', 3_000);

  it('makes sound hourly bars and a truth for each', () => {
    expect(checkMarket(market).bars.length).toBe(3_000);
    expect(checkCandles({ ...market.bars }).ok).toBe(true);
    expect([...market.bars.time.subarray(1)].every((time, i) => time - market.bars.time[i]! === 3_600_000)).toBe(true);
    expect(new Set(market.truth).size).toBeGreaterThan(1);
  });

  it('makes the same bars from the same seed, others from another, and begins alike however long it is', () => {
    const longer = generator.market('a', 3_500);
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
      expect(longer.bars[name].subarray(0, 3_000)).toEqual(market.bars[name]);
    }
    expect(longer.truth.subarray(0, 3_000)).toEqual(market.truth);
    expect(generator.market('b', 3_000).bars.close).not.toEqual(market.bars.close);
  });
});

describe('laws of the generators', () => {
  it('Markov-switching GARCH is wilder in its turbulent regime', () => {
    const [calm, turbulent] = spreadByTruth('ms-garch', 40_000);
    expect(turbulent! / calm!).toBeGreaterThan(2);
  });

  it('jumps come once in 200 hours, and are larger than the hours between them', () => {
    const { truth } = GENERATORS.find(({ name }) => name === 'jump-diffusion')!.market('count', 200_000);
    const jumps = truth.filter((label) => label === 1).length;
    // Four deviations of a binomial law about its mean of 998.
    expect(Math.abs(jumps - 200_000 * (1 - Math.exp(-1 / 200)))).toBeLessThan(4 * Math.sqrt(998));
    const [diffusion, jump] = spreadByTruth('jump-diffusion', 100_000);
    expect(diffusion).toBeCloseTo(0.005, 4);
    expect(jump).toBeGreaterThan(0.025);
  });

  it('trends differ in their drift, and not in their spread', () => {
    const [bear, flat, bull] = spreadByTruth('trend-breaks', 60_000);
    expect(Math.max(bear!, flat!, bull!) / Math.min(bear!, flat!, bull!)).toBeLessThan(1.1);
  });
});

it('refuses a truth that does not fit its bars', () => {
  const market = GENERATORS[1]!.market('a', 10);
  expect(() => checkMarket({ ...market, truth: new Int8Array(9) })).toThrow('"truth" expected 10 labels');
  expect(() => checkMarket({ ...market, truth: new Int8Array(10).fill(5) })).toThrow(
    '"truth[0]" expected a place within 0…1, got 5',
  );
});
