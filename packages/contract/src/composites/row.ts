/** A composite of the operator on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';
import { FIRST_RELEASE } from '../version.ts';
import type { ScoredComposite } from './port.ts';

const SCORE = { minimum: 0, maximum: 100 };
const byName = (description: string) => Type.Record(Type.String(), nullable(Type.Number()), { description });

const field = fieldsOf<ScoredComposite>();
/** Fields of a composite. */
export const ownCompositeFields = {
  name: field.text('Name in the file of the operator.', ({ name }) => name),
  composite: field.numberOrNull(
    'Weighted mean of the parts that are available, to one decimal; null when none is.',
    ({ score }) => score,
    SCORE,
  ),
  band: field.textOrNull(
    'Highest band that it reaches; null without bands, and below all of them.',
    ({ band }) => band,
  ),
  partial: field.flag('Whether a part is missing.', ({ partial }) => partial),
  inputs: field.custom(byName('Published numbers that it reads; null where one is not known.'), ({ inputs }) => ({
    ...inputs,
  })),
  values: field.custom(byName('Result of the expression of each part; null where it has none.'), ({ values }) => ({
    ...values,
  })),
  sub_scores: field.custom(byName('Points of each part, 0 to 100; null where it is missing.'), ({ subScores }) => ({
    ...subScores,
  })),
  weights: field.custom(
    Type.Record(Type.String(), Type.Number(), { description: 'Share of each part in this composite; they sum to 1.' }),
    ({ effectiveWeights }) => ({ ...effectiveWeights }),
  ),
  config_version: field.text('Version that the file gives.', ({ configVersion }) => configVersion),
  inputs_as_of: field.momentOrNull(
    'Moment of the oldest number that it reads; null where none is known.',
    ({ oldest }) => oldest,
  ),
};
/** A composite. */
export const ownCompositeRow = record('OwnComposite', ownCompositeFields);

/** Marks both operations as additions to the contract. */
export const ADDED = [{ date: FIRST_RELEASE, text: 'an addition of this service: composites of its operator' }];
