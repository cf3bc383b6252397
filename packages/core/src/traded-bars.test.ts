/** Bars that trade, against the stream under the same rule. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acrossBreaks } from './across-breaks.ts';
import { barAt, candlesOf, type Bar, type BreaksConfig, type Candles, type Stream } from './index.ts';
import { tradedBars } from './traded-bars.ts';

const RULES: BreaksConfig = { quietBars: 3, maxGap: 4, maxJump: 5 };

/** Bars with halts, gaps and jumps. */
const series: fc.Arbitrary<Candles> = fc
  .array(
    fc.record({
      after: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 2, 5, 6, 30),
      factor: fc.constantFrom(...Array.from({ length: 14 }, () => 1), 1.01, 7, 0.1),
      volume: fc.constantFrom(0, 0, 1, 1),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let [time, close] = [0, 100];
    return candlesOf(
      steps.map(({ after, factor, volume }): Bar => {
        time += after * 60_000;
        close *= factor;
        return { time, open: close, high: close, low: close, close, volume };
      }),
    );
  });

/** Engine that remembers every bar it was fed. */
function memory(resume?: {
  readonly fed: readonly Bar[];
}): Stream<Bar, readonly Bar[], { readonly fed: readonly Bar[] }> {
  let fed = resume?.fed ?? [];
  return {
    next: (bar) => (fed = [...fed, { ...bar }]),
    peek: (bar) => [...fed, { ...bar }],
    snapshot: () => ({ fed }),
  };
}

describe('tradedBars', () => {
  it('are the bars that a stream under the rule remembers, with its marks', () => {
    let broken = 0;
    fc.assert(
      fc.property(series, (bars) => {
        const stream = acrossBreaks(RULES, { create: memory, silent: () => [] });
        for (let i = 0; i < bars.length; i++) stream.next(barAt(bars, i));
        const traded = tradedBars(bars, RULES);
        expect(Array.from({ length: traded.bars.length }, (_, i) => ({ ...barAt(traded.bars, i) }))).toEqual(
          stream.snapshot().fed,
        );
        expect([traded.isHalted, traded.restarted]).toEqual([stream.isHalted, stream.restarted]);
        if (traded.bars !== bars) broken++;
      }),
    );
    expect(broken).toBeGreaterThan(10);
  });

  it('are all bars without a rule', () => {
    const bars = candlesOf(
      [0, 1, 2, 3].map((i) => ({ time: i * 60_000, open: 1, high: 1, low: 1, close: 1, volume: 0 })),
    );
    expect(tradedBars(bars, undefined).bars).toBe(bars);
    expect(tradedBars(bars, RULES)).toMatchObject({ isHalted: true, bars: { length: 0 } });
  });
});
