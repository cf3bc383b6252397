/** Labels and forecasts by the kernel against their definitions, written out on plain lists. */

import type { ForecastLaw } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadForecasts } from '../src/forecast.ts';

const FEATURES = 8;
const REGIMES = 6;
const INPUTS = 26;

/** Numbers within −1…1 without an order, the same for the same seed. */
function numbers(seed: number): (length: number) => Float64Array {
  let state = seed >>> 0;
  return (length) =>
    Float64Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    });
}

function lawOf(draw: (length: number) => Float64Array, states: number): ForecastLaw {
  return {
    power: draw(states ** 2).map(Math.abs),
    middles: draw(INPUTS),
    scales: draw(INPUTS).map((x) => 0.5 + Math.abs(x)),
    weights: draw(INPUTS * REGIMES),
    intercepts: draw(REGIMES),
    temperature: 0.5 + Math.abs(draw(1)[0]!),
  };
}

function sumByLabel(labelOf: Int32Array, states: readonly number[]): number[] {
  const sums = Array.from({ length: REGIMES }, () => 0);
  states.forEach((p, k) => (sums[labelOf[k]!] = sums[labelOf[k]!]! + p));
  return sums;
}

const dot = (row: readonly number[], column: (i: number) => number): number =>
  row.reduce((sum, x, i) => sum + x * column(i), 0);

const logs = (probabilities: readonly number[]): number[] => probabilities.map((p) => Math.log(p + 1e-4));

/** The forecast of one row. */
function forecastOf(
  law: ForecastLaw,
  features: readonly number[],
  states: readonly number[],
  labelOf: Int32Array,
  label: number,
): number[] {
  const ahead = sumByLabel(
    labelOf,
    states.map((_, j) => dot(states, (i) => law.power[i * states.length + j]!)),
  );
  const marks = Array.from({ length: REGIMES }, (_, k) => Number(k === label));
  const inputs = [...features, ...logs(sumByLabel(labelOf, states)), ...marks, ...logs(ahead)];
  const z = inputs.map((x, i) => (x - law.middles[i]!) / law.scales[i]!);
  const logits = marks.map(
    (_, k) => (law.intercepts[k]! + dot(z, (i) => law.weights[i * REGIMES + k]!)) / law.temperature,
  );
  const weights = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

function scene(seed: number, states: number, rows: number, from: number) {
  const draw = numbers(seed);
  const labelOf = Int32Array.from(draw(states), (x) => Math.floor(((x + 1) / 2) * REGIMES));
  const laws = [lawOf(draw, states), lawOf(draw, states)];
  const filtered = draw((from + rows) * states).map(Math.abs);
  const columns = Array.from({ length: FEATURES }, () => draw(from + rows).map((x) => 6 * x));
  const published = Int8Array.from(draw(rows), (x) => Math.floor(((x + 1) / 2) * REGIMES));
  return { labelOf, laws, filtered, columns, published };
}

const table = (rows: number): Float64Array => new Float64Array(rows * REGIMES);

describe('labels and forecasts', () => {
  it('are those of their definitions to the bit', () => {
    const rows = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(255, 256));
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(6, 12),
        rows,
        fc.integer({ min: 0, max: 9 }),
        (seed, states, rows, from) => {
          const { labelOf, laws, filtered, columns, published } = scene(seed, states, rows, from);
          const kernel = loadForecasts(labelOf, laws)!;
          const [labels, first, second] = [table(rows), table(rows), table(rows)];
          kernel.labels(filtered, from, rows, labels);
          expect(kernel.forecasts(columns, published, [first, second])).toBe(true);
          const expected = Array.from({ length: rows }, (_, t) => {
            const row = [...filtered.subarray((from + t) * states, (from + t + 1) * states)];
            const features = columns.map((column) => column[from + t]!);
            const of = (law: ForecastLaw): number[] => forecastOf(law, features, row, labelOf, published[t]!);
            return { labels: sumByLabel(labelOf, row), first: of(laws[0]!), second: of(laws[1]!) };
          });
          expect([...labels]).toStrictEqual(expected.flatMap((row) => row.labels));
          expect([...first]).toStrictEqual(expected.flatMap((row) => row.first));
          expect([...second]).toStrictEqual(expected.flatMap((row) => row.second));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are handed back where a feature is missing or infinite, or a logit too far below the largest', () => {
    const rows = 11;
    const { labelOf, laws, filtered, columns, published } = scene(1, 12, rows, 0);
    const out = [table(rows), table(rows)];
    for (const bad of [NaN, Infinity, -Infinity, 1e5]) {
      const kernel = loadForecasts(labelOf, laws)!;
      const altered = columns.map((column, i) => column.map((x, t) => (i === 3 && t === 10 ? bad : x)));
      kernel.labels(filtered, 0, rows, table(rows));
      expect(kernel.forecasts(altered, published, out)).toBe(false);
      expect(kernel.forecasts(columns, published, out)).toBe(true);
    }
  });

  it('of another shape are left to the caller', () => {
    const { labelOf, laws } = scene(2, 12, 1, 0);
    const short = { ...laws[0]!, middles: new Float64Array(25) };
    expect(loadForecasts(labelOf.subarray(1), laws)).toBeUndefined();
    expect(loadForecasts(labelOf, [...laws, laws[0]!])).toBeUndefined();
    expect(loadForecasts(labelOf, [laws[0]!, short])).toBeUndefined();
    expect(loadForecasts(labelOf, [{ ...laws[0]!, intercepts: new Float64Array(5) }])).toBeUndefined();
    expect(loadForecasts(labelOf, laws)).toBeDefined();
  });
});
