import { candlesOf, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { SHORT_TERM_SPANS, SHORT_TERM_V1, shortTermMomentum } from './short-term.ts';

const STEP = 5 * MINUTE_MS;
const START = 1_700_000_100_000;

/** Closes of five-minute bars. */
function barsOf(closes: readonly number[], skip: (i: number) => boolean = () => false) {
  const rows = closes.map((close, i) => ({ time: START + i * STEP, open: close, high: close, low: close, close, volume: 1 })); // prettier-ignore
  return candlesOf(rows.filter((_, i) => !skip(i)));
}
/** Up and down by a tenth of a percent: a standard deviation of √12 · 0.1 % an hour. */
const WAVE = Array.from({ length: 290 }, (_, i) => (i % 2 === 0 ? 100 : 100.1));
const NOW = START + 290 * STEP;

describe('short-term momentum', () => {
  it('has the change from the close of each span before', () => {
    const { changes } = shortTermMomentum(barsOf(WAVE), STEP, 102, NOW);
    for (const [name, span] of Object.entries(SHORT_TERM_SPANS)) {
      const bars = span / STEP;
      expect(changes[name as keyof typeof changes]).toBeCloseTo((102 / WAVE[290 - 1 - bars]! - 1) * 100, 12);
    }
  });

  it.each([
    [100.1, 'flat'],
    [100.1 * Math.exp(1.01 * Math.sqrt(12) * Math.log(1.001)), 'up'],
    [100.1 * Math.exp(0.99 * Math.sqrt(12) * Math.log(1.001)), 'flat'],
    [100.1 * Math.exp(-1.01 * Math.sqrt(12) * Math.log(1.001)), 'down'],
  ] as const)('at %d is %s: an hour against the deviation of an hour', (price, momentum) => {
    expect(shortTermMomentum(barsOf(WAVE), STEP, price, NOW).momentum).toBe(momentum);
  });

  it('knows no change over a gap, and no score of few returns or a price that stands still', () => {
    const gap = shortTermMomentum(
      barsOf(WAVE, (i) => i >= 270 && i < 285),
      STEP,
      102,
      NOW,
    );
    expect(gap.changes['1h']).toBeNaN();
    expect(gap.changes['5m']).not.toBeNaN();
    expect(gap).toMatchObject({ score: NaN, momentum: null });
    const few = barsOf(WAVE.slice(0, SHORT_TERM_V1.leastReturns));
    expect(shortTermMomentum(few, STEP, 100, START + few.length * STEP).momentum).toBeNull();
    expect(shortTermMomentum(barsOf(WAVE.map(() => 100)), STEP, 100, NOW).momentum).toBeNull();
    expect(shortTermMomentum(barsOf([]), STEP, 100, NOW)).toMatchObject({ score: NaN, momentum: null });
  });

  it('reaches back to the close of the first bar, and no further', () => {
    const exact = shortTermMomentum(barsOf(WAVE.slice(0, 289)), STEP, 102, START + 289 * STEP);
    expect(exact.changes['24h']).toBeCloseTo(2, 12);
    const short = shortTermMomentum(barsOf(WAVE.slice(0, 288)), STEP, 102, START + 288 * STEP);
    expect(short.changes['24h']).toBeNaN();
    expect(short.changes['4h']).not.toBeNaN();
  });

  it('knows no change from a bar that is missing, not even from the one before it', () => {
    const { changes } = shortTermMomentum(barsOf(WAVE, (i) => i === 277), STEP, 102, NOW); // prettier-ignore
    expect(changes['1h']).toBeNaN();
    expect(changes['4h']).not.toBeNaN();
  });

  it('has no return over a gap: a price that came back at another level is as lively as before', () => {
    const isGap = (i: number): boolean => i === 100 || i === 101;
    const scoreAt = (factor: number): number => {
      const closes = WAVE.map((close, i) => (i > 101 ? factor * close : close));
      return shortTermMomentum(barsOf(closes, isGap), STEP, factor * 100.5, NOW).score;
    };
    expect(scoreAt(3)).toBeCloseTo(scoreAt(1), 9);
  });

  it('has a score from its least number of returns on, and none where the price stood still', () => {
    const least = WAVE.slice(0, SHORT_TERM_V1.leastReturns + 1);
    expect(shortTermMomentum(barsOf(least), STEP, 100, START + least.length * STEP).momentum).not.toBeNull();
    const still = shortTermMomentum(barsOf(WAVE.map(() => 100)), STEP, 101, NOW);
    expect(still).toMatchObject({ score: NaN, momentum: null });
  });

  it.each([101, 99])('is flat at %d where the edge is exactly its score, and not below', (price) => {
    const { score } = shortTermMomentum(barsOf(WAVE), STEP, price, NOW);
    const of = (flat: number) => shortTermMomentum(barsOf(WAVE), STEP, price, NOW, { ...SHORT_TERM_V1, flat }).momentum;
    expect([of(Math.abs(score)), of(Math.abs(score) * 0.999)]).toEqual(['flat', price > 100 ? 'up' : 'down']);
  });
});
