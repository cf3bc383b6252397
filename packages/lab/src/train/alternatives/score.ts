/** Scores an alternative on a block: fits its heads, then makes the shipped model's forecasts. */

import { HORIZONS, type Observations } from '@barograph/nowcast';
import { scoreUnshuffled, type EvidenceBlock } from '../evidence.ts';
import type { HarInputs } from '../har-inputs.ts';
import { fitHeads } from '../heads.ts';
import type { FittedModel } from '../in-force.ts';
import type { WalkForwardConfig } from '../walk-forward-config.ts';
import { alternativeHistory, type FittedAlternative } from './regimes.ts';

/**
 * Scores an alternative on real bars or a surrogate. Regimes were fitted on real hours; heads and baselines are fitted on
 * the given hours before the same time, as `scoreSurrogate` does for the shipped model.
 *
 * @param beside model in force of the walk-forward; provides features, hours and everything except regimes.
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const jump = fitAlternative('jump', inForce, rows, small);
 * const score = scoreAlternative(jump, inForce, rows, block, harInputs(months), small);
 * score.confidence; // → null
 */
export function scoreAlternative(
  alternative: FittedAlternative,
  beside: Pick<FittedModel, 'parameters' | 'standardization' | 'from' | 'to'>,
  observations: Observations,
  block: Pick<EvidenceBlock, 'from' | 'to'>,
  har: HarInputs,
  walk: Pick<WalkForwardConfig, 'heads' | 'training'>,
): EvidenceBlock {
  const { from, to } = beside;
  const config = walk.heads;
  const history = alternativeHistory(alternative, beside, observations, walk);
  const heads = {
    h4: fitHeads(history, HORIZONS.h4, { from, to, config }),
    h24: fitHeads(history, HORIZONS.h24, { from, to, config }),
  };
  return scoreUnshuffled({ history, heads, from, to }, block, har);
}
