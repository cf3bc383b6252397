import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membership, type AnyOf, type Side } from './membership.ts';
import { evidenceOf, gateOf, rawRead, shockOf } from './raw.ts';
import { LONG_REGIME_V1, LONG_REGIME_V2 } from './rules.ts';
import { NO_SIGNALS, OPTIONAL_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';

const fraction = fc.double({ min: -0.95, max: 3, noNaN: true });
const share = fc.double({ min: 0, max: 100, noNaN: true });
const days = fc.integer({ min: 0, max: 1500 });

/** Ranges of real markets; every signal known. */
const known: fc.Arbitrary<CycleSignals> = fc.record({
  d200: fraction,
  slope200: fc.double({ min: -0.3, max: 0.6, noNaN: true }),
  ddAth: fc.double({ min: -0.95, max: 0.2, noNaN: true }),
  athAgeD: days,
  r1: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  r3: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
  r7: fc.double({ min: -0.6, max: 0.8, noNaN: true }),
  r30: fraction,
  r90: fraction,
  offLow: fc.double({ min: -0.2, max: 20, noNaN: true }),
  lowAgeD: fc.integer({ min: 0, max: 364 }),
  rv30Pctile: fc.double({ min: 0, max: 1, noNaN: true }),
  rvRatio: fc.double({ min: 0, max: 2.08, noNaN: true }),
  z1: fc.double({ min: -10, max: 10, noNaN: true }),
  intradayLow: fc.double({ min: -0.5, max: 0, noNaN: true }),
  lowZ: fc.double({ min: -20, max: 0, noNaN: true }),
  b200: share,
  b50: share,
  b200Chg30: fc.double({ min: -100, max: 100, noNaN: true }),
  altRel90: fraction,
  altOut90: share,
  ethBtc90: fraction,
  domChg90: fc.double({ min: -20, max: 20, noNaN: true }),
  stable90: fc.double({ min: -30, max: 60, noNaN: true }),
  funding7: fc.double({ min: -50, max: 150, noNaN: true }),
  oiChg7: fc.double({ min: -60, max: 60, noNaN: true }),
  liqZ: fc.double({ min: -3, max: 30, noNaN: true }),
  depegMinutes: fc.constant(0),
});

const names = Object.keys(NO_SIGNALS) as CycleSignal[];

/** Some signals missing. */
const some = fc.tuple(known, fc.subarray(names)).map(([signals, missing]) => without(signals, missing));

function without(signals: CycleSignals, missing: readonly CycleSignal[]): CycleSignals {
  return { ...signals, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

const sides = (gates: readonly (Side | AnyOf)[]): readonly Side[] =>
  gates.flatMap((gate) => (gate.op === 'any' ? gate.of : [gate]));
const allSides = [...LONG_REGIME_V2.states.flatMap(({ gates }) => sides(gates)), ...LONG_REGIME_V2.shocks.flat()];

describe('the raw read', () => {
  it('has ten scores, the shock within 0…1 and the others within 0…1.25', () => {
    fc.assert(
      fc.property(some, (signals) => {
        const { scores } = rawRead(signals);
        expect(scores.length).toBe(10);
        for (const score of scores) if (score !== null) expect(score >= 0 && score <= 1.25).toBe(true);
        if (scores[0] !== null) expect(scores[0]!).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('depends on the signals alone, and says the highest score, or the shock above one half', () => {
    fc.assert(
      fc.property(known, (signals) => {
        const read = rawRead(signals);
        expect(rawRead({ ...signals })).toEqual(read);
        const best = Math.max(...read.scores.slice(1).map((score) => score ?? -Infinity));
        if (read.scores[0]! > 0.5) expect(read.regime).toBe(1);
        else expect(read.scores[read.regime! - 1]).toBe(best);
      }),
    );
  });

  it('reads a state without breadth only where it needs none', () => {
    fc.assert(
      fc.property(known, (signals) => {
        const read = rawRead(without(signals, ['b200', 'b50', 'b200Chg30', 'altRel90', 'altOut90']));
        expect(read.scores.slice(5, 9)).toEqual([null, null, null, null]);
      }),
    );
  });

  it('never loses a state for want of an optional signal', () => {
    fc.assert(
      fc.property(known, fc.subarray([...OPTIONAL_SIGNALS]), (signals, missing) => {
        const judged = rawRead(signals).scores.map((score) => score === null);
        expect(rawRead(without(signals, missing)).scores.map((score) => score === null)).toEqual(judged);
      }),
    );
  });

  it('says nothing where nothing is known, and nothing faint while a state cannot be judged', () => {
    expect(rawRead(NO_SIGNALS)).toEqual({
      regime: null,
      scores: Array<null>(10).fill(null),
      open: [],
      configVersion: 'long-regime/2',
    });
    // A bull market by price: of the states without breadth none fits.
    const bull = { ...NO_SIGNALS, d200: 0.3, slope200: 0.05, ddAth: -0.01, athAgeD: 1, r30: 0.2, r90: 0.4, r7: 0.05 };
    const more = { ...bull, offLow: 1.2, lowAgeD: 300, rv30Pctile: 0.4 };
    const faint = rawRead(more, LONG_REGIME_V1);
    expect(Math.max(...faint.scores.map((score) => score ?? 0))).toBeLessThan(0.05);
    expect([faint.regime, faint.open]).toEqual([null, [6, 7, 8, 9]]);
  });

  it('takes the lower id on a tie', () => {
    const [bear] = LONG_REGIME_V1.states;
    const rules = { ...LONG_REGIME_V1, states: [bear!, { ...bear!, regime: 3 as const }] };
    const { regime, scores } = rawRead(
      { ...NO_SIGNALS, d200: -0.3, slope200: -0.1, ddAth: -0.6, b200: 5, b50: 5 },
      rules,
    );
    expect(scores[1]).toBe(scores[2]);
    expect(regime).toBe(2);
  });

  it('is no shock at one half exactly', () => {
    const read = rawRead({ ...NO_SIGNALS, depegMinutes: 60 });
    expect([read.scores[0], read.regime]).toEqual([0.5, null]);
    expect(rawRead({ ...NO_SIGNALS, depegMinutes: 60.01 }).regime).toBe(1);
  });

  it.each([
    ['a crash of three deviations', { r1: -0.15, z1: -4 }, true],
    ['a crash of a wild coin', { r1: -0.15, z1: -2.5 }, false],
    ['a low that was bought back', { intradayLow: -0.2, z1: -2.5 }, true],
    ['three bad days at rising volatility', { r3: -0.25, rvRatio: 1.6 }, true],
    ['three bad days at calm volatility', { r3: -0.25, rvRatio: 1.2 }, false],
    ['liquidations in a falling market', { liqZ: 9, r1: -0.08 }, true],
    ['a large stablecoin off its peg for two hours', { depegMinutes: 120 }, true],
    ['a large stablecoin off its peg for half an hour', { depegMinutes: 30 }, false],
  ])('%s: shock %#', (_, signals, isShock) => {
    for (const rules of [LONG_REGIME_V1, LONG_REGIME_V2]) {
      expect((shockOf({ ...NO_SIGNALS, ...signals }, rules) ?? 0) > 0.5).toBe(isShock);
    }
  });

  it.each([
    [
      'a day of −7 % with a low of −14 % in a calm month',
      { r1: -0.07, intradayLow: -0.14, z1: -4.6, lowZ: -9.5 },
      true,
    ],
    ['four deviations exactly', { z1: -4, lowZ: -9 }, false],
    ['a little more than four', { z1: -4.001, lowZ: -9 }, true],
    ['a low of six deviations exactly', { z1: -9, lowZ: -6 }, false],
    ['a little lower', { z1: -9, lowZ: -6.001 }, true],
    ['a low that was bought back', { z1: -3, lowZ: -12 }, false],
  ])('%s: shock of version 2 only %#', (_, signals, isShock) => {
    expect((shockOf({ ...NO_SIGNALS, ...signals }, LONG_REGIME_V2) ?? 0) > 0.5).toBe(isShock);
    expect((shockOf({ ...NO_SIGNALS, ...signals }, LONG_REGIME_V1) ?? 0) > 0.5).toBe(false);
  });

  it('reads as version 1 wherever every input is there and the market is no new shock', () => {
    fc.assert(
      fc.property(known, (signals) => {
        const one = rawRead(signals, LONG_REGIME_V1);
        const two = rawRead(signals, LONG_REGIME_V2);
        expect(two.scores.slice(1)).toEqual(one.scores.slice(1));
        expect(two.open).toEqual([]);
        expect(two.scores[0]!).toBeGreaterThanOrEqual(one.scores[0]!);
        if (two.scores[0]! <= 0.5) expect(two.regime).toBe(one.regime);
      }),
    );
  });

  it('can read each of the ten regimes, by either version', () => {
    for (const rules of [LONG_REGIME_V1, LONG_REGIME_V2]) {
      const found = new Set(
        fc.sample(known, { numRuns: 20_000, seed: 39 }).map((signals) => rawRead(signals, rules).regime),
      );
      expect([...found].sort((a, b) => a! - b!)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('reads no state while one that lacks breadth may fit better, and says which', () => {
    fc.assert(
      fc.property(some, (signals) => {
        const { regime, scores, open } = rawRead(signals, LONG_REGIME_V2);
        expect(open.length === 0 || regime === null || regime === 1).toBe(true);
        for (const id of open) expect(scores[id - 1]).toBeNull();
      }),
    );
    // A pullback in a bull market, from one coin: version 1 reads it as a distribution.
    const pullback = {
      ...NO_SIGNALS,
      d200: 0.15,
      slope200: 0.05,
      ddAth: -0.15,
      athAgeD: 40,
      r7: -0.05,
      r30: -0.08,
      r90: 0.2,
      offLow: 1.2,
      lowAgeD: 300,
      rv30Pctile: 0.4,
      rvRatio: 1,
      z1: -0.5,
      lowZ: -1,
      r1: -0.01,
      r3: -0.02,
      intradayLow: -0.02,
    };
    expect(rawRead(pullback, LONG_REGIME_V1).regime).toBe(10);
    expect(rawRead(pullback, LONG_REGIME_V2)).toMatchObject({ regime: null, open: [6, 7, 8] });
  });
});

describe('a gate', () => {
  it('is exactly one half at its cutoff, and moves one way with its signal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allSides), fraction, fraction, (side, a, b) => {
        fc.pre(side.signal !== 'worst30');
        const at = (value: number): number => membership({ ...NO_SIGNALS, [side.signal]: value }, side)!;
        expect(at(side.cutoff)).toBe(0.5);
        const [low, high] = [side.cutoff + Math.min(a, b) * side.width, side.cutoff + Math.max(a, b) * side.width];
        expect(side.op === '>' ? at(low) <= at(high) : at(low) >= at(high)).toBe(true);
      }),
    );
  });

  it('is missing when its signal is', () => {
    fc.assert(
      fc.property(known, fc.constantFrom(...LONG_REGIME_V1.states), (signals, state) => {
        expect(gateOf(signals, state)).not.toBeNull();
        const [gate] = sides(state.gates);
        fc.pre(gate!.signal !== 'worst30');
        expect(gateOf(without(signals, [gate!.signal]), state)).toBeNull();
      }),
    );
  });
});

describe('a condition of several', () => {
  const either = LONG_REGIME_V1.states.find(({ regime }) => regime === 9)!.gates.find(({ op }) => op === 'any')!;

  it('is the best of those that are known', () => {
    expect(membership({ ...NO_SIGNALS, d200: 0.9 }, either)).toBe(0.5);
    expect(membership({ ...NO_SIGNALS, altRel90: 0.5 }, either)).toBe(0.5);
    expect(membership({ ...NO_SIGNALS, altRel90: 0.1, d200: 0.9 }, either)).toBe(0.5);
    expect(membership(NO_SIGNALS, either)).toBeNull();
  });

  it('takes the worse of a month and six tenths of a quarter for the monthly pace', () => {
    const pace: Side = { signal: 'worst30', op: '<', cutoff: -0.3, width: 0.02 };
    expect(membership({ ...NO_SIGNALS, r30: -0.1, r90: -0.5 }, pace)).toBe(0.5);
    expect(membership({ ...NO_SIGNALS, r30: -0.3, r90: -0.2 }, pace)).toBe(0.5);
    expect(membership({ ...NO_SIGNALS, r30: -0.3 }, pace)).toBeNull();
  });
});

describe('evidence', () => {
  it('is the weighted mean of what is known', () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...LONG_REGIME_V1.states), (signals, state) => {
        const pieces = state.evidence.map((piece) => ({ piece, value: membership(signals, piece) }));
        const used = pieces.filter(({ value }) => value !== null);
        const mean =
          used.reduce((sum, { piece, value }) => sum + piece.weight * value!, 0) /
          used.reduce((sum, { piece }) => sum + piece.weight, 0);
        const got = evidenceOf(signals, state, LONG_REGIME_V1.minEvidence);
        if (got !== null) expect(got).toMatchOracle(mean, { rel: 1e-12, abs: 0 });
      }),
    );
  });

  it('counts for nothing below half of what it weighs', () => {
    const euphoria = LONG_REGIME_V1.states.find(({ regime }) => regime === 9)!;
    // Non-optional weight is 3.5: 1.5 of it is too little, 2.5 is enough.
    expect(evidenceOf({ ...NO_SIGNALS, b200: 90, rv30Pctile: 0.9, funding7: 50 }, euphoria, 0.5)).toBeNull();
    expect(evidenceOf({ ...NO_SIGNALS, b200: 90, rv30Pctile: 0.9, r90: 0.9 }, euphoria, 0.5)).not.toBeNull();
    // Exactly half is enough: 2.5 of 5.
    const capitulation = LONG_REGIME_V1.states.find(({ regime }) => regime === 3)!;
    expect(evidenceOf({ ...NO_SIGNALS, b50: 5, d200: -0.4 }, capitulation, 0.5)).not.toBeNull();
    expect(evidenceOf({ ...NO_SIGNALS, b50: 5 }, capitulation, 0.5)).toBeNull();
  });
});
