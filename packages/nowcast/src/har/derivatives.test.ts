import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkHarDerivatives,
  derivativeInputs,
  derivativeRows,
  derivativesLookback,
  HAR_DERIVATIVE_INPUTS,
  HAR_DERIVATIVES_V1,
  type DerivativeColumns,
  type HarDerivativesConfig,
} from './derivatives.ts';

/** Windows that fit short columns. */
const SMALL: HarDerivativesConfig = {
  version: 'har_derivatives/test',
  day: 4,
  week: 9,
  leastHours: 3,
  leastSettlements: 2,
  latest: 3,
  clip: 0.5,
};
const WIDTH = HAR_DERIVATIVE_INPUTS.length;

/** Unknown hours among known ones; funding has more, as settlements are hours apart. */
const columns = (): fc.Arbitrary<DerivativeColumns> =>
  fc
    .array(
      fc.record({
        funding: fc.option(fc.double({ min: -1e-3, max: 1e-3, noNaN: true }), { nil: NaN, freq: 2 }),
        openInterest: fc.option(fc.double({ min: 1, max: 1e6, noNaN: true }), { nil: NaN, freq: 8 }),
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map((hours) => ({
      funding: Float64Array.from(hours, ({ funding }) => funding),
      openInterest: Float64Array.from(hours, ({ openInterest }) => openInterest),
    }));

/** The definition, from the whole past of an hour. */
function naive({ funding, openInterest }: DerivativeColumns, t: number): readonly number[] | null {
  const last = (column: ArrayLike<number>, hours: number): number[] =>
    Array.from(column).slice(Math.max(0, t + 1 - hours), t + 1);
  const known = (list: readonly number[]): number[] => list.filter((value) => !Number.isNaN(value));
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const day = known(last(funding, 4));
  const week = known(last(openInterest, 9));
  const [now, before] = [openInterest[t]!, openInterest[t - 4] ?? NaN];
  const isFresh = known(last(funding, 3)).length > 0;
  if (day.length < 2 || !isFresh || week.length < 3 || Number.isNaN(now) || Number.isNaN(before)) return null;
  const rate = 8_760 * mean(day);
  const clip = (log: number): number => Math.max(-0.5, Math.min(0.5, log));
  const change = clip(Math.log(now / before));
  return [
    Math.log(1 + Math.max(0, rate)),
    Math.log(1 + Math.max(0, -rate)),
    Math.max(0, change),
    Math.max(0, -change),
    clip(Math.log(now / mean(week))),
  ];
}

describe('inputs of funding and open interest', () => {
  it('equal the definitions, written out, and are there only where all is known', () => {
    fc.assert(
      fc.property(columns(), (drawn) => {
        for (let t = 0; t < drawn.funding.length; t++) {
          const [ours, theirs] = [derivativeInputs(drawn, t, SMALL), naive(drawn, t)];
          if (theirs === null) expect(ours).toBeNull();
          else expect(ours).toMatchOracle([...theirs], { rel: 1e-9, abs: 1e-9 });
        }
      }),
    );
  });

  it('of a history equal those of its last hours alone, to the bit', () => {
    fc.assert(
      fc.property(columns(), ({ funding, openInterest }) => {
        const rows = derivativeRows({ funding, openInterest }, SMALL);
        const hours = derivativesLookback(SMALL);
        for (let t = hours - 1; t < funding.length; t++) {
          const window = {
            funding: Array.from(funding).slice(t + 1 - hours, t + 1),
            openInterest: Array.from(openInterest).slice(t + 1 - hours, t + 1),
          };
          const ours = Array.from(rows.subarray(t * WIDTH, (t + 1) * WIDTH));
          expect(ours).toEqual(derivativeInputs(window, hours - 1, SMALL) ?? HAR_DERIVATIVE_INPUTS.map(() => NaN));
        }
      }),
    );
  });

  it('know nothing of a later hour', () => {
    fc.assert(
      fc.property(columns(), fc.nat({ max: 39 }), ({ funding, openInterest }, t) => {
        fc.pre(t < funding.length);
        const later = (column: ArrayLike<number>) => Array.from(column, (value, i) => (i > t ? 7 : value));
        const changed = { funding: later(funding), openInterest: later(openInterest) };
        expect(derivativeInputs(changed, t, SMALL)).toEqual(derivativeInputs({ funding, openInterest }, t, SMALL));
      }),
    );
  });

  it('do not know the unit of the coin', () => {
    fc.assert(
      fc.property(columns(), fc.integer({ min: -20, max: 20 }), ({ funding, openInterest }, power) => {
        const scaled = { funding, openInterest: Array.from(openInterest, (level) => level * 2 ** power) };
        const both = [derivativeRows({ funding, openInterest }, SMALL), derivativeRows(scaled, SMALL)];
        expect(Array.from(both[1]!)).toEqual(Array.from(both[0]!));
      }),
    );
  });

  it('read a venue that settles every 8 hours, until the next settlement is overdue', () => {
    const hours = 200;
    const funding = Float64Array.from({ length: hours }, (_, t) => (t % 8 === 7 ? 0.0001 / 8 : NaN));
    const openInterest = new Float64Array(hours).fill(1_000);
    const level = Math.log1p((0.0001 / 8) * 8_760);
    for (let t = 170; t < hours; t++) {
      expect(derivativeInputs({ funding, openInterest }, t)![0]).toBeCloseTo(level, 12);
    }
    funding[191] = NaN;
    expect(derivativeInputs({ funding, openInterest }, 190)).not.toBeNull();
    expect(derivativeInputs({ funding, openInterest }, 191)).toBeNull();
  });

  it('bound what a glitch of the venue says', () => {
    const openInterest = new Float64Array(200).fill(1_000);
    openInterest[199] = 1e9;
    const inputs = derivativeInputs({ funding: new Float64Array(200), openInterest }, 199)!;
    expect(inputs).toEqual([0, 0, HAR_DERIVATIVES_V1.clip, 0, HAR_DERIVATIVES_V1.clip]);
  });

  it('compare the level with the mean of the last week, of hours that have one', () => {
    // The week here has 9 hours: 1e6 lies before it, and 0 is not a level.
    const openInterest = [1e6, 1e6, 100, 0, 120, 120, 100, NaN, 100, 120, 120];
    const funding = openInterest.map(() => 0);
    const inputs = derivativeInputs({ funding, openInterest }, 10, SMALL)!;
    const mean = (3 * 100 + 4 * 120) / 7;
    expect(inputs[4]).toBeCloseTo(Math.log(120 / mean), 14);
    expect(inputs[2]).toBeCloseTo(Math.log1p(0.2), 14);
    expect(inputs[3]).toBe(0);
    expect(derivativeInputs({ funding, openInterest }, 8, SMALL)![3]).toBeCloseTo(Math.log(1.2), 14);
  });

  it('are unknown where the level is 0 now or a day ago, and with fewer levels than the least number', () => {
    const known = (openInterest: readonly number[], config = SMALL): boolean =>
      derivativeInputs({ funding: openInterest.map(() => 0), openInterest }, openInterest.length - 1, config) !== null;
    expect(known([9, 9, 9, 9, 9, 9])).toBe(true);
    expect(known([9, 9, 9, 9, 9, 0])).toBe(false);
    expect(known([9, 0, 9, 9, 9, 9])).toBe(false);
    expect(known([NaN, 9, NaN, NaN, NaN, 9])).toBe(false);
    expect(known([NaN, 9, NaN, 9, NaN, 9])).toBe(true);
  });

  it('know a settlement until it is as old as the config says', () => {
    const once = { ...SMALL, leastSettlements: 1 };
    const openInterest = new Float64Array(9).fill(1);
    const funding = Float64Array.of(NaN, NaN, NaN, NaN, NaN, 1e-4, NaN, NaN, NaN);
    const known = [5, 6, 7, 8].map((t) => derivativeInputs({ funding, openInterest }, t, once) !== null);
    expect(known).toEqual([true, true, true, false]);
  });

  it('need a day and the hour before it, or a week', () => {
    expect(derivativesLookback()).toBe(168);
    expect(derivativesLookback({ ...SMALL, day: 9 })).toBe(10);
    expect(checkHarDerivatives(SMALL)).toBe(SMALL);
  });

  it.each([
    ['day', { day: 0 }],
    ['week', { week: 2 }],
    ['leastHours', { leastHours: 0 }],
    ['leastSettlements', { leastSettlements: 0.5 }],
    ['latest', { latest: 0 }],
    ['clip', { clip: 0 }],
  ])('refuse a config by its field: %s', (field, wrong) => {
    expect(() => checkHarDerivatives({ ...SMALL, ...wrong })).toThrow(`"${field}" expected`);
  });

  it('refuse columns of two lengths', () => {
    expect(() => derivativeInputs({ funding: [1], openInterest: [1, 2] }, 0)).toThrow(
      /"openInterest" expected 1 hours, got 2/,
    );
  });
});
