/** What the answers about the long-horizon regime share. */

import { CYCLE_TAXONOMY, type EuphoriaScore } from '@barograph/cycle';
import { Type, type Static } from 'typebox';
import { nullable, num } from '../scalar.ts';

/** Ids 1…10. */
export const RegimeIdSchema = Type.Integer({ minimum: 1, maximum: 10 });
/** The names of the taxonomy. */
export const RegimeNameSchema = Type.Enum(
  CYCLE_TAXONOMY.map(({ name }) => name),
  { type: 'string' },
);
/** Stage of regime 10. */
export const StageSchema = Type.Enum(['early_distribution', 'active_deleveraging'], {
  type: 'string',
  description: 'Regime 10 only.',
});
const Part = nullable(Type.Number({ minimum: 0, maximum: 1 }));
/** Kind of regime 9. */
export const EuphoriaWire = Type.Object(
  {
    label: Type.Enum(['alt_expansion', 'blow_off'], { type: 'string' }),
    alt_expansion: Part,
    blow_off: Part,
  },
  { description: 'Regime 9 only.' },
);
export type EuphoriaWire = Static<typeof EuphoriaWire>;

/** The kind of a euphoria on the wire. */
export function encodeEuphoria({ label, altExpansion, blowOff }: EuphoriaScore): EuphoriaWire {
  return { label, alt_expansion: num(altExpansion), blow_off: num(blowOff) };
}

/** ISO-8601 of epoch ms. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
