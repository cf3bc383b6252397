/** Parameters and rules of the gamma analog, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Inputs that a rule may read, under their names in the record. */
export type RuleInput =
  | 'skewPctile'
  | 'skew'
  | 'nearDensityPctile'
  | 'nearDensity'
  | 'distToFlipPct'
  | 'fundingPctile'
  | 'openInterestChangePct';

/** Terms of the score. */
export type TermName = 'skew' | 'density' | 'flip' | 'funding' | 'openInterest';

/** Line of a rule: it holds when the input lies within the bounds, inclusive. */
export interface RuleLine {
  /** Lowest input, in the unit of the input. @default no lower bound */
  readonly atLeast?: number;
  /** Highest input, in the unit of the input. @default no upper bound */
  readonly atMost?: number;
  /** Added to the score, in hundredths: integers, so that sums meet thresholds exactly. */
  readonly points: number;
}

/** Input and its lines. The first line that holds counts. */
export interface RuleReading {
  readonly input: RuleInput;
  readonly lines: readonly RuleLine[];
}

/** Term of the score. The first reading with a known input counts; a term without one adds nothing. */
export interface RuleTerm {
  readonly term: TermName;
  /** Whether the term counts under full coverage only. */
  readonly needsFull: boolean;
  readonly readings: readonly RuleReading[];
}

/** Parameters of the gamma analog. A changed number needs a new version. */
export interface GammaConfig {
  readonly version: `gamma/${string}`;
  /** Version of the rules, `rules_version` on the wire. */
  readonly rulesVersion: string;
  /** Score before any term, hundredths. */
  readonly basePoints: number;
  readonly terms: readonly RuleTerm[];
  /** Score at and above which the state is `amplify`, hundredths. */
  readonly amplifyFrom: number;
  /** Score at and below which the state is `dampen`, hundredths. */
  readonly dampenTo: number;
  /** Distance beyond a threshold that passes it at once, hundredths; a smaller one passes on the second cycle. */
  readonly marginPoints: number;
  /** Age of the previous cycle above which its state is dropped, ms. */
  readonly forgetAfterMs: number;
  /** Full coverage: fewest market-maker accounts, and fewest bins of the ladder. */
  readonly fullAccounts: number;
  readonly fullBands: number;
  readonly confidence: {
    /** Factor of the confidence without full coverage. */
    readonly partial: number;
    /** Factor at a threshold; it grows to 1 at `farPoints` (hundredths) from it. */
    readonly floor: number;
    /** Distance from a threshold at which the factor is 1, hundredths. */
    readonly farPoints: number;
    /** Factor while the context is warming. */
    readonly warming: number;
  };
  /** Distance from mark that counts as near, percent. */
  readonly nearPct: number;
  /** Range of the profile around mark, percent. */
  readonly profilePct: number;
  /** Hours of the ring, and fewest samples for a percentile. */
  readonly ringHours: number;
  readonly readySamples: number;
  /**
   * Funding is pinned when `count` of the last `window` samples lie within `tolerance` of `baseline`, fractions per
   * hour.
   */
  readonly pinned: {
    readonly baseline: number;
    readonly tolerance: number;
    readonly window: number;
    readonly count: number;
  };
}

/**
 * Version 2. The skew rule, pinning, coverage and the sizes of the ring come from the contract; the other terms,
 * thresholds and the confidence are ours, published with every answer.
 */
