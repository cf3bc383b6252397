import { fold } from '@barograph/core';
import { exploreReducer } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { isCascade, type CascadeEvidence } from './cascade.ts';
import { LIQUIDITY_V1, checkLiquidityConfig } from './config.ts';
import { LIQUIDITY_REGIMES, liquidityRegime, liquidityRules, type LiquidityFeatures } from './regime.ts';

/** An ordinary book: fits only the last rule. */
const QUIET: LiquidityFeatures = {
  depth: 100,
  depthBaseline: 100,
  spreadBps: 2,
  spreadBaseline: 2,
  divergence: 0,
  divergenceLimit: 3,
  cascade: false,
  warm: true,
};
const THIN = { ...QUIET, depth: 60 };
const IMPAIRED = { ...QUIET, depth: 69.9, cascade: true };
const DIVERGENT = { ...QUIET, divergence: 3 };
const DEEP = { ...QUIET, depth: 125 };
const COLD = { ...QUIET, warm: false };
const UNKNOWN = { ...QUIET, depth: NaN, spreadBps: NaN, divergence: NaN };

const machine = liquidityRegime();
const labels = (...inputs: readonly LiquidityFeatures[]) =>
  fold(machine, inputs).outputs.map(({ regime, status }) => (status === 'ok' ? regime : status));

describe('the rules of liquidity', () => {
  it.each([
    ['post_cascade_impaired', IMPAIRED, 'depth', 70, [true, false, false]],
    ['oi_price_divergence', QUIET, 'divergence', 3, [false, true, true]],
    ['oi_price_divergence', { ...QUIET, divergence: 5 }, 'divergenceLimit', 5, [true, true, false]],
    ['deep_book', DEEP, 'depth', 125, [false, true, true]],
    ['deep_book', DEEP, 'spreadBps', 2, [true, true, false]],
  ] as const)('[#376] %s turns at an edge %#: just below, at and just above', (label, base, feature, edge, fits) => {
    const values = [edge * (1 - 1e-12), edge, edge * (1 + 1e-12)];
    expect(values.map((value) => liquidityRules({ ...base, [feature]: value }, [], LIQUIDITY_V1)[0] === label)).toEqual(
      fits,
    );
  });

  it('[#376] depth_withdrawal turns at 0.60 of the baseline on 3 of the last 5 samples', () => {
    const after = (depth: number) => labels(...[depth, depth, depth].map((one) => ({ ...QUIET, depth: one }))).at(-1);
    expect([60 - 1e-9, 60, 60 + 1e-9].map(after)).toEqual(['depth_withdrawal', 'depth_withdrawal', 'neutral']);
    expect(labels(THIN, THIN, QUIET, QUIET, THIN).at(-1)).toBe('depth_withdrawal');
    expect(labels(THIN, THIN, QUIET, QUIET, QUIET, THIN).at(-1)).toBe('neutral');
    expect(labels(THIN, THIN)).toEqual(['neutral', 'neutral']);
  });

  it('are those of the table in their order, and nothing unknown fits', () => {
    const all = { ...QUIET, depth: 50, cascade: true, divergence: 9 };
    const thin = [true, true, true];
    expect(liquidityRules(all, thin, LIQUIDITY_V1)).toEqual([
      'post_cascade_impaired',
      'oi_price_divergence',
      'neutral',
    ]);
    expect(liquidityRules({ ...all, cascade: false }, thin, LIQUIDITY_V1)).toEqual([
      'depth_withdrawal',
      'oi_price_divergence',
      'neutral',
    ]);
    expect(liquidityRules({ ...UNKNOWN, cascade: true }, [], LIQUIDITY_V1)).toEqual(['neutral']);
    expect(liquidityRules({ ...QUIET, depthBaseline: NaN }, [], LIQUIDITY_V1)).toEqual(['neutral']);
  });
});

