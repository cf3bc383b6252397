import { fold, type Reducer } from '@barograph/core';
import { exploreReducer } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEME_V1 } from './config.ts';
import { MEME_REGIMES, memeRegime, memeRule, type MemeFeatures, type MemeRegimeState } from './regime.ts';

/** A day that fits no rule: above its average, mild, with ordinary turnover. */
const QUIET: MemeFeatures = {
  ret1d: 1,
  ret7d: 2,
  ret30d: 20,
  volSpike: 1,
  volPctile30: 50,
  sma20ExtensionPct: 3,
  extensionMax: 10,
  shareOfHigh: 0.9,
};
const UNKNOWN: MemeFeatures = {
  ret1d: NaN,
  ret7d: NaN,
  ret30d: NaN,
  volSpike: NaN,
  volPctile30: NaN,
  sma20ExtensionPct: NaN,
  extensionMax: NaN,
  shareOfHigh: NaN,
};
/** A day exactly on every edge of one rule, and on none of an earlier rule. */
const EDGE = {
  euphoric: { ...QUIET, ret7d: 40, sma20ExtensionPct: 30, extensionMax: 30, volPctile30: 70 },
  distribution: { ...QUIET, extensionMax: 30, ret7d: -5, shareOfHigh: 0.5 },
  ignition: { ...QUIET, volSpike: 2, ret1d: 8, sma20ExtensionPct: 5 },
  dormant: { ...QUIET, ret30d: 15, volSpike: 0.799_999, volPctile30: 35 },
  bleeding: { ...QUIET, ret30d: -15 },
} as const satisfies Record<string, MemeFeatures>;

/** [day, feature, the edge, whether the edge itself fits, whether more of it fits too, the label without it] */
const THRESHOLDS = [
  ['euphoric', 'ret7d', 40, true, true],
  ['euphoric', 'sma20ExtensionPct', 30, true, true],
  ['euphoric', 'volPctile30', 70, true, true],
  ['distribution', 'extensionMax', 30, true, true],
  ['distribution', 'ret7d', -5, true, false],
  ['distribution', 'shareOfHigh', 0.5, true, true],
  ['ignition', 'volSpike', 2, true, true],
  ['ignition', 'ret1d', 8, true, true],
  ['ignition', 'sma20ExtensionPct', 5, true, true],
  ['dormant', 'ret30d', 15, true, false],
  ['dormant', 'volSpike', 0.8, false, false],
  ['dormant', 'volPctile30', 35, true, false],
  ['bleeding', 'ret30d', -15, true, false],
  ['bleeding', 'sma20ExtensionPct', 0, false, false],
] as const;

describe('the rules', () => {
  it.each(THRESHOLDS)(
    '[#598] %s turns at %s = %d: just below, at and just above',
    (label, feature, edge, at, above) => {
      // The two conditions of bleeding are tested apart, otherwise one would hide the other.
      const day = label === 'bleeding' ? QUIET : EDGE[label];
      const step = Math.max(Math.abs(edge), 1) * 1e-9;
      const fits = (value: number): boolean => memeRule({ ...day, [feature]: value }, MEME_V1) === label;
      expect([fits(edge - step), fits(edge), fits(edge + step)]).toEqual([!above, at, above]);
    },
  );

  it('has the month of a dormant coin flat on both sides', () => {
    const fits = (ret30d: number): string | undefined => memeRule({ ...EDGE.dormant, ret30d }, MEME_V1);
    expect([fits(-15.000_001), fits(-15), fits(-14.999_999)]).toEqual(['bleeding', 'dormant', 'dormant']);
  });

  it('goes by the first that fits', () => {
    const all: MemeFeatures = {
      ret1d: 8,
      ret7d: 40,
      ret30d: -15,
      volSpike: 2,
      volPctile30: 70,
      sma20ExtensionPct: 30,
      extensionMax: 30,
      shareOfHigh: 0.5,
    };
    expect(memeRule(all, MEME_V1)).toBe('euphoric');
    expect(memeRule({ ...all, ret7d: -5 }, MEME_V1)).toBe('distribution');
    expect(memeRule({ ...all, ret7d: 0 }, MEME_V1)).toBe('ignition');
    expect(memeRule({ ...EDGE.dormant, sma20ExtensionPct: -1, ret30d: -15 }, MEME_V1)).toBe('dormant');
    expect(memeRule({ ...all, ret7d: 0, ret1d: 0 }, MEME_V1)).toBe('bleeding');
    expect(memeRule(QUIET, MEME_V1)).toBeUndefined();
  });

  it('takes what is not known for something that does not fit', () => {
    for (const [label, feature] of THRESHOLDS) {
      if (label === 'bleeding') continue;
      expect(memeRule({ ...EDGE[label], [feature]: NaN }, MEME_V1)).not.toBe(label);
    }
    expect(memeRule(UNKNOWN, MEME_V1)).toBeUndefined();
    expect(memeRule({ ...UNKNOWN, sma20ExtensionPct: -1 }, MEME_V1)).toBe('bleeding');
  });

  it('never stops a rise: more of a week’s return does not end euphoria, nor less of it bleeding', () => {
    const some = fc.double({ min: 0, max: 500, noNaN: true });
    fc.assert(
      fc.property(some, some, (more, less) => {
        expect(memeRule({ ...EDGE.euphoric, ret7d: 40 + more, sma20ExtensionPct: 30 + less }, MEME_V1)).toBe(
          'euphoric',
        );
        expect(memeRule({ ...EDGE.bleeding, ret30d: -15 - more }, MEME_V1)).toBe('bleeding');
      }),
    );
  });
});

