import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES } from '../features/features.ts';
import {
  DIRECTION_INPUTS,
  directionBucket,
  directionInputs,
  NEXT_REGIME_INPUTS,
  nextRegimeInputs,
  VOLATILITY_INPUTS,
  volatilityBucket,
  volatilityInputs,
  type HeadView,
} from './inputs.ts';
import { applyLogistic, checkLogisticHead, fillLogistic, softmax, type LogisticHead } from './logistic.ts';
import {
  createReturnVolatility,
  returnVolatility,
  type ReturnVolatility,
  type ReturnVolatilitySnapshot,
} from './return-volatility.ts';

const HEAD: LogisticHead = {
  classes: ['a', 'b', 'c'],
  inputs: ['x', 'y'],
  mean: [1, 0],
  scale: [2, 1],
  weights: [
    [1, 0],
    [0, 1],
    [-1, -1],
  ],
  intercepts: [0.1, 0, -0.1],
  temperature: 2,
};

describe('a logistic head', () => {
  it('is the softmax of standardised inputs, worked by hand', () => {
    // z = (1, 2): logits (1.1, 2, −3.1), halved by the temperature
    const weights = [0.55, 1, -1.55].map(Math.exp);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect(applyLogistic(HEAD, [3, 2])).toMatchOracle(
      weights.map((weight) => weight / sum),
      { rel: 1e-14, abs: 0 },
    );
  });

  it('gives probabilities that sum to 1 however large the inputs', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        (x, y) => {
          const p = applyLogistic(HEAD, [x, y])!;
          expect(p.every((value) => value >= 0 && value <= 1)).toBe(true);
          expect(p.reduce((total, value) => total + value, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        },
      ),
    );
  });

  it('is to the bit what plain lists make of any number of classes, and is written beside others', () => {
    const number = fc.double({ min: -50, max: 50, noNaN: true });
    const list = (length: number) => fc.array(number, { minLength: length, maxLength: length });
    const heads = fc.tuple(fc.integer({ min: 2, max: 13 }), fc.integer({ min: 1, max: 9 })).chain(([count, width]) =>
      fc.record({
        classes: fc.constant(Array.from({ length: count }, String)),
        inputs: fc.constant(Array.from({ length: width }, String)),
        mean: list(width),
        scale: list(width).map((values) => values.map((value) => 1 + Math.abs(value))),
        weights: fc.array(list(width), { minLength: count, maxLength: count }),
        intercepts: list(count),
        temperature: fc.double({ min: 0.1, max: 9, noNaN: true }),
        row: list(width),
      }),
    );
    fc.assert(
      fc.property(heads, ({ row, ...head }) => {
        const { mean, scale, weights, intercepts, temperature, classes } = head;
        const z = row.map((value, i) => (value - mean[i]!) / scale[i]!);
        const sums = weights.map((of) => of.reduce((sum, weight, i) => sum + weight * z[i]!, 0));
        const expected = [...softmax(sums.map((sum, k) => (intercepts[k]! + sum) / temperature))];
        expect(applyLogistic(head, row)).toStrictEqual(expected);
        const out = new Float64Array(classes.length + 2).fill(7);
        expect(fillLogistic(head)(row, out, 1)).toBe(true);
        expect([...out]).toStrictEqual([7, ...expected, 7]);
      }),
    );
  });

  it('is null where an input is missing, and writes nothing', () => {
    expect(applyLogistic(HEAD, [NaN, 2])).toBeNull();
    const out = new Float64Array(3);
    expect(fillLogistic(HEAD)([NaN, 2], out, 0)).toBe(false);
    expect([...out]).toEqual([0, 0, 0]);
  });

  it('forgets a number added to every logit, and leaves the logits as they are', () => {
    const logits = [1, 2];
    softmax(logits);
    expect(logits).toEqual([1, 2]);
    expect(softmax([1, 2, 3])).toMatchOracle([...softmax([1_001, 1_002, 1_003])], { rel: 1e-12, abs: 0 });
  });

  it('refuses bad inputs and bad numbers', () => {
    expect(() => applyLogistic(HEAD, [1])).toThrow(/"inputs" expected 2 numbers, got 1/);
    expect(() => applyLogistic(HEAD, [1, Infinity])).toThrow(/"inputs\[1\]" expected a finite number, got Infinity/);
    const bad: [Partial<LogisticHead>, RegExp][] = [
      [{ mean: [1] }, /"mean" expected 2 values, got 1/],
      [{ weights: [[1, 0]] }, /"weights" expected 3 values, got 1/],
      [{ weights: [[1, 0], [1], [1, 1]] }, /"weights\[1\]" expected 2 values, got 1/],
      [{ scale: [0, 1] }, /"scale\[0\]" expected a number > 0, got 0/],
      [{ temperature: 0 }, /"temperature" expected a number > 0, got 0/],
      [{ intercepts: [0, NaN, 0] }, /expected a finite number, got NaN/],
    ];
    for (const [part, message] of bad) expect(() => checkLogisticHead({ ...HEAD, ...part })).toThrow(message);
    expect(checkLogisticHead(HEAD)).toBe(HEAD);
  });
});

