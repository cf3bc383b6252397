import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES, REGIMES } from '@barograph/nowcast';
import { nearestLabel, prototypeStates } from './anchors.ts';
import { TRAINING_V2 } from './config.ts';
import { anchorDistances, labelStates } from './label-states.ts';

type Distances = readonly (readonly number[])[];

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sign, value, i) => (sign === 0 ? value - b[i]! : sign), 0);

/** Every labelling under which every label has a state. */
function everyLabelling(states: number, labels: number): number[][] {
  const all = (left: number): number[][] =>
    left === 0 ? [[]] : [...Array(labels).keys()].flatMap((label) => all(left - 1).map((rest) => [label, ...rest]));
  return all(states).filter((labelling) => new Set(labelling).size === labels);
}

const totalOf = (distances: Distances, labelling: readonly number[]): number =>
  labelling.reduce((sum, label, k) => sum + distances[k]![label]!, 0);

/** Distances of up to six states to up to four labels. */
const tables = (value: fc.Arbitrary<number>): fc.Arbitrary<number[][]> =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((labels) =>
      fc.array(fc.array(value, { minLength: labels, maxLength: labels }), { minLength: labels, maxLength: 6 }),
    );

/** Means of 6 to 14 states anywhere that a standardised feature can be. */
const means = fc.array(
  fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: FEATURES.length, maxLength: FEATURES.length }),
  { minLength: REGIMES.length, maxLength: 14 },
);

describe('the labels of states', () => {
  it('are those of the least total under which every label has a state, and of these the lowest ids', () => {
    fc.assert(
      fc.property(tables(fc.integer({ min: 0, max: 4 })), (distances) => {
        const every = everyLabelling(distances.length, distances[0]!.length);
        const least = Math.min(...every.map((labelling) => totalOf(distances, labelling)));
        const cheapest = every.filter((labelling) => totalOf(distances, labelling) === least);
        const labels = labelStates(distances);
        expect(totalOf(distances, labels)).toBe(least);
        // The first of the cheapest, with states ordered by their distances.
        const order = [...distances.keys()].toSorted((a, b) => compare(distances[a]!, distances[b]!) || a - b);
        const lowest = cheapest.map((labelling) => order.map((k) => labelling[k]!)).toSorted(compare)[0];
        expect(order.map((k) => labels[k])).toEqual(lowest);
      }),
      { numRuns: 60 },
    );
  });

  it('leave no label out, and move a state from its nearest only to a label that has no other', () => {
    fc.assert(
      fc.property(means, (means) => {
        const labels = labelStates(anchorDistances(means));
        expect(new Set(labels).size).toBe(REGIMES.length);
        means.forEach((mean, k) => {
          const own = labels.filter((label) => label === labels[k]).length;
          if (labels[k] !== nearestLabel(mean, TRAINING_V2)) expect(own).toBe(1);
        });
      }),
    );
  });

  it('are the nearest where those leave none out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 96, maxLength: 96 }),
        (noise) => {
          const moved = prototypeStates(TRAINING_V2).map(({ mean }, k) =>
            mean.map((value, i) => value + noise[k * 8 + i]!),
          );
          expect(labelStates(anchorDistances(moved))).toEqual(moved.map((mean) => nearestLabel(mean, TRAINING_V2)));
        },
      ),
    );
  });

  it('go with the states, in whatever order they come, ties and all', () => {
    const shuffled = tables(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 3, noNaN: true }))).chain(
      (distances) =>
        fc.shuffledSubarray(distances, { minLength: distances.length }).map((other) => ({ distances, other })),
    );
    // States that are as far from every label are the same to it: they may swap.
    const pairs = (distances: Distances): string[] =>
      labelStates(distances)
        .map((label, k) => `${distances[k]!.join()}: ${label}`)
        .toSorted();
    fc.assert(
      fc.property(shuffled, ({ distances, other }) => {
        expect(pairs(other)).toEqual(pairs(distances));
      }),
    );
  });

  it('at the prototypes are those of the prototypes', () => {
    const states = prototypeStates(TRAINING_V2);
    expect(labelStates(anchorDistances(states.map(({ mean }) => mean)))).toEqual(states.map(({ label }) => label));
  });

  it('take the lower id where two are as near', () => {
    expect(
      labelStates([
        [1, 1, 5],
        [0, 3, 3],
        [9, 0, 9],
        [9, 9, 0],
      ]),
    ).toEqual([0, 0, 1, 2]);
  });

  it('are not decided by rounding: .1 + .2 costs what 0 + .3 costs', () => {
    expect(0.1 + 0.2).toBeGreaterThan(0.3);
    expect(
      labelStates([
        [0.1, 0],
        [0.3, 0.2],
      ]),
    ).toEqual([0, 1]);
  });

  it.each([
    ['fewer states than labels', [[1, 2]], /"distances" expected at least 2 states, got 1/],
    ['no states', [], /"distances" expected at least one state and one label, got none/],
    ['no labels', [[]], /"distances" expected at least one state and one label, got none/],
    ['ragged rows', [[1, 2], [1]], /"distances\[1\]" expected 2 values, got 1/],
    ['a distance that is NaN', [[NaN]], /"distances\[0\]\[0\]" expected a finite number, got NaN/],
  ])('are refused to %s', (_, distances, message) => {
    expect(() => labelStates(distances)).toThrow(message);
  });
});
