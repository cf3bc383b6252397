import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, isGapAfter, labelSpans, linePoints, rowsWithin, stepOf } from '../src/gaps.ts';
import { plotProbabilities, slabsOf } from '../src/probabilities.ts';
import { plotRegimes } from '../src/regimes.ts';

const STEP = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Times with rows missing here and there. */
const times = fc.array(fc.constantFrom(1, 1, 1, 1, 2, 5), { maxLength: 120 }).map((distances) => {
  const time = [START];
  for (const distance of distances) time.push(time.at(-1)! + distance * STEP);
  return time;
});
const valuesFor = <T>(time: readonly number[], value: fc.Arbitrary<T>) =>
  fc.array(value, { minLength: time.length, maxLength: time.length });
const price = fc.oneof({ weight: 8, arbitrary: fc.double({ min: 1, max: 1e6, noNaN: true }) }, fc.constant(NaN));

describe('the spans of a ribbon', () => {
  const label = fc.constantFrom('green', 'grey', 'red', null);
  const rows = times.chain((time) => fc.tuple(fc.constant(time), valuesFor(time, label)));

  it('partition the axis, each with the label of its rows', () => {
    fc.assert(
      fc.property(rows, ([time, labels]) => {
        const spans = labelSpans(time, labels, STEP);
        expect(spans[0]!.from).toBe(time[0]);
        expect(spans.at(-1)!.to).toBe(time.at(-1)! + STEP);
        spans.forEach(({ from, to, label: own }, i) => {
          expect(to).toBeGreaterThan(from);
          if (i > 0) {
            expect(from).toBe(spans[i - 1]!.to);
            expect(own).not.toBe(spans[i - 1]!.label);
          }
        });
        const at = (moment: number) => spans.find(({ from, to }) => from <= moment && moment < to)!.label;
        time.forEach((moment, i) => {
          expect(at(moment)).toBe(labels[i]);
          if (isGapAfter(time, i, STEP)) expect(at(moment + STEP)).toBeUndefined();
        });
      }),
    );
  });

  it('are drawn from end to end of the axis', () => {
    fc.assert(
      fc.property(rows, ([time, labels]) => {
        const svg = plotRegimes({ time, close: time.map(() => 1), label: labels }, { step: STEP, width: 400 }).svg();
        // The ribbon is the only group of rectangles within the panels.
        const group = svg.slice(svg.indexOf('Regime</text>'));
        const rects = [...group.matchAll(/<rect x="([\d.]+)" y="6" width="([\d.]+)"/g)].map(([, x, width]) => [Number(x), Number(width)] as const); // prettier-ignore
        expect(rects).toHaveLength(labelSpans(time, labels, STEP).length);
        rects.forEach(([x], i) => {
          if (i > 0) expect(Math.abs(x - rects[i - 1]![0] - rects[i - 1]![1])).toBeLessThan(0.021);
        });
      }),
      { numRuns: 25 },
    );
  });
});

describe('the points of a line', () => {
  const rows = times.chain((time) => fc.tuple(fc.constant(time), valuesFor(time, price)));

  it('are all rows, and break at what is unknown or missing and nowhere else', () => {
    fc.assert(
      fc.property(rows, ([time, values]) => {
        const { x, y } = linePoints(time, values, STEP, 1000);
        expect(x.filter((moment) => !Number.isNaN(moment))).toEqual(time);
        const breaks = time.filter((_, i) => isGapAfter(time, i, STEP)).length;
        expect(x.length).toBe(time.length + breaks);
        let row = 0;
        x.forEach((moment, i) => {
          if (Number.isNaN(moment)) expect(y[i]).toBeNaN();
          else expect(y[i]).toBe(values[row++]);
        });
      }),
    );
  });

  it('hold the ends, the least and the most of every column where there are more rows than pixels', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 12 }), ([time, values], pixels) => {
        fc.pre(time.length > 8 * pixels);
        const { x, y } = linePoints(time, values, STEP, pixels);
        const span = time.at(-1)! - time[0]!;
        const columnOf = (moment: number) => Math.floor(((moment - time[0]!) / span) * 2 * pixels);
        const known = time
          .map((moment, i) => [moment, values[i]!] as const)
          .filter(([, value]) => !Number.isNaN(value));
        const drawn = x.map((moment, i) => [moment, y[i]!] as const).filter(([, value]) => !Number.isNaN(value));
        for (const column of new Set(known.map(([moment]) => columnOf(moment)))) {
          const within = (list: typeof known) =>
            list.filter(([moment]) => columnOf(moment) === column).map(([, value]) => value);
          const [all, shown] = [within(known), within(drawn)];
          expect(shown).toEqual(expect.arrayContaining([all[0], all.at(-1), Math.min(...all), Math.max(...all)]));
        }
      }),
    );
  });
});