describe('the regime', () => {
  it('[#596] is unset until there is an extension, begins dormant where no rule fits, and counts its days', () => {
    const days = [UNKNOWN, { ...QUIET, sma20ExtensionPct: NaN }, QUIET, QUIET, EDGE.ignition, QUIET, UNKNOWN];
    const { outputs } = fold(memeRegime(), days);
    const unset = { regime: null, daysInRegime: null, prevRegime: null, regimeChanged: false };
    const lit = { regime: 'ignition', prevRegime: 'dormant' };
    expect(outputs).toEqual([
      unset,
      unset,
      { regime: 'dormant', daysInRegime: 1, prevRegime: null, regimeChanged: false },
      { regime: 'dormant', daysInRegime: 2, prevRegime: null, regimeChanged: false },
      { ...lit, daysInRegime: 1, regimeChanged: true },
      { ...lit, daysInRegime: 2, regimeChanged: false },
      { ...lit, daysInRegime: 3, regimeChanged: false },
    ]);
  });

  it.each(MEME_REGIMES)('[#598] begins %s where that rule fits on its first day, and that is no change', (regime) => {
    const { output } = memeRegime().step({ phase: 'unset' }, EDGE[regime]);
    expect(output).toEqual({ regime, daysInRegime: 1, prevRegime: null, regimeChanged: false });
  });

  it('may go from every regime to every other on a single close, and from no state to anything else', () => {
    const machine = memeRegime();
    // Days are counted without bound; the machine only uses whether it is the first.
    const counted: Reducer<MemeRegimeState, MemeFeatures, unknown> = {
      initial: machine.initial,
      step: (state, input) => {
        const next = machine.step(state, input);
        if (next.state.phase === 'unset') return next;
        return { ...next, state: { ...next.state, days: Math.min(next.state.days, 2) } };
      },
    };
    const moves = new Set<string>();
    const states = exploreReducer({
      reducer: counted,
      alphabet: [UNKNOWN, QUIET, ...MEME_REGIMES.map((regime) => EDGE[regime])],
      invariant: ({ before, input, state }) => {
        if (state.phase === 'unset') return;
        expect(state.regime).toBe(memeRule(input, MEME_V1) ?? (before.phase === 'unset' ? 'dormant' : before.regime));
        if (before.phase === 'set' && before.regime !== state.regime) {
          expect(state).toMatchObject({ previous: before.regime, days: 1 });
          moves.add(`${before.regime} → ${state.regime}`);
        }
      },
    });
    // Unset; and each regime after none or one of the four others, on its first day or later.
    expect(states.length).toBe(1 + 5 * 5 * 2);
    expect(moves.size).toBe(20);
  });

  it.each([
    [
      { ...MEME_V1, euphoric: { ...MEME_V1.euphoric, ret7dFrom: NaN } },
      '"euphoric.ret7dFrom" expected a finite number, got NaN',
    ],
    [
      { ...MEME_V1, euphoric: { ...MEME_V1.euphoric, volPctileFrom: 101 } },
      '"euphoric.volPctileFrom" expected a number within 0…100, got 101',
    ],
    [
      { ...MEME_V1, dormant: { ...MEME_V1.dormant, volPctileUpTo: -1 } },
      '"dormant.volPctileUpTo" expected a number within 0…100, got -1',
    ],
    [
      { ...MEME_V1, dormant: { ...MEME_V1.dormant, volSpikeBelow: -1 } },
      '"dormant.volSpikeBelow" expected a number ≥ 0, got -1',
    ],
    [
      { ...MEME_V1, distribution: { ...MEME_V1.distribution, shareOfHighFrom: 50 } },
      '"distribution.shareOfHighFrom" expected a number within 0…1, got 50',
    ],
    [{ ...MEME_V1, highDays: 0 }, '"highDays" expected an integer ≥ 1, got 0'],
  ])('refuses a bad config %#', (config, message) => {
    expect(() => memeRegime(config)).toThrow(message);
  });
});
