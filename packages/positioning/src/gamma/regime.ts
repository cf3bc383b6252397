/** State of the gamma analog: two thresholds with hysteresis. */

import type { GammaConfig } from './config.ts';
import type { Coverage, GammaRegime } from './rules.ts';

/** Last cycle of a coin; plain JSON. */
export interface HeldRegime {
  readonly state: GammaRegime;
  /** Start of the state, epoch ms. */
  readonly since: number;
  /** Score of that cycle, hundredths; null without coverage. */
  readonly points: number | null;
  /** Time of the cycle, epoch ms. */
  readonly time: number;
}

type Thresholds = Pick<GammaConfig, 'amplifyFrom' | 'dampenTo' | 'marginPoints' | 'forgetAfterMs'>;

/**
 * Whether a threshold is passed: by at least the margin, or at all on a second consecutive cycle. `beyond` is 0 on the
 * threshold itself.
 */
function isPassed(beyond: number, beyondBefore: number, margin: number): boolean {
  return beyond >= margin || (beyond >= 0 && beyondBefore >= 0);
}

/**
 * State of a cycle. Without a recent previous score the thresholds apply without hysteresis.
 *
 * @param points score in hundredths; null without coverage.
 */
export function nextState(
  config: Thresholds,
  previous: HeldRegime | null,
  points: number | null,
  time: number,
): HeldRegime {
  const state = stateOf(config, recent(config, previous, time), points);
  return { state, since: previous?.state === state ? previous.since : time, points, time };
}

/** Previous cycle when it is recent enough for hysteresis. */
export function recent({ forgetAfterMs }: Thresholds, previous: HeldRegime | null, time: number): HeldRegime | null {
  return previous === null || previous.points === null || time - previous.time > forgetAfterMs ? null : previous;
}

function stateOf(
  { amplifyFrom, dampenTo, marginPoints }: Thresholds,
  previous: HeldRegime | null,
  points: number | null,
): GammaRegime {
  if (points === null) return 'transitional';
  if (previous === null) return points >= amplifyFrom ? 'amplify' : points <= dampenTo ? 'dampen' : 'transitional';
  const before = previous.points!;
  // Scores are whole hundredths: one below the threshold is beyond it by one.
  const leaves = (beyond: number, beyondBefore: number): boolean =>
    beyond >= marginPoints || (beyond > 0 && beyondBefore > 0);
  const amplifies =
    previous.state === 'amplify'
      ? !leaves(amplifyFrom - points, amplifyFrom - before)
      : isPassed(points - amplifyFrom, before - amplifyFrom, marginPoints);
  if (amplifies) return 'amplify';
  const dampens =
    previous.state === 'dampen'
      ? !leaves(points - dampenTo, before - dampenTo)
      : isPassed(dampenTo - points, dampenTo - before, marginPoints);
  return dampens ? 'dampen' : 'transitional';
}

/** Confidence in the state, 0…1. */
export function confidenceOf(
  { amplifyFrom, dampenTo, confidence }: GammaConfig,
  coverage: Coverage,
  points: number | null,
  isReady: boolean,
): number {
  if (points === null) return 0;
  const distance = Math.min(Math.abs(points - amplifyFrom), Math.abs(points - dampenTo));
  const { partial, floor, farPoints, warming } = confidence;
  const clear = floor + (1 - floor) * Math.min(1, distance / farPoints);
  return (coverage === 'full' ? 1 : partial) * clear * (isReady ? 1 : warming);
}