describe('the areas of probabilities', () => {
  const row = fc.oneof(
    { weight: 6, arbitrary: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }) },
    fc.constant([NaN, NaN, NaN]),
  );
  const table = times.chain((time) => fc.tuple(fc.constant(time), valuesFor(time, row)));
  const sharesOf = (rows: readonly (readonly number[])[]): Float64Array =>
    Float64Array.from(rows.flatMap((weights) => weights.map((weight) => weight / weights.reduce((a, b) => a + b, 0))));

  it('fill the height over every known row, and nothing else', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(1, 20, 1000), ([time, rows], pixels) => {
        fc.pre(rows.every((weights) => weights.some((weight) => weight > 0 || Number.isNaN(weight))));
        const shares = sharesOf(rows);
        const slabs = slabsOf({ time: Float64Array.from(time), step: STEP }, shares, 3, pixels).flat();
        for (const { edges } of slabs) {
          expect(edges.at(-1)).toBe(1);
          expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        }
        time.forEach((moment, i) => {
          const holding = slabs.filter(({ from, to }) => from <= moment && moment < to);
          expect(holding).toHaveLength(Number.isNaN(shares[3 * i]!) ? 0 : 1);
        });
        const covered = slabs.reduce((sum, { from, to }) => sum + to - from, 0);
        const known = time.reduce(
          (sum, moment, i) => sum + (Number.isNaN(shares[3 * i]!) ? 0 : endOf(time, i, STEP) - moment),
          0,
        );
        expect(covered).toBe(known);
      }),
    );
  });

  it('have the means of their rows where there are more rows than pixels', () => {
    const time = Float64Array.from({ length: 64 }, (_, i) => START + i * STEP);
    const shares = Float64Array.from({ length: 64 * 2 }, (_, i) => ((i >> 1) + i) % 2);
    const [run] = slabsOf({ time, step: STEP }, shares, 2, 4);
    expect(run).toHaveLength(8);
    expect(run!.map(({ edges }) => edges)).toEqual(Array.from({ length: 8 }, () => [0.5, 1]));
  });

  it('refuse rows that are no probabilities, by their place', () => {
    const of = (probabilities: readonly number[]) => () =>
      plotProbabilities({ time: [START, START + STEP], probabilities, names: ['a', 'b'] });
    expect(of([0.5, 0.5, 0.5, 0.6])).toThrow('"probabilities of row 1" expected a sum of 1, got 1.1');
    expect(of([0.5, 0.5, -0.5, 1.5])).toThrow(
      '"probabilities[2]" expected a probability, or NaN in the whole row, got -0.5',
    );
    expect(of([0.5, 0.5, NaN, 1])).toThrow('"probabilities[2]" expected a probability, or NaN in the whole row');
    expect(of([0.5, 0.5, 1])).toThrow('"probabilities" expected 2 rows of 2, got 3');
  });
});

describe('rows', () => {
  it('have the median of their distances as step, and a day where there is one', () => {
    expect(stepOf([0, 10, 20, 500, 510])).toBe(10);
    expect(stepOf([7])).toBe(86_400_000);
    expect(stepOf([7], 60)).toBe(60);
    expect(() => stepOf([7], 0)).toThrow('"step" expected a finite number of at least 1, got 0');
  });

  it('lie within bounds, the last one excluded', () => {
    expect(rowsWithin([1, 2, 3, 4], 2, 4)).toEqual([1, 3]);
    expect(rowsWithin([1, 2, 3, 4])).toEqual([0, 4]);
    expect(rowsWithin([1, 2, 3, 4], 9)).toEqual([4, 4]);
  });
});
