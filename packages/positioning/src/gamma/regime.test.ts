import { describe, expect, it } from 'vitest';
import { GAMMA_V2 } from './config.ts';
import { confidenceOf, nextState, type HeldRegime } from './regime.ts';
import { GAMMA_REGIMES, type GammaRegime } from './rules.ts';

const FIVE_MINUTES = 300_000;

/** The states of successive cycles with these scores, in hundredths. */
function run(points: readonly (number | null)[], apart = FIVE_MINUTES): readonly GammaRegime[] {
  let state: HeldRegime | null = null;
  return points.map((score, i) => (state = nextState(GAMMA_V2, state, score, i * apart)).state);
}

describe('the state of the gamma analog', () => {
  it('is by the thresholds as they stand in the first cycle [#488]', () => {
    for (let points = 0; points <= 100; points++) {
      const expected = points >= 60 ? 'amplify' : points <= 30 ? 'dampen' : 'transitional';
      expect(run([points])).toEqual([expected]);
    }
  });

  it.each([
    // enters amplify
    [[50, 59], 'transitional'], [[50, 60], 'transitional'], [[50, 61], 'transitional'], [[50, 62], 'amplify'],
    [[50, 59, 61], 'transitional'], [[50, 60, 60], 'amplify'], [[50, 61, 60], 'amplify'], [[50, 61, 59, 61], 'transitional'],
    // leaves it
    [[60, 60], 'amplify'], [[60, 59], 'amplify'], [[60, 58], 'transitional'], [[60, 59, 60, 59], 'amplify'],
    [[60, 59, 59], 'transitional'],
    // enters dampen
    [[50, 31], 'transitional'], [[50, 30], 'transitional'], [[50, 29], 'transitional'], [[50, 28], 'dampen'],
    [[50, 30, 30], 'dampen'], [[50, 29, 31, 29], 'transitional'],
    // leaves it
    [[30, 31], 'dampen'], [[30, 32], 'transitional'], [[30, 31, 30, 31], 'dampen'], [[30, 31, 31], 'transitional'],
    // across both
    [[20, 61], 'transitional'], [[20, 61, 61], 'amplify'], [[20, 62], 'amplify'], [[80, 29], 'transitional'], [[80, 28], 'dampen'],
    // without coverage, and after it
    [[80, null], 'transitional'], [[80, null, 60], 'amplify'], [[80, null, 59], 'transitional'],
  ] as const)('after %j is %s', (points, expected) => {
    expect(run(points).at(-1)).toBe(expected);
  }); // prettier-ignore

  it('is forgotten when the last cycle is older than 30 minutes', () => {
    expect(run([60, 59], 1_800_000).at(-1)).toBe('amplify');
    expect(run([60, 59], 1_800_001).at(-1)).toBe('transitional');
  });

  it('is the one of its threshold, or within .02 of it, in every pair of cycles', () => {
    for (const held of GAMMA_REGIMES) {
      for (let before = 0; before <= 100; before++) {
        for (let points = 0; points <= 100; points++) {
          const { state } = nextState(GAMMA_V2, { state: held, since: 0, points: before, time: 0 }, points, 1);
          if (points >= 62) expect(state).toBe('amplify');
          else if (points <= 28) expect(state).toBe('dampen');
          else if (points >= 32 && points <= 58) expect(state).toBe('transitional');
          else expect(state).not.toBe(points > 45 ? 'dampen' : 'amplify');
          // Either as before or by the thresholds.
          if (points > 58 && points < 62 && state === 'amplify') expect(held === 'amplify' || before >= 60).toBe(true);
        }
      }
    }
  });

  it('keeps the moment since which it holds, also when it was forgotten and is the same', () => {
    const first = nextState(GAMMA_V2, null, 70, 1_000);
    const second = nextState(GAMMA_V2, first, 59, 2_000);
    expect([second.state, second.since]).toEqual(['amplify', 1_000]);
    expect(nextState(GAMMA_V2, second, 50, 3_000)).toEqual({
      state: 'transitional',
      since: 3_000,
      points: 50,
      time: 3_000,
    });
    expect(nextState(GAMMA_V2, first, 70, 9_000_000).since).toBe(1_000);
  });
});

describe('the confidence', () => {
  it.each([
    ['full', 60, true, 0.5], ['full', 75, true, 1], ['full', 45, true, 1], ['full', 30, true, 0.5], ['full', 33, true, 0.6],
    ['full', 100, true, 1], ['full', 100, false, 0.8], ['full', 60, false, 0.4], ['funding_only', 45, true, 0.35],
    ['funding_only', 30, false, 0.14], ['none', null, true, 0],
  ] as const)('under %s coverage at %s (ready: %s) is %s', (coverage, points, isReady, expected) => {
    expect(confidenceOf(GAMMA_V2, coverage, points, isReady)).toBeCloseTo(expected, 12);
  }); // prettier-ignore
});
