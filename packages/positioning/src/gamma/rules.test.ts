import { describe, expect, it } from 'vitest';
import { checkGammaConfig, GAMMA_V2, type RuleInput, type TermName } from './config.ts';
import { applyRules, coverageOf, type RuleInputs } from './rules.ts';

const NOTHING: RuleInputs = {
  skewPctile: null,
  skew: null,
  nearDensityPctile: null,
  nearDensity: null,
  distToFlipPct: null,
  fundingPctile: null,
  openInterestChangePct: null,
};
const pointsOf = (term: TermName, inputs: Partial<RuleInputs>): number =>
  applyRules(GAMMA_V2, 'full', { ...NOTHING, ...inputs }).points[term];

/** Numbers just below, at and just above another. */
const around = (value: number): readonly [number, number, number] => [value - 1e-9, value, value + 1e-9];

/** Thresholds of each input, and what the rule adds just below, at and just above. Taken from the contract. */
const THRESHOLDS: readonly (readonly [TermName, RuleInput, number, readonly [number, number, number], string])[] = [
  ['skew', 'skewPctile', 10, [20, 20, 0], '#496'],
  ['skew', 'skewPctile', 25, [0, -10, -10], '#496'],
  ['skew', 'skewPctile', 75, [-10, -10, 0], '#496'],
  ['skew', 'skewPctile', 90, [0, 20, 20], '#496'],
  ['skew', 'skew', -0.5, [20, 20, 0], '#497'],
  ['skew', 'skew', -0.15, [0, -10, -10], '#497'],
  ['skew', 'skew', 0.15, [-10, -10, 0], '#497'],
  ['skew', 'skew', 0.5, [0, 20, 20], '#497'],
  ['density', 'nearDensityPctile', 25, [-10, -10, 0], ''],
  ['density', 'nearDensityPctile', 75, [0, 10, 10], ''],
  ['density', 'nearDensityPctile', 90, [10, 20, 20], ''],
  ['density', 'nearDensity', 2, [-10, -10, 0], ''],
  ['density', 'nearDensity', 6, [0, 10, 10], ''],
  ['density', 'nearDensity', 12, [10, 20, 20], ''],
  ['flip', 'distToFlipPct', -10, [-5, -5, 0], ''],
  ['flip', 'distToFlipPct', -2.5, [0, 5, 5], ''],
  ['flip', 'distToFlipPct', -1, [5, 15, 15], ''],
  ['flip', 'distToFlipPct', 1, [15, 15, 5], ''],
  ['flip', 'distToFlipPct', 2.5, [5, 5, 0], ''],
  ['flip', 'distToFlipPct', 10, [0, -5, -5], ''],
  ['funding', 'fundingPctile', 10, [10, 10, 0], ''],
  ['funding', 'fundingPctile', 40, [0, -5, -5], ''],
  ['funding', 'fundingPctile', 60, [-5, -5, 0], ''],
  ['funding', 'fundingPctile', 90, [0, 10, 10], ''],
  ['openInterest', 'openInterestChangePct', -10, [-10, -10, 0], ''],
  ['openInterest', 'openInterestChangePct', 10, [0, 10, 10], ''],
];

