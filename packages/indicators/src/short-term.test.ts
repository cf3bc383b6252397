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
/** Up and down by a tenth of a percent: a deviation of √12 · 0.1 % an hour. */
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
});
