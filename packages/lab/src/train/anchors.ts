/** Start of latent states at label prototypes, and checks that fitted states still match their labels. */

import { FEATURES, REGIMES } from '@barograph/nowcast';
import type { TrainingConfig } from './config.ts';

/** Latent states in canonical order: by label, then by scale. No refit can switch two of them. */
export function prototypeStates(
  config: TrainingConfig,
): readonly { readonly label: number; readonly mean: readonly number[] }[] {
  return REGIMES.flatMap((regime, label) => {
    const { at, scales } = config.prototypes[regime];
    return scales.map((scale) => ({ label, mean: FEATURES.map((feature) => scale * at[feature]) }));
  });
}

/** Weighted mean squared distance of a state's mean to a label: to the nearer of its prototypes. */
export function anchorDistance(mean: ArrayLike<number>, label: number, config: TrainingConfig): number {
  const { at, scales, weights } = config.prototypes[REGIMES[label]!];
  const total = FEATURES.reduce((sum, feature) => sum + weights[feature], 0);
  return (
    Math.min(
      ...scales.map((scale) =>
        FEATURES.reduce((sum, feature, i) => sum + weights[feature] * (mean[i]! - scale * at[feature]) ** 2, 0),
      ),
    ) / total
  );
}

/** Label with the nearest prototype; the lower id in a tie. */
export function nearestLabel(mean: ArrayLike<number>, config: TrainingConfig): number {
  const distances = REGIMES.map((_, label) => anchorDistance(mean, label, config));
  return distances.indexOf(Math.min(...distances));
}