describe('the rules of the gamma analog', () => {
  it.each(THRESHOLDS)('%s by %s just below, at and just above %s: %j [%s]', (term, input, threshold, expected) => {
    expect(around(threshold).map((value) => pointsOf(term, { [input]: value }))).toEqual(expected);
  });

  it('has no bound that is not among these', () => {
    const bounds = GAMMA_V2.terms.flatMap(({ readings }) =>
      readings.flatMap(({ input, lines }) =>
        lines.flatMap(({ atLeast, atMost }) =>
          [atLeast, atMost].flatMap((at) => (at === undefined ? [] : [`${input} ${at}`])),
        ),
      ),
    );
    expect([...new Set(bounds)].sort()).toEqual(THRESHOLDS.map(([, input, at]) => `${input} ${at}`).sort());
  });

  it('judges by the percentile where there is one, else by the size, else not at all [#489]', () => {
    const both = applyRules(GAMMA_V2, 'full', { ...NOTHING, skewPctile: 50, skew: 0.9 });
    expect([both.points.skew, both.readFrom.skew]).toEqual([-10, 'skewPctile']);
    const raw = applyRules(GAMMA_V2, 'full', { ...NOTHING, skew: 0.9 });
    expect([raw.points.skew, raw.readFrom.skew]).toEqual([20, 'skew']);
    const none = applyRules(GAMMA_V2, 'full', NOTHING);
    expect([none.points.skew, none.readFrom.skew, none.score]).toEqual([0, null, 40]);
  });

  it('adds only funding and open interest without full coverage, and nothing without funding', () => {
    const all: RuleInputs = {
      skewPctile: 95,
      skew: 1,
      nearDensityPctile: 99,
      nearDensity: 50,
      distToFlipPct: 0,
      fundingPctile: 50,
      openInterestChangePct: -10,
    };
    const full = applyRules(GAMMA_V2, 'full', all);
    expect([full.score, full.points]).toEqual([
      80,
      { skew: 20, density: 20, flip: 15, funding: -5, openInterest: -10 },
    ]);
    const some = applyRules(GAMMA_V2, 'funding_only', all);
    expect([some.score, some.points]).toEqual([25, { skew: 0, density: 0, flip: 0, funding: -5, openInterest: -10 }]);
    expect(applyRules(GAMMA_V2, 'none', all).score).toBeNull();
  });

  it('stays within 0 and 1', () => {
    const highest = { ...NOTHING, skewPctile: 95, nearDensityPctile: 95, distToFlipPct: 0, fundingPctile: 99 };
    expect(applyRules(GAMMA_V2, 'full', { ...highest, openInterestChangePct: 20 }).score).toBe(100);
    expect(applyRules({ ...GAMMA_V2, basePoints: 5 }, 'full', { ...NOTHING, skewPctile: 50 }).score).toBe(0);
  });

  it('covers in full from 20 accounts and 1 band on, else by funding alone, else not [#500]', () => {
    const cover = (accounts: number, bands: number, knowsFunding = true) =>
      coverageOf(GAMMA_V2, accounts, bands, knowsFunding);
    expect([cover(19, 1), cover(20, 1), cover(21, 1)]).toEqual(['funding_only', 'full', 'full']);
    expect([cover(20, 0), cover(20, 2, false), cover(19, 9, false)]).toEqual(['funding_only', 'full', 'none']);
  });
});

describe('the config of the gamma analog', () => {
  it.each([
    [{ basePoints: 0.5 }, '"basePoints" expected an integer ≥ 0, got 0.5'],
    [{ amplifyFrom: 34 }, '"amplifyFrom" expected an integer ≥ 35, got 34'],
    [{ readySamples: 0 }, '"readySamples" expected an integer ≥ 1, got 0'],
    [{ pinned: { ...GAMMA_V2.pinned, window: 17 } }, '"pinned.window" expected an integer ≥ 18, got 17'],
    [
      { terms: [{ term: 'flip', needsFull: true, readings: [{ input: 'skew', lines: [{ points: 1.5 }] }] }] },
      '"terms.flip" expected whole points, got 1.5',
    ],
    [
      {
        terms: [
          {
            term: 'flip',
            needsFull: true,
            readings: [{ input: 'skew', lines: [{ atLeast: 2, atMost: 1, points: 1 }] }],
          },
        ],
      },
      '"terms.flip.skew" expected "atLeast" ≤ "atMost", got 2 and 1',
    ],
  ] as const)('refuses %j', (change, message) => {
    expect(() => checkGammaConfig({ ...GAMMA_V2, ...change })).toThrow(message);
    expect(checkGammaConfig(GAMMA_V2)).toBe(GAMMA_V2);
  });
});