const closes = fc.array(
  fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 90, max: 110 }) }, { weight: 1, arbitrary: fc.constant(NaN) }),
  { minLength: 170, maxLength: 220 },
);

streamContract<number, ReturnVolatility, ReturnVolatilitySnapshot>({
  name: 'return volatility',
  create: (resume?: ReturnVolatilitySnapshot) => createReturnVolatility(resume),
  batch: (inputs) => {
    const columns = returnVolatility(inputs);
    return inputs.map((_, t) => ({
      h6: columns.h6[t]!,
      h24: columns.h24[t]!,
      h48: columns.h48[t]!,
      h360: columns.h360[t]!,
      h720: columns.h720[t]!,
    }));
  },
  inputs: closes,
});

describe('return volatility', () => {
  const wave = Array.from({ length: 400 }, (_, t) => 100 * Math.exp(0.01 * Math.sin(t * t)));

  it('is the root of the average of squares, seeded with the first', () => {
    let average = Math.log(wave[1]! / wave[0]!) ** 2;
    for (let t = 2; t < 400; t++) {
      average += (1 - 2 ** (-1 / 48)) * (Math.log(wave[t]! / wave[t - 1]!) ** 2 - average);
    }
    const { h48 } = returnVolatility(wave);
    expect(h48[399]).toMatchOracle(Math.sqrt(average), { rel: 1e-12, abs: 0 });
    expect(h48.findIndex((value) => !Number.isNaN(value))).toBe(168);
  });

  it('counts an hour without a bar as no move, and starts anew after more than a day of them', () => {
    const gap = (hours: number) =>
      returnVolatility([...wave.slice(0, 200), ...Array(hours).fill(NaN), ...wave.slice(200)]);
    const flat = returnVolatility([...wave.slice(0, 200), ...Array(24).fill(wave[199]), ...wave.slice(200)]);
    expect(gap(24).h6.slice(224)).toEqual(flat.h6.slice(224));
    expect(gap(24).h6[210]).toBeNaN();
    expect(gap(25).h6.findIndex((value, t) => t > 199 && !Number.isNaN(value))).toBe(225 + 168);
  });

  it('refuses what is no price', () => {
    for (const bad of [0, Infinity]) {
      expect(() => returnVolatility([1, bad])).toThrow(`"close" expected a finite price > 0 or NaN, got ${bad}`);
    }
  });
});

const VIEW: HeadView = {
  time: 0,
  features: [1, 2, 3, 4, 5, 6, 7, 8],
  posterior: [0.5, 0.5, 0, 0, 0, 0],
  ahead: [0.4, 0.4, 0.05, 0.05, 0.05, 0.05],
  label: 1,
  volatility: { h6: 2, h24: 1, h48: 1, h360: 0.5, h720: 1 },
};

describe('what the heads look at', () => {
  it('has a name for every number', () => {
    expect(nextRegimeInputs(VIEW)).toHaveLength(NEXT_REGIME_INPUTS.length);
    expect(directionInputs(VIEW)).toHaveLength(DIRECTION_INPUTS.length);
    expect(volatilityInputs(VIEW)).toHaveLength(VOLATILITY_INPUTS.length);
    expect(NEXT_REGIME_INPUTS.slice(0, 8)).toEqual(FEATURES);
  });

  it('marks the published label and keeps logs finite', () => {
    const inputs = nextRegimeInputs(VIEW);
    expect(inputs.slice(14, 20)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(inputs[10]).toBe(Math.log(1e-4));
  });

  it('compares volatilities, and knows the hour of the week', () => {
    const [ratio, recent, sine, cosine] = volatilityInputs(VIEW);
    expect([ratio, recent, sine, cosine]).toEqual([Math.log(2), Math.log(2), 0, 1]);
    const later = volatilityInputs({ ...VIEW, time: (168 / 4) * 3_600_000 });
    expect(later[2]).toMatchOracle(1, { rel: 1e-12, abs: 0 });
    expect(volatilityInputs({ ...VIEW, volatility: { ...VIEW.volatility, h24: 0 } })[0]).toBeNaN();
  });
});

describe('buckets', () => {
  it.each([
    [-1.0001, 0],
    [-1, 1],
    [-0.2501, 1],
    [-0.25, 2],
    [0, 2],
    [0.25, 2],
    [0.2501, 3],
    [1, 3],
    [1.0001, 4],
  ])('a move of %s standard deviations is direction %s', (z, bucket) => {
    expect(directionBucket(z * 0.5 * 2, 0.5, 4)).toBe(bucket);
  });

  it.each([
    [0.36, 0],
    [0.37, 1],
    [0.83, 2],
    [1.6, 2],
    [1.61, 3],
  ])('a ratio of %s is volatility %s', (ratio, bucket) => {
    expect(volatilityBucket(ratio, [0.37, 0.83, 1.61])).toBe(bucket);
  });
});