describe('the label of liquidity', () => {
  it.each([
    ['post_cascade_impaired', [IMPAIRED]],
    ['depth_withdrawal', [THIN, THIN, THIN]],
    ['oi_price_divergence', [DIVERGENT]],
  ] as const)('%s is left after three samples in a row without its condition', (label, entry) => {
    // depth_withdrawal holds alone while 3 of 5 are thin: two more samples.
    const own = label === 'depth_withdrawal' ? 2 : 0;
    const quiet = Array.from({ length: own + 3 }, () => QUIET);
    const path = labels(...entry, ...quiet).slice(entry.length - 1);
    expect(path).toEqual([...Array.from({ length: own + 3 }, () => label), 'neutral']);
    const again = labels(...entry, ...quiet.slice(0, -1), entry[0], QUIET, QUIET).at(-1);
    expect(again).toBe(label === 'depth_withdrawal' ? 'neutral' : label);
  });

  it('gives way at once to an alarm above it, and to nothing below it', () => {
    expect(labels(DIVERGENT, IMPAIRED)).toEqual(['oi_price_divergence', 'post_cascade_impaired']);
    expect(labels(IMPAIRED, DIVERGENT, DIVERGENT, DIVERGENT)).toEqual([
      'post_cascade_impaired',
      'post_cascade_impaired',
      'post_cascade_impaired',
      'oi_price_divergence',
    ]);
    expect(labels(DEEP, QUIET, DEEP, DIVERGENT)).toEqual(['deep_book', 'neutral', 'deep_book', 'oi_price_divergence']);
  });

  it('is neutral and warming without 24 hours of samples, and forgets', () => {
    expect(labels(COLD, IMPAIRED, COLD, QUIET)).toEqual(['warming', 'post_cascade_impaired', 'warming', 'neutral']);
    expect(machine.step(machine.initial, { ...COLD, cascade: true, depth: 1 })).toEqual({
      state: machine.initial,
      output: { regime: 'neutral', status: 'warming' },
    });
    expect(labels(THIN, THIN, COLD, THIN).at(-1)).toBe('neutral');
  });

  it('[#376] keeps its rules in every state that can be reached', () => {
    const thinCascade = { ...THIN, cascade: true };
    const moves = new Set<string>();
    const states = exploreReducer({
      reducer: machine,
      alphabet: [QUIET, THIN, IMPAIRED, DIVERGENT, DEEP, COLD, UNKNOWN, thinCascade, { ...THIN, divergence: 4 }],
      invariant: ({ before, input, state, output }) => {
        expect(output.regime).toBe(state.regime);
        expect([output.status, state.misses < 3, state.thin.length <= 5]).toEqual([
          input.warm ? 'ok' : 'warming',
          true,
          true,
        ]);
        if (!input.warm) return expect(state).toEqual(machine.initial);
        const fitting = liquidityRules(input, state.thin, LIQUIDITY_V1);
        const first = fitting[0]!;
        const rank = (one: typeof first): number => LIQUIDITY_REGIMES.indexOf(one);
        // Either the first rule that fits, or an alarm above it that has missed fewer than three times.
        if (state.regime === first) expect(state.misses).toBe(0);
        else {
          expect([state.regime, rank(first) > rank(before.regime), rank(before.regime) < 3]).toEqual([
            before.regime,
            true,
            true,
          ]);
          expect(state.misses).toBe(before.misses + 1);
        }
        if (before.regime !== state.regime) moves.add(`${before.regime} → ${state.regime}`);
      },
    });
    expect(new Set(states.map(({ regime }) => regime)).size).toBe(5);
    expect(moves.size).toBe(20);
    const reached = new Set([...moves].flatMap((move) => move.split(' → ')));
    expect([...reached].toSorted()).toEqual(['deep_book', 'depth_withdrawal', 'neutral', 'oi_price_divergence', 'post_cascade_impaired']); // prettier-ignore
    expect(states.length).toBe(393);
  });

  it.each([
    [{ ...LIQUIDITY_V1, bandsBps: [10, 10, 50, 100] as const }, '"bandsBps[1]" expected a number above 10, got 10'],
    [{ ...LIQUIDITY_V1, labelBps: 20 }, '"labelBps" expected one of 10, 25, 50, 100, got 20'],
    [{ ...LIQUIDITY_V1, exitSamples: 0 }, '"exitSamples" expected an integer ≥ 1, got 0'],
    [
      { ...LIQUIDITY_V1, withdrawal: { upTo: 0.6, of: 6, last: 5 } },
      '"withdrawal.of" expected a number within 1…5, got 6',
    ],
    [{ ...LIQUIDITY_V1, deepFrom: NaN }, '"deepFrom" expected a finite number, got NaN'],
    [{ ...LIQUIDITY_V1, changeTolerance: 1 }, '"changeTolerance" expected a number within 0…0.5, got 1'],
  ])('refuses a bad config %#', (config, message) => {
    expect(() => liquidityRegime(config)).toThrow(message);
    expect(checkLiquidityConfig(LIQUIDITY_V1)).toBe(LIQUIDITY_V1);
  });
});

describe('a cascade', () => {
  const none: CascadeEvidence = {
    liquidations: NaN,
    usualLiquidations: 1000,
    openInterestUsd: 1e6,
    logReturn: NaN,
    sigma: 0.01,
    oiChangePct: NaN,
  };
  const forced = { ...none, liquidations: 5000 };
  const jump = { ...none, logReturn: -0.04, oiChangePct: -5 };

  it.each([
    [forced, 'liquidations', 5000, [false, true, true]],
    [{ ...forced, usualLiquidations: 2000 }, 'liquidations', 6000, [false, true, true]],
    [forced, 'openInterestUsd', 1e6, [true, true, false]],
    [jump, 'logReturn', -0.04, [true, true, false]],
    [{ ...jump, logReturn: 0.04 }, 'logReturn', 0.04, [false, true, true]],
    [jump, 'oiChangePct', -5, [true, true, false]],
    [jump, 'sigma', 0.01, [true, true, false]],
  ] as const)('turns at an edge %#: just below, at and just above', (base, field, edge, is) => {
    const step = Math.abs(edge) * 1e-12;
    expect([edge - step, edge, edge + step].map((value) => isCascade({ ...base, [field]: value }))).toEqual(is);
  });

  it('is not proven by what is not known, nor by a market that never moved', () => {
    expect(isCascade(none)).toBe(false);
    for (const field of ['liquidations', 'usualLiquidations', 'openInterestUsd'] as const) {
      expect(isCascade({ ...forced, [field]: NaN })).toBe(false);
    }
    for (const field of ['logReturn', 'sigma', 'oiChangePct'] as const) {
      expect(isCascade({ ...jump, [field]: NaN })).toBe(false);
    }
    expect(isCascade({ ...jump, logReturn: 0, sigma: 0 })).toBe(false);
    expect(isCascade({ ...none, liquidations: 0, usualLiquidations: 0, openInterestUsd: 0 })).toBe(false);
  });
});
