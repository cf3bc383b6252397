/** Filter, smoother, expected transitions and EM by kernels, by JavaScript and row by row: the same to the bit. */

import {
  createFilter,
  createHmm,
  expectedTransitions,
  filter,
  smooth,
  type Hmm,
  type HmmParameters,
} from '@barograph/nowcast';
import { em } from '@barograph/lab';
import { useKernels, type LoadedFilter } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNELS, withoutKernels } from '../src/index.ts';
import { useNotedKernels } from './noted.ts';

const done = useNotedKernels();

const D = 8;
const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** Rows whose 64-bit patterns differ; every NaN is one pattern, as it is for JavaScript. */
function differing(a: Float64Array, b: Float64Array): number {
  const bits = (values: Float64Array): BigUint64Array =>
    new BigUint64Array(values.map((x) => (x === x ? x : NaN)).buffer);
  const [one, other] = [bits(a), bits(b)];
  return one.length === other.length ? one.reduce((count, bit, i) => count + Number(bit !== other[i]), 0) : Infinity;
}

/** Case that a kernel meets, or must refuse. */
interface Shape {
  readonly seed: number;
  readonly rows: number;
  readonly states: number;
  readonly nu: number | null;
  readonly beta: number;
  readonly diagonal: boolean;
  /** Transitions that forbid nearly everything, and rows far from the remaining state: every prior is ruled out. */
  readonly stuck: boolean;
  /** One row in so many lacks features or is far out; 0 for none. */
  readonly rare: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  // some blocks, and more rows than the filter takes at once
  rows: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 700 }) }, fc.integer({ min: 2_040, max: 2_600 })),
  states: fc.constantFrom(6, 12, 12, 6, 5),
  nu: fc.constantFrom(5, null, 2.5),
  beta: fc.constantFrom(1, 0.16, 0),
  diagonal: fc.boolean(),
  stuck: fc.boolean(),
  rare: fc.constantFrom(0, 0, 3, 300),
});

function caseOf({ seed, rows, states, nu, beta, diagonal, stuck, rare }: Shape) {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const parameters: HmmParameters = {
    version: 'law/1',
    labels: ['one'],
    features: list(D, (i) => `x${i}`),
    nu,
    beta,
    states: list(states, () => ({
      label: 0,
      mean: list(D, () => 4 * next() - 2),
      scaleCholesky: list(D, (i) => list(i + 1, (j) => (i === j ? 0.3 + next() : diagonal ? 0 : 0.4 * (next() - 0.5)))),
    })),
    initial: list(states, (k) => (stuck ? Number(k === 0) : 1 / states)),
    transition: list(states, (i) =>
      list(states, (j) => (stuck ? Number(i === j) : i === j ? 0.5 : 0.5 / (states - 1))),
    ),
  };
  const columns = list(D, () => new Float64Array(rows));
  for (let t = 0; t < rows; t++) {
    const out = rare > 0 && next() < 1 / rare;
    // rows that are only far out stay with the kernel until it meets one that all priors rule out
    const kind = stuck ? 2 : Math.floor(4 * next());
    for (const column of columns) {
      // flat, missing, far out, of a size whose square is nearly infinite
      const strange = [0, next() < 0.5 ? NaN : 1, 60 * next(), 1e148 * next()][kind]!;
      column[t] = out ? strange : 4 * next() - 2;
    }
  }
  return { hmm: createHmm(parameters), columns };
}

const everything = (hmm: Hmm, columns: readonly Float64Array[]) => {
  const filtered = filter(hmm, columns);
  const smoothed = smooth(hmm, filtered).probabilities;
  return { ...filtered, smoothed, transitions: Float64Array.from(expectedTransitions(hmm, filtered).flat()) };
};

type Filter = LoadedFilter['filter'];

/** Answer by kernels in which another function replaces the filter rows. */
function withRows<T>(around: (filtered: Filter) => Filter, run: () => T): T {
  const before = useKernels({
    ...KERNELS,
    loadFilter: (...args) => {
      const loaded = KERNELS.loadFilter(...args)!;
      return { ...loaded, filter: around(loaded.filter) };
    },
  });
  try {
    return run();
  } finally {
    useKernels(before);
  }
}

