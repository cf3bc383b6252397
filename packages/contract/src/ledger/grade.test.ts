/** Rows, grades and baselines: properties of the pure part of the ledger. */

import { brierScore, logScore, UsageError } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distribution, forecastRow, NEVER } from '../../test/ledger-cases.ts';
import { baselineOf, gradeOf } from './grade.ts';
import { followedOf, outcomeOf } from './outcome.ts';
import { canonicalJson, gradeId, type Counts, type GradeRow } from './row.ts';

const classes = fc.integer({ min: 0, max: REGIMES.length - 1 });

/** Grades of rows in this order, each row with the baseline of the rows before it. */
function graded(steps: readonly (readonly [regime: number, came: number | null])[]): readonly GradeRow[] {
  let counts: Counts = {};
  return steps.map(([regime, came], hour) => {
    const base = baselineOf(counts, 'next_regime', REGIMES[regime]!);
    const row = forecastRow(hour, {
      regime: REGIMES[regime]!,
      forecasts: { next_regime: { p: [1, 0, 0, 0, 0, 0], ...base } },
    });
    const grade = gradeOf(row, { classes: { next_regime: came }, followed: NEVER }, counts, 0);
    counts = grade.counts;
    return grade;
  });
}

describe('a baseline', () => {
  it('is the frequency of what came after the same regime, one added to each class', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(classes, fc.option(classes))), classes, (steps, regime) => {
        const counts = graded(steps).at(-1)?.counts ?? {};
        const { base, n } = baselineOf(counts, 'next_regime', REGIMES[regime]!);
        const after = steps.filter(([held, came]) => held === regime && came !== null);
        expect(n).toBe(after.length);
        base.forEach((p, k) => {
          expect(p).toBeCloseTo((after.filter(([, came]) => came === k).length + 1) / (n + REGIMES.length), 6);
        });
      }),
    );
  });

  it('knows nothing of rows that are graded later', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(classes, classes), { minLength: 1 }),
        fc.array(fc.tuple(classes, classes)),
        (before, after) => {
          expect(graded([...before, ...after]).slice(0, before.length)).toEqual(graded(before));
        },
      ),
    );
  });
});

describe('a grade', () => {
  it('has the proper scores of forecast and baseline', () => {
    fc.assert(
      fc.property(distribution(6), distribution(6), classes, (p, base, came) => {
        const row = forecastRow(0, { forecasts: { next_regime: { p, base, n: 3 } } });
        const { next_regime: grade } = gradeOf(row, { classes: { next_regime: came }, followed: NEVER }, {}, 0).grades;
        expect(grade).toMatchObject({ came: REGIMES[came], hit: p.indexOf(Math.max(...p)) === came });
        expect(grade!.log).toBeCloseTo(logScore(p, came), 6);
        expect(grade!.base_brier).toBeCloseTo(brierScore(base, came), 6);
      }),
    );
  });

  it('of an outcome that nobody knows is there without a score, and moves no count', () => {
    const row = forecastRow(0, {
      forecasts: { next_regime: { p: [1, 0, 0, 0, 0, 0], base: [1, 0, 0, 0, 0, 0], n: 0 } },
    });
    const grade = gradeOf(row, { classes: { next_regime: null }, followed: NEVER }, {}, 0);
    expect(grade.grades.next_regime).toMatchObject({ came: null, hit: null, log: null, base_brier: null });
    expect(grade.counts).toEqual({});
  });

  it('that is corrected names the one before and leaves the counts', () => {
    const row = forecastRow(0, {
      forecasts: { next_regime: { p: [1, 0, 0, 0, 0, 0], base: [1, 0, 0, 0, 0, 0], n: 0 } },
    });
    const first = gradeOf(row, { classes: { next_regime: 0 }, followed: NEVER }, {}, 0);
    const second = gradeOf(row, { classes: { next_regime: 1 }, followed: NEVER }, first.counts, 1, 1);
    expect(second).toMatchObject({ id: gradeId(row.id, 1), corrects: first.id, counts: first.counts });
    expect(() => gradeOf(row, { classes: { next_regime: 6 }, followed: NEVER }, {}, 0)).toThrow(UsageError);
  });

  it('of a volatility and of quantiles is 0 for what came exactly, and the baseline has its own', () => {
    const followed = { return: 2, volatility: 40, fall: 1 };
    const row = forecastRow(0, {
      forecasts: {
        expected_volatility: { value: 40, base: 80 },
        day_quantiles: { shares: [0.25, 0.75], values: [2, 2], base: [0, 4] },
      },
    });
    const { grades } = gradeOf(row, { classes: {}, followed }, {}, 0);
    // (40/80)² − ln (40/80)² − 1, and the mean of 0.25 · 2 and 0.25 · 2
    expect(grades.expected_volatility).toEqual({ came: 40, score: 0, base_score: 0.636294 });
    expect(grades.day_quantiles).toEqual({ came: 2, score: 0, base_score: 0.5, below: [true, true] });
  });
});

describe('what followed', () => {
  it('is the return, the volatility and the deepest fall of the closes', () => {
    const { return: total, volatility, fall } = followedOf([100, 110, 99, 99, 104.5], '4h');
    expect([total, fall]).toEqual([4.5, 10]);
    const squares = [110 / 100, 99 / 110, 1, 104.5 / 99].reduce((sum, ratio) => sum + Math.log(ratio) ** 2, 0);
    expect(volatility).toBeCloseTo(100 * Math.sqrt((squares / 4) * 8760), 5);
  });

  it('is not known with a close missing, or too few', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), (missing) => {
        const closes = [1, 2, 3, 4, 5].map((close, i) => (i === missing ? NaN : close));
        expect(followedOf(closes, '4h')).toEqual(NEVER);
        expect(followedOf(closes.slice(1), '4h')).toEqual(NEVER);
      }),
    );
  });

  it('gives the classes: a cut belongs to the class above it, a fall of 5 % is none', () => {
    const row = forecastRow(0, {
      breadth: 50,
      forecasts: { volatility: { p: [], base: [], n: 0, cuts: [10, 20, 30] } },
    });
    const at = (volatility: number, fall: number, breadth: number) =>
      outcomeOf(row, { return: 0, volatility, fall }, { later: forecastRow(4, { breadth }), fundingRate: null })
        .classes;
    expect(at(20, 5, 60)).toMatchObject({ volatility: 2, drawdown: 0, breadth: 1, funding: null });
    expect(at(19.9, 5.000001, 60.1)).toMatchObject({ volatility: 1, drawdown: 1, breadth: 2 });
    expect(at(5, 0, 39)).toMatchObject({ volatility: 0, breadth: 0 });
  });
});

describe('canonical JSON', () => {
  it('is one text for one value, whatever the order of names, and reads back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.array(fc.boolean()))), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('refuses what JSON cannot tell', () => {
    for (const value of [NaN, Infinity]) expect(() => canonicalJson({ value })).toThrow(UsageError);
  });
});
