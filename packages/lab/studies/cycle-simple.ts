/** A far simpler long-horizon classifier to compare with: a dozen round numbers, no memberships, no weights. */

import type { CycleRegime, CycleSignals } from '@barograph/cycle';

/**
 * Ten states by a list of questions, the first yes wins. The numbers are the conventional round ones (a fifth off the
 * high is a bear market, half is a deep one, three standard deviations are a shock), looked at on windows before 2021
 * only: it was revised once, to ask whether coins beat Bitcoin before it asks how many are high, when it missed the end
 * of 2020.
 */
export function simpleRead(signals: CycleSignals): CycleRegime | null {
  const { d200, ddAth, athAgeD, r1, r3, r30, r90, z1, b200, altOut90 } = signals;
  if (d200 === null || ddAth === null || athAgeD === null || r1 === null || r3 === null || z1 === null) return null;
  if (r30 === null || r90 === null) return null;
  if ((r1 < -0.1 && z1 < -3) || r3 < -0.25) return 1;
  if (ddAth < -0.5) {
    if (r30 < -0.25) return 3;
    if (d200 > 0) return 5;
    return r90 > 0 ? 4 : 2;
  }
  if (ddAth < -0.2 && athAgeD < 180 && r30 < 0) return 10;
  if (d200 < 0) return 2;
  if (b200 === null || altOut90 === null) return null;
  if (altOut90 < 50) return 6;
  if (b200 < 75) return 7;
  return r90 > 0.5 ? 9 : 8;
}
