/** The parts of a model's card on the wire. */

import type { Approval, DrawdownCalibration, NowcastArtifact } from '@barograph/nowcast';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { PROBABILITY } from './classes.ts';
import { featureName } from './explain.ts';

const field = fieldsOf<NowcastArtifact>();
const names = (description: string, read: (artifact: NowcastArtifact) => readonly string[]) =>
  field.list(Type.String(), description, (artifact) => read(artifact).map(featureName));

/** Inputs of each part of the model. */
export const featureLists = record(null, {
  emission: names('Features of the latent states.', ({ hmm }) => hmm.features),
  next_regime: names('Inputs of the next regime.', ({ heads }) => heads.h24.nextRegime.inputs),
  direction: names('Inputs of the direction.', ({ heads }) => heads.h24.direction.inputs),
  volatility: names('Inputs of the volatility.', ({ heads }) => heads.h24.volatility.inputs),
});

/** Number of states of the model. */
export const stateCounts = record(null, {
  latent: field.integer('Latent states.', ({ hmm }) => hmm.states.length),
  labels: field.integer('Labels that they stand for.', ({ hmm }) => hmm.labels.length),
});

/** Parameters of the likelihood. */
export const parameters = record(null, {
  nu: field.numberOrNull('Degrees of freedom of the emissions; null: Gaussian.', ({ hmm }) => hmm.nu),
  beta: field.number('Exponent of the likelihood.', ({ hmm }) => hmm.beta),
});

/** Record of the training. */
export const training = record(null, {
  trained_from: field.moment('First hour that was learnt from.', (artifact) => artifact.training.from),
  trained_to: field.moment('Hour before which learning ended.', (artifact) => artifact.training.to),
  rows: field.integer('Hours that were learnt from.', (artifact) => artifact.training.rows, { minimum: 0 }),
  config_version: field.text('Version of the training.', (artifact) => artifact.training.version),
  heads_version: field.text('Version of the heads.', (artifact) => artifact.training.headsVersion),
});

const map = fieldsOf<DrawdownCalibration>();
/** Map from the simulated to the recalibrated drawdown probability, with its training data. */
export const drawdownMap = record(null, {
  version: map.text('Version of the map.', (learnt) => learnt.version),
  scope: map.text('What it was learnt on, and all that it is used for.', (learnt) => learnt.scope),
  monte_carlo_version: map.text('The simulation that it is for.', (learnt) => learnt.monteCarlo),
  slope: map.number('Factor of logit(raw).', (learnt) => learnt.map.slope, { minimum: 0 }),
  intercept: map.number('mapped = sigmoid(intercept + slope * logit(raw))', (learnt) => learnt.map.intercept),
  trained_to: map.moment('Hour before which the model that simulated had stopped learning.', (l) => l.trainedTo),
  from: map.moment('First origin.', (learnt) => learnt.from),
  to: map.moment('Last origin.', (learnt) => learnt.to),
  origins: map.integer('Origins that it was learnt from.', (learnt) => learnt.origins, { minimum: 1 }),
  came: map.integer('Origins that a drawdown followed.', (learnt) => learnt.came, { minimum: 0 }),
  brier_raw: map.number('Brier score of the simulated probability.', (learnt) => learnt.brier.raw, PROBABILITY),
  brier_mapped: map.number(
    'Brier score of the mapped one, on the outcomes that the map was fitted on: no test of it.',
    (learnt) => learnt.brier.mapped,
    PROBABILITY,
  ),
});

const check = fieldsOf<Approval>();
/** Whether the checks of the fit allow the model to be published. */
export const approval = record(null, {
  accepted: check.flag('The checks let it be published.', (a) => a.accepted),
  reason: check.textOrNull('Check that failed; null when all passed.', (a) => a.reason),
  anchored_states: check.integer('States nearest to their own label.', (a) => a.anchored, { minimum: 0 }),
  recent_occupancy: check.list(Type.Number(), 'Share of the recent hours in each label.', (a) => a.recentOccupancy),
});
