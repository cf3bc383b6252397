/**
 * Distance of each cutoff from flipping: the signals that would have to move, and by how much, for the read to change.
 */

import { measured, type Measured, type Side } from './membership.ts';
import type { CycleRules } from './rules.ts';
import type { RawRead } from './raw.ts';
import type { CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** One cutoff. */
export interface Threshold {
  readonly regime: CycleRegime;
  readonly signal: Measured;
  readonly op: '<' | '>';
  readonly cutoff: number;
  /** null when the signal is missing. */
  readonly value: number | null;
  /** In the unit of the signal: positive while satisfied; how far the signal must move to flip it. */
  readonly distance: number | null;
  /** Unit of the order, in that of the signal: the distance at which membership is 0.73. */
  readonly width: number;
  readonly satisfied: boolean;
  /** Whether the cutoff keeps the committed regime, or would let another one in. */
  readonly effect: 'keeps' | 'enables';
  readonly missing: boolean;
}

/**
 * The cutoffs in the gates of the committed regime, of the best of the others, and of the shock rules; the nearest to
 * flipping first, in widths of their own, the missing ones last.
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

/** The regime with the best score of all but the committed one and the shock; regime 2 when none has a score. */
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
