/** Wire form of the simulation of the next day, a line per field. */

import type { MonteCarlo } from '@barograph/nowcast';
import { fieldsOf, record } from '../fields.ts';
import { PROBABILITY } from './classes.ts';

const quantile = fieldsOf<MonteCarlo['returnQuantiles'][number]>();
const returnQuantile = record(null, {
  share: quantile.number('Share of the paths below.', (q) => q.share, PROBABILITY),
  percent: quantile.number('Return over the hours, percent.', (q) => q.percent),
});

const field = fieldsOf<MonteCarlo>();
/** A simulation of the hours ahead. */
export const quantMonteCarlo = record(
  'QuantMonteCarlo',
  {
    paths: field.integer('Paths simulated.', (s) => s.paths, { minimum: 1 }),
    hours: field.integer('Hours ahead.', (s) => s.steps, { minimum: 1 }),
    return_quantiles: field.items(
      returnQuantile,
      'Quantiles of the return, ascending; moved by explain.recalibration where there is one.',
      (s) => s.returnQuantiles,
    ),
    p_visit_vol_spike: field.number(
      'Probability that vol_spike holds in any of the hours; exact, not simulated.',
      (s) => s.visit.probability,
      PROBABILITY,
    ),
    p_drawdown_5: field.numberOrNull(
      'Probability of a fall of more than 5 % from an earlier hour, mapped to what came and moved by explain.recalibration; null where the model has no map for it.',
      (s) => s.drawdown.calibrated,
      PROBABILITY,
    ),
    p_drawdown_5_raw: field.number(
      'Share of the paths with such a fall, not recalibrated.',
      (s) => s.drawdown.raw,
      PROBABILITY,
    ),
    version: field.text('Version of the simulation.', (s) => s.version),
    seed: field.text('Seed of the paths: the same hour gives the same numbers.', (s) => s.seed),
  },
  'What the next day may bring, simulated from the last closed hour.',
);
