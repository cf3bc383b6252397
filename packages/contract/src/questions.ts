/** Most common questions with the operations that answer them: prompts for agents, and the entry of `llms.txt`. */

/** Question of a user who does not know the operations. */
export interface Question {
  /** Name in kebab case: `market-regime`. */
  readonly name: string;
  readonly title: string;
  /** Operations that answer it, the main one first. */
  readonly operations: readonly string[];
  /** Steps from their fields to the answer. */
  readonly advice: string;
}

const LONG =
  'regimes.current is the long horizon (weeks to months), quant.market the next hours; they may differ, and both are then right.';

/** The three commonest questions. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'market-regime',
    title: 'Which regime is the market in, and how sure is that?',
    operations: ['regimes.current', 'quant.market'],
    advice: `${LONG} Of the first give name, in_regime_since and stability.score (0 to 100, 100 is settled) with raw.matches_committed; of the second regime.label, regime.confidence (calibrated: the share of labels so probable that hindsight confirms) and candles_in_regime. A pending challenger is said with count and needed. Say as_of, and say first when data_source is simulated.`,
  },
  {
    name: 'regime-why',
    title: 'Why is it that regime: what argues for it, and what against?',
    operations: ['regimes.current', 'quant.market'],
    advice: `${LONG} Of the first, rationale gives the reason in a sentence; evidence has every condition of the rules with value, threshold and side (for or against; null is unknown, and argues for nothing). Of the second, explain.evidence says how much each feature of this hour argues for the label against all others, explain.feature_z has the features as the model sees them (robust z-scores), explain.label_posteriors the probabilities of all labels. Do not read a cause into a number: these are the inputs of rules, and no explanation of the market.`,
  },
  {
    name: 'regime-flip',
    title: 'What would flip it, and how far away is that?',
    operations: ['regimes.current', 'quant.market'],
    advice: `${LONG} Of the first, thresholds stand nearest first: distance is how far signal is from cutoff, in the unit of the signal, and positive while satisfied; stability.locked_for_s is how long only a Structural Shock can replace the regime, stability.confirmations_needed how many refreshes a challenger needs. Of the second, transitions.most_likely and p_stay give probabilities over the horizon, explain.hysteresis_state how far the challenger leads, and regime.hysteresis the rule. direction is no forecast where direction_status.status is unavailable.`,
  },
];
