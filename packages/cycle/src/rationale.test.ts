import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rationaleOf, wordsOf } from './rationale.ts';
import { LONG_REGIME_V2, type CycleRules } from './rules.ts';
import { NO_SIGNALS, type CycleSignals } from './signals.ts';

const bear: CycleSignals = {
  ...NO_SIGNALS,
  d200: -0.25,
  slope200: -0.04,
  ddAth: -0.55,
  r30: -0.09,
  r90: -0.3,
  b200: 7,
};

describe('words of a signal', () => {
  it.each([
    ['d200', 0.1234, 'BTC +12 % vs its 200-day average'],
    ['d200', -0.25, 'BTC -25 % vs its 200-day average'],
    ['d200', 0.004, 'BTC 0 % vs its 200-day average'],
    ['d200', -0.004, 'BTC 0 % vs its 200-day average'],
    ['b200Chg30', -3, 'breadth -3 points in 30 days'],
    ['b200Chg30', 3, 'breadth +3 points in 30 days'],
    ['rv30Pctile', 0.4, '30-day volatility above 40 % of the year'],
    ['altRel90', 0.05, 'alts lead BTC by 5 points over 90 days'],
    ['altRel90', -0.05, 'alts lag BTC by 5 points over 90 days'],
    ['altRel90', 0, 'alts lead BTC by 0 points over 90 days'],
    ['athAgeD', 250, 'high 250 days ago'],
    ['rvRatio', 0.8, '7-day volatility 0.80 times the 30-day'],
  ] as const)('%s of %d: %s', (signal, value, words) => {
    expect(wordsOf(signal, value)).toBe(words);
  });
});

describe('a rationale', () => {
  it('leads with the gates, names what holds once, and one thing against', () => {
    expect(rationaleOf(bear, 2, LONG_REGIME_V2)).toBe(
      'Established Bear: BTC -25 % vs its 200-day average; -55 % from the high; breadth 7 % above the 200-day average; BTC -30 % in 90 days; BTC -9 % in 30 days.',
    );
    // The return of 30 days fails most clearly, at the same weight as that of 90.
    expect(rationaleOf({ ...bear, b200: null, r30: 0.4, r90: 0.01 }, 2, LONG_REGIME_V2)).toBe(
      'Established Bear: BTC -25 % vs its 200-day average; -55 % from the high. Against: BTC +40 % in 30 days.',
    );
    // Twice the weight precedes a clearer failure.
    expect(rationaleOf({ ...bear, b200: 45, r30: 0.4 }, 2, LONG_REGIME_V2)).toContain('Against: breadth 45 %');
  });

  it('names no signal for and against: a gate that holds is for, one that holds no more is not', () => {
    // Below the average, as the gate requires, but not as far as its evidence requires.
    expect(rationaleOf({ ...NO_SIGNALS, d200: -0.01, ddAth: -0.55 }, 2, LONG_REGIME_V2)).toBe(
      'Established Bear: BTC -1 % vs its 200-day average; -55 % from the high.',
    );
    expect(rationaleOf({ ...NO_SIGNALS, d200: 0.2, ddAth: -0.55 }, 2, LONG_REGIME_V2)).toBe(
      'Established Bear: -55 % from the high. Against: BTC +20 % vs its 200-day average.',
    );
  });

  it('names no signal twice, whatever the signals are', () => {
    const regimes = LONG_REGIME_V2.states.map(({ regime }) => regime);
    const near = (center: number, by: number) => fc.double({ min: center - by, max: center + by, noNaN: true });
    const known = {
      d200: near(0, 0.4),
      slope200: near(0, 0.1),
      ddAth: near(-0.4, 0.4),
      r30: near(0, 0.4),
      r90: near(0, 0.6),
    };
    const given = fc.record({ ...known, b200: near(50, 50), b50: near(50, 50), altRel90: near(0, 0.5) });
    fc.assert(
      fc.property(given, fc.constantFrom(...regimes), (some, regime) => {
        const text = rationaleOf({ ...NO_SIGNALS, ...some }, regime, LONG_REGIME_V2);
        const phrases = text
          .replace(/^[^:]*: /, '')
          .replace(/\.$/, '')
          .split(/; |\. Against: /);
        expect(new Set(phrases).size, text).toBe(phrases.length);
      }),
    );
  });

  it('leaves out what is not known, and gates that are a choice', () => {
    expect(rationaleOf({ ...NO_SIGNALS, ddAth: -0.55 }, 2, LONG_REGIME_V2)).toBe(
      'Established Bear: -55 % from the high.',
    );
    const [gate] = LONG_REGIME_V2.states.find(({ regime }) => regime === 2)!.gates;
    const states = LONG_REGIME_V2.states.map((state) => (state.regime === 2 ? { ...state, gates: [gate!] } : state));
    const rules: CycleRules = { ...LONG_REGIME_V2, states };
    expect(rationaleOf({ ...bear, b200: null, r30: null, r90: null }, 2, rules)).toBe(
      'Established Bear: BTC -25 % vs its 200-day average.',
    );
    expect(rationaleOf(NO_SIGNALS, 1, LONG_REGIME_V2)).toBe('Structural Shock.');
    expect(rationaleOf({ ...NO_SIGNALS, r1: -0.2, z1: -8 }, 1, LONG_REGIME_V2)).toMatch(/^Structural Shock: [^;]+\.$/);
  });
});