export const GAMMA_V2: GammaConfig = deepFreeze({
  version: 'gamma/2',
  rulesVersion: '2',
  basePoints: 40,
  terms: [
    {
      term: 'skew',
      needsFull: true,
      readings: [
        {
          input: 'skewPctile',
          lines: [
            { atLeast: 90, points: 20 },
            { atMost: 10, points: 20 },
            { atLeast: 25, atMost: 75, points: -10 },
          ],
        },
        {
          input: 'skew',
          lines: [
            { atLeast: 0.5, points: 20 },
            { atMost: -0.5, points: 20 },
            { atLeast: -0.15, atMost: 0.15, points: -10 },
          ],
        },
      ],
    },
    {
      term: 'density',
      needsFull: true,
      readings: [
        {
          input: 'nearDensityPctile',
          lines: [
            { atLeast: 90, points: 20 },
            { atLeast: 75, points: 10 },
            { atMost: 25, points: -10 },
          ],
        },
        {
          input: 'nearDensity',
          lines: [
            { atLeast: 12, points: 20 },
            { atLeast: 6, points: 10 },
            { atMost: 2, points: -10 },
          ],
        },
      ],
    },
    {
      term: 'flip',
      needsFull: true,
      readings: [
        {
          input: 'distToFlipPct',
          lines: [
            { atLeast: -1, atMost: 1, points: 15 },
            { atLeast: -2.5, atMost: 2.5, points: 5 },
            { atLeast: 10, points: -5 },
            { atMost: -10, points: -5 },
          ],
        },
      ],
    },
    {
      term: 'funding',
      needsFull: false,
      readings: [
        {
          input: 'fundingPctile',
          lines: [
            { atLeast: 90, points: 10 },
            { atMost: 10, points: 10 },
            { atLeast: 40, atMost: 60, points: -5 },
          ],
        },
      ],
    },
    {
      term: 'openInterest',
      needsFull: false,
      readings: [
        {
          input: 'openInterestChangePct',
          lines: [
            { atLeast: 10, points: 10 },
            { atMost: -10, points: -10 },
          ],
        },
      ],
    },
  ],
  amplifyFrom: 60,
  dampenTo: 30,
  marginPoints: 2,
  forgetAfterMs: 1_800_000,
  fullAccounts: 20,
  fullBands: 1,
  confidence: { partial: 0.35, floor: 0.5, farPoints: 15, warming: 0.8 },
  nearPct: 2,
  profilePct: 10,
  ringHours: 720,
  readySamples: 48,
  pinned: { baseline: 1.25e-5, tolerance: 1e-7, window: 24, count: 18 },
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkGammaConfig(GAMMA_V2).version; // → 'gamma/2'
 * checkGammaConfig({ ...GAMMA_V2, ringHours: 0 }); // → UsageError: "ringHours" expected an integer ≥ 1, got 0
 */
export function checkGammaConfig(config: GammaConfig): GammaConfig {
  integerAtLeast('basePoints', config.basePoints, 0);
  for (const { term, readings } of config.terms) {
    for (const { input, lines } of readings) {
      for (const { points, atLeast = -Infinity, atMost = Infinity } of lines) {
        if (!Number.isSafeInteger(points)) {
          throw new UsageError(`"terms.${term}" expected whole points, got ${points}`);
        }
        if (!(atLeast <= atMost)) {
          throw new UsageError(`"terms.${term}.${input}" expected "atLeast" ≤ "atMost", got ${atLeast} and ${atMost}`);
        }
      }
    }
  }
  const { amplifyFrom, dampenTo, marginPoints, pinned, confidence } = config;
  integerAtLeast('marginPoints', marginPoints, 0);
  integerAtLeast('dampenTo', dampenTo, 0);
  // Between both thresholds and their margins there must be room for the middle state.
  integerAtLeast('amplifyFrom', amplifyFrom, dampenTo + 2 * marginPoints + 1);
  integerAtLeast('forgetAfterMs', config.forgetAfterMs, 1);
  integerAtLeast('fullAccounts', config.fullAccounts, 0);
  integerAtLeast('fullBands', config.fullBands, 0);
  for (const name of ['partial', 'floor', 'warming'] as const) within(`confidence.${name}`, confidence[name], 0, 1);
  within('confidence.farPoints', confidence.farPoints, 1, 100);
  within('nearPct', config.nearPct, 0, 50);
  within('profilePct', config.profilePct, 0, 50);
  integerAtLeast('ringHours', config.ringHours, 1);
  integerAtLeast('readySamples', config.readySamples, 1);
  within('pinned.baseline', pinned.baseline, -1, 1);
  within('pinned.tolerance', pinned.tolerance, 0, 1);
  integerAtLeast('pinned.count', pinned.count, 1);
  integerAtLeast('pinned.window', pinned.window, pinned.count);
  return config;
}
