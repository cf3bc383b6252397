/** Board rows for a tier that sees unlocks only within some days. */

import { Type, type Static } from 'typebox';
import { isWithinHorizon } from '../datasets.ts';
import { nullable } from '../scalar.ts';
import { floatRowRecord, NEXT_UNLOCK, nextUnlock, type FloatRowWire } from './row.ts';

const { date, ...amounts } = nextUnlock.schema.properties;
/** Next unlock as visible to a tier. */
const ShownUnlock = Type.Object(
  {
    date,
    ...Type.Partial(Type.Object(amounts)).properties,
    tier_limited: Type.Optional(
      Type.Boolean({
        description: 'True beyond the days of supply/unlocks that the tier sees: the day alone is shown.',
      }),
    ),
  },
  { title: 'NextUnlock' },
);

/** Board row as visible to a tier. */
export const ShownFloatRow = Type.Object(
  {
    ...floatRowRecord.schema.properties,
    next_unlock: nullable(ShownUnlock, NEXT_UNLOCK),
  },
  { title: 'SupplyFloatRow' },
);

/** Removes the amounts of an unlock beyond the tier's horizon. */
export function limitedFloat(row: FloatRowWire, asOf: number): Static<typeof ShownFloatRow> {
  const next = row.next_unlock;
  if (next === null || isWithinHorizon('unlocks', next.timestamp, asOf)) return row;
  return { ...row, next_unlock: { date: next.date, tier_limited: true } };
}
