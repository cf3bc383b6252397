/** Measured metrics of a model: its publisher's record under wire names. */

import { Type } from 'typebox';
import { nullable } from '../scalar.ts';

/** Fields of a score; losses are means over forecasts, and lower is better. */
const SCORE = [
  ['rows', 'forecasts'],
  ['log_loss', 'natural log'],
  ['brier', 'Brier score'],
  ['ece', 'expected calibration error over ten bins'],
  ['reliability', 'by bin: rows, stated (mean probability) and came (how often it came)'],
] as const;

/** Fields of the record, by part. */
const PARTS = [
  ['bars', 'the file of the market: file, sha256'],
  ['panel', 'coins that were learnt from beside it: weight (their rows over those of the market), files'],
  ['protocol', 'version of the walk-forward'],
  ['step_months', 'months between two refits'],
  ['beta_every', 'refits between two choices of beta'],
  ['purge_hours', 'hours by which learning ends before those that are forecast, for windows and horizons that overlap'],
  ['embargo_hours', 'further hours by which it ends before them'],
  ['from, to', 'opens of the hours that were forecast, the last one excluded'],
  ['hours', 'how many'],
  [
    'refits',
    'at, trained_to, beta, iterations, anchored (states nearest to their own label), approved, reason (null when approved), agreement (share of labels that the model before gave too; null for the first)',
  ],
  [
    'next_regime',
    'by horizon the scores of direct (published), chain, and the baselines marginal, markov and volatility; skill: share of the log loss of each that direct takes away',
  ],
  ['direction, volatility', 'by horizon the scores of model and marginal, and skill'],
  ['confidence', 'scores of the raw and of the calibrated one'],
  [
    'stability',
    'flips_per_day, flips_by_path (floor, override, margin), saturated (share of hours whose likeliest label has more than 0.95), changed_by_refit (refits that changed the label of the moment), regimes (by label: share of hours, count, and p10, p50, p90 of their hours), dwells (hours of every regime, ascending), agreement (mean and least)',
  ],
  [
    'simulation',
    'origins, coverage (share of a quantile, and how many outcomes were below), pit (shares of the outcomes in each twentieth), drawdown: depth, observed (share of origins that it followed), scores of raw, calibrated, climatology, without_regimes and volatility, skill, advantage over the last two (mean of the difference in Brier score, low and high of its interval of that level, blocks, version; null while no outcome had a map), map (slope, intercept)',
  ],
  ['failures', 'parts of the approval rule that these hours break'],
  [
    'coins',
    'the same model on coins: version, coins, blocks, concentration (the first and the last: transitions that a pooled row is worth), mixtures: hours, flips_per_day and next_regime of fitted, standard and pooled, by whose concentration the transitions are mixed; pooled has none of the coin',
  ],
] as const;

const text = (fields: readonly (readonly [name: string, what: string])[]): string =>
  fields.map(([name, what]) => `${name}: ${what}`).join('; ');

/** Record on the wire. The publisher defines its shape, so it is described and not checked. */
export const MeasuredSchema = nullable(
  Type.Unsafe<unknown>({
    description: `Measured on hours after those learnt from; null when nothing was published. Times are epoch ms, shares and probabilities 0 to 1. Keys: ${text(PARTS)}. A score has ${text(SCORE)}.`,
  }),
  'What was measured of the model on hours that it had not seen; null when nothing was published.',
);
