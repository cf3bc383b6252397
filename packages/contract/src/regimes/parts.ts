/** Fields and schemas that answers about the long-horizon regime share. */

import { CYCLE_TAXONOMY, type CycleUniverse, type EuphoriaScore } from '@barograph/cycle';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';

/** Schema of a regime id, 1 to 10. */
export const idSchema = (description: string) => Type.Integer({ minimum: 1, maximum: 10, description });
/** Names of the taxonomy. */
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

const drawn = fieldsOf<CycleUniverse>();
/** Universe of the breadth signals. */
export const universe = record(null, {
  n: drawn.integer('Coins, Bitcoin among them.', (universe) => universe.n, { minimum: 0 }),
  rule: drawn.text('How the coins are drawn, in words.', (universe) => universe.rule),
  version: drawn.text('Version of the rule.', (universe) => universe.version),
});
/** Availability of breadth for a read. */
export const BREADTH_STANDINGS = ['available', 'near_cutoff', 'unavailable'] as const;
/** Description of the availability values. */
export const BREADTH_TEXT =
  'near_cutoff: a universe like this one may well read another regime; unavailable: too few coins have the history, and what is read is of Bitcoin alone.';

/** Schema of an ISO-8601 time. */
export const isoSchema = (description: string) => Type.String({ description: `${description} ISO-8601.` });
/** Schema of an ISO-8601 time, or null. */
export const isoOrNullSchema = (description: string) => nullable(Type.String(), `${description} ISO-8601.`);
