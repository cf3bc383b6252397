import { describe, expect, it } from 'vitest';
import { addTallies, calibrationError, createTally } from './tally.ts';

describe('a tally', () => {
  it('sums log loss and Brier score of distributions, by hand', () => {
    const tally = createTally();
    tally.addClasses([0.5, 0.3, 0.2], 0);
    tally.addClasses([0.1, 0.6, 0.3], 2);
    const { rows, loss, brier } = tally.tally();
    expect(rows).toBe(2);
    expect(loss).toBeCloseTo(-Math.log(0.5) - Math.log(0.3), 12);
    expect(brier).toBeCloseTo(0.25 + 0.09 + 0.04 + (0.01 + 0.36 + 0.49), 12);
  });

  it('puts the likeliest class into the bin of its probability, 1 into the last', () => {
    const tally = createTally();
    tally.addClasses([0.55, 0.45], 0);
    tally.addClasses([0, 1], 0);
    const { count, came } = tally.tally();
    expect(count).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(came).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  });

  it('scores an event that was stated, come or not', () => {
    const tally = createTally();
    tally.addEvent(0.2, false);
    tally.addEvent(0.2, true);
    const { loss, brier } = tally.tally();
    expect(loss).toBeCloseTo(-Math.log(0.8) - Math.log(0.2), 12);
    expect(brier).toBeCloseTo(0.04 + 0.64, 12);
  });

  it('does not hold an impossible outcome against a forecast without end', () => {
    const tally = createTally();
    tally.addClasses([1, 0], 1);
    expect(tally.tally().loss).toBeCloseTo(-Math.log(1e-12), 9);
  });

  it('of two halves adds up to that of the whole', () => {
    const [whole, left, right] = [createTally(), createTally(), createTally()];
    for (let i = 0; i < 40; i++) {
      const p = (i + 0.5) / 40;
      for (const tally of [whole, i % 2 === 0 ? left : right]) tally.addEvent(p, i % 3 === 0);
    }
    const sum = addTallies([left.tally(), right.tally()]);
    expect(sum.count).toEqual(whole.tally().count);
    expect(sum.loss).toBeCloseTo(whole.tally().loss, 12);
  });
});

describe('the calibration error', () => {
  it('is 0 where what is stated comes as often, and the distance where not', () => {
    const fair = createTally();
    const sure = createTally();
    for (let i = 0; i < 4; i++) {
      fair.addEvent(0.25, i === 0);
      sure.addEvent(0.95, i === 0);
    }
    expect(calibrationError(fair.tally())).toBeCloseTo(0, 12);
    expect(calibrationError(sure.tally())).toBeCloseTo(0.7, 12);
  });
});
