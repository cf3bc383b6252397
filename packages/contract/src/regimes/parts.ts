/** Fields and schemas that the answers about the long-horizon regime share. */

import { CYCLE_TAXONOMY, type EuphoriaScore } from '@barograph/cycle';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';

/** Ids 1…10. */
export const idSchema = (description: string) => Type.Integer({ minimum: 1, maximum: 10, description });
/** The names of the taxonomy. */
export const REGIME_NAMES: readonly string[] = CYCLE_TAXONOMY.map(({ name }) => name);
/** Stages of regime 10. */
export const STAGES = ['early_distribution', 'active_deleveraging'] as const;

const { choice, numberOrNull } = fieldsOf<EuphoriaScore>();
/** Kind of regime 9. */
export const euphoria = record(
  null,
  {
    label: choice(['alt_expansion', 'blow_off'], 'The larger of the two scores.', (score) => score.label),
    alt_expansion: numberOrNull(
      'How much it looks like an expansion of altcoins; null while unknown.',
      (s) => s.altExpansion,
      {
        minimum: 0,
        maximum: 1,
      },
    ),
    blow_off: numberOrNull('How much it looks like a blow-off top; null while unknown.', (s) => s.blowOff, {
      minimum: 0,
      maximum: 1,
    }),
  },
  'Regime 9 only.',
);

/** Schema of a moment as text. */
export const isoSchema = (description: string) => Type.String({ description: `${description} ISO-8601.` });
/** The same, or null. */
export const isoOrNullSchema = (description: string) => nullable(Type.String(), `${description} ISO-8601.`);
