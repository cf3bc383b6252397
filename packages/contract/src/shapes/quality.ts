/** Faults of the bars behind a row. */

import { BREAK_REASONS, type BreakReason } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';

/** Faults that a row knows of; left out without any. */
export interface WithQuality {
  readonly quality?: readonly BreakReason[];
}

const of = fieldsOf<WithQuality>();

/** Field of a row that is computed from bars; left out of a row whose bars are sound. */
export const qualityField = of.ifKnown(
  Type.Array(Type.Enum([...BREAK_REASONS], { type: 'string' }), {
    description:
      'Faults of the bars behind the row: no_trade (one price without volume: there is no market to describe), gap (so many bars were missing that the history began anew), scale_change (a price of another unit or asset began it anew). Left out when there is none.',
  }),
  ({ quality }) => (quality === undefined ? undefined : [...quality]),
);
