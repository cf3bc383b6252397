/** Distance of each cutoff from flipping: how far a signal would have to move to change the read. */

import { measured, type Measured, type Side } from './membership.ts';
import type { CycleRules } from './rules.ts';
import type { RawRead } from './raw.ts';
import type { CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** Cutoff of a rule, and the distance to it. */
export interface Threshold {
  readonly regime: CycleRegime;
  readonly signal: Measured;
  readonly op: '<' | '>';
  /** In the unit of the signal. */
  readonly cutoff: number;
  /** Value of the signal; null when missing. */
  readonly value: number | null;
  /** Distance that the signal must move to flip the cutoff, in its unit; positive while satisfied. */
  readonly distance: number | null;
  /** Distance at which membership is 0.73, in the unit of the signal; cutoffs are ordered in it. */
  readonly width: number;
  readonly satisfied: boolean;
  /** Whether the cutoff keeps the committed regime, or would enable another. */
  readonly effect: 'keeps' | 'enables';
  readonly missing: boolean;
}

/**
 * Lists the cutoffs in the gates of the committed regime, of the best other regime, and of the shock rules; nearest to
 * flipping first, in widths, missing ones last.
 *
 * @example
 * const bear = { ...NO_SIGNALS, d200: -0.02, slope200: -0.1, ddAth: -0.6, b200: 5, b50: 5 };
 * const [nearest] = thresholdsOf(bear, 2, rawRead(bear), LONG_REGIME_V2);
 * [nearest.signal, nearest.op, nearest.cutoff, nearest.distance, nearest.effect];
 * // → [ 'd200', '<', 0, 0.02, 'keeps' ]
 */
export function thresholdsOf(
  signals: CycleSignals,
  committed: CycleRegime,
  read: RawRead,
  rules: CycleRules,
): readonly Threshold[] {
  const found: { readonly threshold: Threshold; readonly nearness: number }[] = [];
  const seen = new Set<string>();
  const add = (regime: CycleRegime, { signal, op, cutoff, width }: Side): void => {
    const key = `${regime} ${signal} ${op} ${cutoff}`;
    if (seen.has(key)) return;
    seen.add(key);
    const value = measured(signals, signal);
    const distance = value === null ? null : op === '>' ? value - cutoff : cutoff - value;
    found.push({
      threshold: {
        regime,
        signal,
        op,
        cutoff,
        value,
        distance,
        width,
        satisfied: distance !== null && distance >= 0,
        effect: regime === committed ? 'keeps' : 'enables',
        missing: value === null,
      },
      nearness: distance === null ? Infinity : Math.abs(distance) / width,
    });
  };
  for (const regime of [committed, runnerUp(read, committed)]) {
    const gates = rules.states.find((state) => state.regime === regime)?.gates ?? [];
    for (const side of gates.flatMap((gate) => (gate.op === 'any' ? gate.of : [gate]))) add(regime, side);
  }
  for (const side of rules.shocks.flat()) add(1, side);
  return found
    .sort((a, b) => (a.nearness === b.nearness ? 0 : a.nearness - b.nearness))
    .map(({ threshold }) => threshold);
}

/** Regime with the best score except the committed one and the shock; regime 2 when none has a score. */
function runnerUp({ scores }: RawRead, committed: CycleRegime): CycleRegime {
  let best = -Infinity;
  let regime: CycleRegime = 2;
  scores.forEach((score, i) => {
    if (i === 0 || i === committed - 1 || score === null || score <= best) return;
    best = score;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are ten scores
    regime = (i + 1) as CycleRegime;
  });
  return regime;
}
