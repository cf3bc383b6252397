import { candlesOf, HOUR_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastScores, outcomesOf } from './forecasts.ts';

const barsOf = (closes: readonly number[]): Candles =>
  candlesOf(closes.map((close, i) => ({ time: i * HOUR_MS, open: close, high: close, low: close, close, volume: 1 })));

describe('outcomes', () => {
  it('are the squared returns and the deepest close of the hours after', () => {
    const { variance, fall } = outcomesOf(barsOf([100, 90, 99, 120, 60]), 2);
    expect(variance[0]).toBeCloseTo(Math.log(0.9) ** 2 + Math.log(1.1) ** 2, 12);
    expect([fall[0], fall[1], fall[2]].map((value) => value!.toFixed(6))).toEqual([
      Math.log(100 / 90).toFixed(6),
      '0.000000',
      Math.log(99 / 60).toFixed(6),
    ]);
    expect([...variance.subarray(3), ...fall.subarray(3)]).toEqual([NaN, NaN, NaN, NaN]);
  });
});

/** Outcomes as they are, for labels of as many hours. */
const labelled = (labels: readonly number[], variance: readonly number[], fall: readonly number[]) => ({
  labels: Int8Array.from(labels),
  outcomes: { variance: Float64Array.from(variance), fall: Float64Array.from(fall) },
});

describe('scores of forecasts given a label', () => {
  it('are 0 where a label says all, and those of the means of all for a label that training never saw', () => {
    const training = labelled([0, 0, 0, 1], [1, 1, 1, 4], [0, 0, 0, 9]);
    expect(forecastScores(training, training, 0.25)).toEqual({ qlike: 0, brier: 0 });
    const strange = forecastScores(training, labelled([2], [1.75], [9]), 0.25);
    expect(strange.qlike).toBe(0);
    expect(strange.brier).toBeCloseTo(0.75 ** 2, 12);
  });

  it('are at best those of the finer labels, on the hours that they were learnt from', () => {
    const hour = fc.record({
      label: fc.nat({ max: 3 }),
      variance: fc.double({ min: 0.01, max: 10, noNaN: true }),
      fall: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(hour, { minLength: 3, maxLength: 50 }), (hours) => {
        const spans = [(label: number) => label, (label: number) => label % 2, () => 0].map((merge) =>
          labelled(
            hours.map(({ label }) => merge(label)),
            hours.map(({ variance }) => variance),
            hours.map(({ fall }) => fall),
          ),
        );
        const [fine, coarse, single] = spans.map((span) => forecastScores(span, span, 0.2));
        for (const name of ['qlike', 'brier'] as const) {
          expect(fine![name]).toBeLessThanOrEqual(coarse![name] + 1e-12);
          expect(coarse![name]).toBeLessThanOrEqual(single![name] + 1e-12);
        }
      }),
    );
  });
});
