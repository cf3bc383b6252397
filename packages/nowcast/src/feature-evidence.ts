/**
 * Evidence of the features of one hour for the published label: the drop of the label's log odds when the hour is read
 * without the feature. The contribution of earlier hours is the same in both.
 *
 * With posterior q of the latent states and tempered densities b of the hour's row, the posterior without feature i is
 * `q_k · b_k(x₋ᵢ) / b_k(x)`, normalised, and the weight of i is `logit(label | x) − logit(label | x₋ᵢ)`. Features
 * depend on each other within a state, so the weights of single features need not add up to that of all.
 *
 * @source I. J. Good, Weight of evidence: a brief survey, Bayesian Statistics 2, 1985.
 */

import type { Feature } from './features/features.ts';
import { FEATURES } from './features/features.ts';
import { BLOCK } from './hmm/distances.ts';
import { createEmissionBlock, emit } from './hmm/emission.ts';
import type { Hmm } from './hmm/hmm.ts';
import type { NowcastPoint } from './nowcast/point.ts';
import { REGIMES } from './regimes.ts';

/** Feature of the hour, and its evidence for the published label. */
export interface FeatureEvidence {
  readonly feature: Feature;
  /** Robust z-score; null while undefined. */
  readonly z: number | null;
  /** Log odds that it adds to the label, nats; null while the feature is undefined, and when odds are infinite. */
  readonly weight: number | null;
  /** Sign of the weight; null when the weight is null or 0. */
  readonly side: 'for' | 'against' | null;
}

/**
 * Computes the evidence of every feature of the hour, in the order of `FEATURES`.
 *
 * @param hmm model with the emissions; transitions do not matter, so the pooled model also serves coins.
 * @returns evidence by feature; null while the point has no regime.
 * @example
 * const evidence = featureEvidence(model.hmm, point);
 * const speaksFor = evidence?.filter(({ side }) => side === 'for');
 * speaksFor?.map(({ feature }) => feature); // → [ 'trend24', 'trend72', 'efficiency24', 'shock6', 'volume' ]
 */
export function featureEvidence(hmm: Hmm, { regime, explain }: NowcastPoint): readonly FeatureEvidence[] | null {
  if (regime === null) return null;
  const { features, states: posterior } = explain;
  const label = REGIMES.indexOf(regime.label);
  const logs = withoutEach(hmm, features);
  const oddsWithout = (row: number): number => {
    let own = 0;
    let others = 0;
    posterior.forEach((share, k) => {
      if (share === 0) return;
      const left = share * Math.exp(logs[k * BLOCK + row]! - logs[k * BLOCK]!);
      if (hmm.labelOf[k] === label) own += left;
      else others += left;
    });
    return Math.log(own) - Math.log(others);
  };
  const odds = oddsWithout(0);
  return FEATURES.map((feature, i) => {
    const z = features[i] ?? null;
    const weight = z === null ? NaN : odds - oddsWithout(i + 1);
    const isKnown = Number.isFinite(weight);
    const side = !isKnown || weight === 0 ? null : weight > 0 ? 'for' : 'against';
    return { feature, z, weight: isKnown ? weight : null, side };
  });
}

/** Tempered log densities by state: of the whole row first, then of the row without each feature. */
function withoutEach({ emission }: Hmm, features: readonly (number | null)[]): Float64Array {
  const rows = FEATURES.length + 1;
  const columns = FEATURES.map((_, i) => {
    const column = new Float64Array(rows).fill(features[i] ?? NaN);
    column[i + 1] = NaN;
    return column;
  });
  const block = createEmissionBlock(emission);
  emit(emission, columns, 0, rows, block);
  // A row without features is equally likely in all states.
  return block.logs.map((log) => (Number.isNaN(log) ? 0 : log));
}