describe('a hidden Markov model', () => {
  it('by kernels is that of JavaScript to the bit, whatever the rows and the law', () => {
    let rescues = 0;
    fc.assert(
      fc.property(shapes, (shape) => {
        const { hmm, columns } = caseOf(shape);
        const [fast, plain] = [everything(hmm, columns), withoutKernels(() => everything(hmm, columns))];
        rescues += plain.rescued;
        expect(fast.rescued).toBe(plain.rescued);
        for (const name of ['probabilities', 'logLikelihood', 'smoothed', 'transitions'] as const) {
          expect(differing(fast[name], plain[name]), name).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
    expect(rescues).toBeGreaterThan(0);
  });

  it.each([6, 12])(
    'of %s states has a kernel hand back the one block with a row that all states rule out',
    (states) => {
      const shape = { seed: 31 + states, rows: 700, states, nu: 5, beta: 1, diagonal: false, stuck: true, rare: 0 };
      const { hmm, columns } = caseOf(shape);
      // One row at the centre of the second state, 1e70 away from all others: there is no way to that state, nor back.
      const { mean } = hmm.parameters.states[1]!;
      const far = hmm.parameters.states.map((state, k) =>
        k === 1 ? state : { ...state, mean: mean.map((x) => x + 1e70) },
      );
      const apart = createHmm({ ...hmm.parameters, nu: 80, states: far });
      columns.forEach((column, i) => {
        column.forEach((x, t) => (column[t] = t === 300 ? mean[i]! : x + 1e70));
      });
      const handedBack: number[] = [];
      const fast = withRows(
        (filtered) =>
          (given, from, rows, ...into) => {
            const done = filtered(given, from, rows, ...into);
            if (done < rows) handedBack.push(from + done);
            return done;
          },
        () => everything(apart, columns),
      );
      expect(handedBack).toEqual([256]);
      expect(fast.rescued).toBeGreaterThan(0);
      expect(fast).toStrictEqual(withoutKernels(() => everything(apart, columns)));
    },
  );

  it.each([1, 2, 3, 5, 255, 256, 511])('goes on after pieces of %s rows as after a whole one', (size) => {
    for (const states of [6, 12]) {
      for (const nu of [5, null]) {
        const shape = { seed: 17 + states, rows: 521, states, nu, beta: 1, diagonal: false, stuck: false, rare: 0 };
        const { hmm, columns } = caseOf(shape);
        const sizes = new Set<number>();
        const split = withRows(
          (filtered) =>
            (given, from, rows, started, ...into) => {
              for (let t = 0; t < rows; t += size) {
                const some = Math.min(size, rows - t);
                sizes.add(some);
                if (filtered(given, from + t, some, started || t > 0, ...into) !== some) return t;
              }
              return rows;
            },
          () => filter(hmm, columns),
        );
        expect(split).toStrictEqual(withoutKernels(() => filter(hmm, columns)));
        expect([...sizes]).toContain(size);
      }
    }
  });

  it('has its rare rows filtered in JavaScript wherever they stand, and the rest by a kernel', () => {
    const rareRows = fc.uniqueArray(fc.integer({ min: 0, max: 4_999 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rareRows, (rare) => {
        const shape = { seed: 5, rows: 5_000, states: 6, nu: null, beta: 1, diagonal: false, stuck: false, rare: 0 };
        const { hmm, columns } = caseOf(shape);
        for (const t of rare) columns[t % D]![t] = NaN;
        let rows = 0;
        const count =
          (filtered: Filter): Filter =>
          (...args) => {
            const done = filtered(...args);
            rows += done;
            return done;
          };
        const fast = withRows(count, () => filter(hmm, columns));
        expect(fast).toStrictEqual(withoutKernels(() => filter(hmm, columns)));
        // at most the block of each, and where blocks begin depends on the rare rows before
        expect(rows).toBeGreaterThanOrEqual(5_000 - 256 * rare.length);
        expect(rows).toBeLessThan(5_000);
      }),
      { numRuns: 12 },
    );
  });

  it('by kernels is that of the stream to the bit', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { hmm, columns } = caseOf({ ...shape, rows: Math.min(shape.rows, 300) });
        const batch = filter(hmm, columns);
        const stream = createFilter(hmm);
        const rows = list(batch.length, (t) => stream.next(columns.map((column) => column[t]!)));
        const join = (of: 'probabilities' | 'logLikelihood'): Float64Array =>
          Float64Array.from(rows.flatMap((row) => [...row[of]]));
        expect(differing(join('probabilities'), batch.probabilities)).toBe(0);
        expect(differing(join('logLikelihood'), batch.logLikelihood)).toBe(0);
        expect(rows.at(-1)!.rescued).toBe(batch.rescued);
      }),
      { numRuns: 12 },
    );
  });

  it('refuses a row by kernels as by JavaScript, with its number', () => {
    const { hmm, columns } = caseOf({
      seed: 7,
      rows: 600,
      states: 6,
      nu: 5,
      beta: 1,
      diagonal: false,
      stuck: false,
      rare: 0,
    });
    columns[2]![512] = Infinity;
    const message = 'row 513 expected features that are numbers of a usable size, or NaN';
    expect(() => filter(hmm, columns)).toThrow(message);
    expect(() => withoutKernels(() => filter(hmm, columns))).toThrow(message);
  });

  it.each([6, 12, 5])('of %s states learns by kernels what it learns by JavaScript, to the bit', (states) => {
    for (const nu of [5, Infinity]) {
      for (const rare of [0, 9]) {
        const shape = { seed: 99 + states, rows: 520, states, nu: 5, beta: 1, diagonal: false, stuck: false, rare: 0 };
        const { hmm, columns } = caseOf(shape);
        if (rare > 0) for (let t = 0; t < 520; t += rare) columns[t % D]![t] = NaN;
        const { states: laws, initial, transition } = hmm.parameters;
        const start = {
          means: Float64Array.from(laws.flatMap(({ mean }) => mean)),
          scales: Float64Array.from(laws.flatMap(() => list(D * D, (at) => Number(at % (D + 1) === 0)))),
          initial,
          transition,
        };
        const options = { nu, beta: 1, prior: null, maxIterations: 3, tolerance: 0 };
        const learn = () =>
          em(
            [
              { columns, weight: 1 },
              { columns: columns.map((c) => c.slice(40)), weight: 0.3 },
            ],
            start,
            options,
          );
        const [fast, plain] = [learn(), withoutKernels(learn)];
        expect(fast.objective).toEqual(plain.objective);
        expect(differing(fast.parameters.means, plain.parameters.means)).toBe(0);
        expect(differing(fast.parameters.scales, plain.parameters.scales)).toBe(0);
        expect(fast.parameters.transition).toEqual(plain.parameters.transition);
        expect(fast.parameters.initial).toEqual(plain.parameters.initial);
      }
    }
  });

  it('adds to the lower triangles of the second moments alone, as JavaScript does', () => {
    const [states, rows] = [2, 3];
    const columns = list(D, (i) => Float64Array.from(list(rows, (t) => Math.sin(i * rows + t + 1))));
    const sums = { occupancy: new Float64Array(states), weight: new Float64Array(states) };
    const products = { first: new Float64Array(states * D), second: new Float64Array(states * D * D) };
    const gamma = new Float64Array(states * rows).fill(0.5);
    const distances = new Float64Array(states * rows).fill(4);
    const means = new Float64Array(states * D);
    expect(KERNELS.addMomentSums(columns, states, 5, means, gamma, distances, 1, { ...sums, ...products })).toBe(true);
    products.second.forEach((sum, at) => expect(sum !== 0).toBe(at % D <= Math.floor(at / D) % D));
  });

  it('is what kernels were asked for, and they did it', () => {
    expect([...done].toSorted()).toEqual(['addMomentSums', 'loadFilter', 'smoothBackward']);
  });
});
