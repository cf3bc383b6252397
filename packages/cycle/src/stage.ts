/** Refinements of two regimes: the stage of a distribution, and the kind of a euphoria. */

import { up } from './membership.ts';
import type { CycleSignals } from './signals.ts';

/** Stage of a distribution. */
export type DistributionStage = 'early_distribution' | 'active_deleveraging';

/** Kind of euphoria, with its scores. */
export interface EuphoriaScore {
  readonly label: 'alt_expansion' | 'blow_off';
  /** Expansion of altcoins far ahead of Bitcoin, 0…1; null without breadth. */
  readonly altExpansion: number | null;
  /** Vertical rise of Bitcoin itself, 0…1. */
  readonly blowOff: number | null;
}

const isAtMost = (value: number | null, limit: number): boolean => value !== null && value <= limit;

/**
 * Stage of regime 10. Without dwell: it may change at every refresh.
 *
 * @example
 * distributionStage({ ...NO_SIGNALS, r7: -0.12 }); // → 'active_deleveraging'
 * distributionStage({ ...NO_SIGNALS, r7: -0.02, d200: 0.1 }); // → 'early_distribution'
 */
export function distributionStage({ r7, oiChg7, liqZ, d200 }: CycleSignals): DistributionStage {
  const isActive =
    isAtMost(r7, -0.1) || isAtMost(oiChg7, -15) || (liqZ !== null && liqZ >= 2) || (d200 !== null && d200 < -0.05);
  return isActive ? 'active_deleveraging' : 'early_distribution';
}

/**
 * Kind of regime 9. A tie, or unknown breadth, gives a blow-off.
 *
 * @example
 * euphoriaScore({ ...NO_SIGNALS, altRel90: 0.8, altOut90: 75 }).label; // → 'alt_expansion'
 * euphoriaScore({ ...NO_SIGNALS, d200: 1.1, r30: 0.5, rvRatio: 1.3 }).label; // → 'blow_off'
 */
export function euphoriaScore({ altRel90, altOut90, d200, r30, rvRatio }: CycleSignals): EuphoriaScore {
  const altExpansion =
    altRel90 === null || altOut90 === null ? null : (up(altRel90, 0.5, 0.15) + up(altOut90, 65, 8)) / 2;
  const blowOff =
    d200 === null || r30 === null || rvRatio === null
      ? null
      : (up(d200, 0.9, 0.15) + up(r30, 0.35, 0.08) + up(rvRatio, 1.15, 0.1)) / 3;
  const label = (altExpansion ?? 0) > (blowOff ?? 0) ? 'alt_expansion' : 'blow_off';
  return { label, altExpansion, blowOff };
}
