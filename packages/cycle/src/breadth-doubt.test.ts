import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breadthDoubt } from './breadth-doubt.ts';
import { CYCLE_BREADTH_V1, CYCLE_BREADTH_V2, type BreadthConfig } from './breadth-signals.ts';
import { rawRead } from './raw.ts';
import { LONG_REGIME_V1, LONG_REGIME_V2, type CycleRules } from './rules.ts';
import { NO_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';

/** A bull market where breadth decides between three regimes. */
const bull: CycleSignals = {
  ...NO_SIGNALS,
  d200: 0.2,
  slope200: 0.04,
  ddAth: -0.05,
  athAgeD: 10,
  r1: 0,
  r3: 0,
  r7: 0.01,
  r30: 0.05,
  r90: 0.2,
  offLow: 1,
  lowAgeD: 200,
  rv30Pctile: 0.4,
  rvRatio: 1,
  z1: 0,
  lowZ: -0.5,
  intradayLow: -0.01,
  b200: 95,
  b50: 80,
  b200Chg30: 5,
  altRel90: 0.2,
  altOut90: 75,
  ethBtc90: 0.1,
};
/** Spans of the signals not of order 1. */
const WIDE = {
  athAgeD: 400,
  lowAgeD: 100,
  z1: 8,
  lowZ: 8,
  b200: 100,
  b50: 100,
  b200Chg30: 40,
  altOut90: 100,
  funding7: 40,
  liqZ: 8,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
const NAMES = Object.keys(NO_SIGNALS) as CycleSignal[];
const mapped = <T>(of: (name: CycleSignal) => T): Record<CycleSignal, T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name has its entry
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<CycleSignal, T>;
const doubt = (signals: CycleSignals, config: BreadthConfig = CYCLE_BREADTH_V2) =>
  breadthDoubt(signals, LONG_REGIME_V2, config);
const noisy = (times: number): BreadthConfig => ({
  ...CYCLE_BREADTH_V2,
  noise: { b200: 5 * times, b50: 5 * times, b200Chg30: 5 * times, altRel90: 0.03 * times, altOut90: 5 * times },
});

describe('the doubt that a universe leaves', () => {
  it('is absent far from every cutoff, and names the other reads near one', () => {
    expect(rawRead(bull).regime).toBe(8);
    expect(doubt(bull)).toEqual({ standing: 'available', otherReads: [] });
    const near = { ...bull, b200: 79, altOut90: 60 };
    const { standing, otherReads } = doubt(near);
    expect(standing).toBe('near_cutoff');
    expect(otherReads.length).toBeGreaterThan(0);
    expect(otherReads).not.toContain(rawRead(near).regime);
  });

  it('is unknown without breadth, and not judged by a config without noise', () => {
    const none = { ...bull, b200: null, b50: null, b200Chg30: null, altRel90: null, altOut90: null };
    expect(doubt(none)).toEqual({ standing: 'unavailable', otherReads: [] });
    expect(doubt({ ...bull, b200: 79, altOut90: 60 }, CYCLE_BREADTH_V1)).toEqual({
      standing: 'available',
      otherReads: [],
    });
  });

  it('names what some signals within the noise do read, in the order of the ids', () => {
    const share = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.double({ min: -0.4, max: 0.6, noNaN: true }),
        (b200, b50, altOut90, altRel90) => {
          const signals = { ...bull, b200, b50, altOut90, altRel90 };
          const { otherReads, standing } = doubt(signals, noisy(1));
          expect(otherReads).toEqual(otherReads.toSorted((a, b) => a - b));
          expect(standing === 'near_cutoff').toBe(otherReads.length > 0);
          expect(doubt(signals, noisy(0)).otherReads).toEqual([]);
        },
      ),
    );
  });

  it('is of each breadth signal moved either way, and of all of them at once, what is not known staying so', () => {
    const unknowable = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
    fc.assert(
      fc.property(unknowable, unknowable, fc.double({ min: 40, max: 100, noNaN: true }), (b50, altOut90, b200) => {
        const signals = { ...bull, b200, b50, altOut90 };
        const { noise } = noisy(1);
        const read = (...moves: readonly (readonly [keyof NonNullable<typeof noise>, 1 | -1])[]) => {
          const other: { -readonly [Key in keyof CycleSignals]: CycleSignals[Key] } = { ...signals };
          for (const [name, sign] of moves) if (other[name] !== null) other[name] += sign * noise![name];
          return rawRead(other, LONG_REGIME_V2).regime;
        };
        const names = ['b200', 'b50', 'b200Chg30', 'altRel90', 'altOut90'] as const;
        const reads = ([1, -1] as const).flatMap((sign) => [
          read(...names.map((name) => [name, sign] as const)),
          ...names.map((name) => read([name, sign])),
        ]);
        const own = rawRead(signals, LONG_REGIME_V2).regime;
        const others = new Set(reads.filter((one) => one !== null && one !== own));
        expect(new Set(doubt(signals, noisy(1)).otherReads)).toEqual(others);
      }),
    );
  });

  it('is what reads of all moved signals say, whatever is known and whichever rules read them', () => {
    const spans: Readonly<Record<CycleSignal, number>> = { ...mapped(() => 1), ...WIDE };
    const any = fc.record(
      mapped((name) => fc.option(fc.double({ min: -spans[name], max: spans[name], noNaN: true }), { freq: 12 })),
    );
    const whole = fc.record(mapped((name) => fc.double({ min: -spans[name], max: spans[name], noNaN: true })));
    // evidence against a state, a bonus below zero, and a shock by breadth
    const odd: CycleRules = {
      ...LONG_REGIME_V2,
      shocks: [...LONG_REGIME_V2.shocks, [{ signal: 'b50', op: '<', cutoff: 5, width: 1 }]],
      states: LONG_REGIME_V2.states.map((state, i) => ({
        ...state,
        bonus: state.bonus - 0.1 * i,
        evidence: state.evidence.map((piece, at) => (at === i % 4 ? { ...piece, weight: -0.2 } : piece)),
      })),
    };
    const rules = fc.constantFrom(LONG_REGIME_V1, LONG_REGIME_V2, odd);
    fc.assert(
      fc.property(fc.oneof(any, whole), rules, fc.integer({ min: 0, max: 6 }), (drawn, by, times) => {
        const signals: CycleSignals = { ...drawn, b200: drawn.b200 ?? 50 };
        const { noise } = noisy(times);
        const names = ['b200', 'b50', 'b200Chg30', 'altRel90', 'altOut90'] as const;
        const regimes = [-1, 1].flatMap((sign) =>
          [names, ...names.map((name) => [name])].map((moved) => {
            const other = { ...signals };
            for (const name of moved) {
              const value = signals[name];
              Object.assign(other, { [name]: value === null ? null : value + sign * noise![name] });
            }
            return rawRead(other, by).regime;
          }),
        );
        const own = rawRead(signals, by).regime;
        const others = new Set(regimes.filter((one) => one !== null && one !== own));
        expect(new Set(breadthDoubt(signals, by, noisy(times)).otherReads)).toEqual(others);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves shocks and bears by price alone where no breadth can turn them', () => {
    expect(doubt({ ...bull, r1: -0.3, z1: -12, lowZ: -13, intradayLow: -0.3 })).toEqual({
      standing: 'available',
      otherReads: [],
    });
  });
});
