/** Splits of all coins on the wire. */

import { split } from '@barograph/positioning';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { classifierVersion, DroppedSchema, splitRow, type PositioningSource } from './split-row.ts';

const { text, integer, moment, custom, inner, ifKnown } = fieldsOf<PositioningSource>();

/** Fields next to the splits. */
export const positioningMeta = record(null, {
  classifier_version: text('Version of the rules of the classes (CalVer).', (s) => classifierVersion(s.classes)),
  n_accounts: integer('Accounts in the split, of at least the least notional.', (s) => s.book.accounts.address.length, {
    minimum: 0,
  }),
  n_tracked: ifKnown(
    Type.Integer({ minimum: 0, description: 'Accounts that the service asks for, those without positions included.' }),
    (s) => s.tracked?.accounts,
  ),
  n_left_out: ifKnown(
    Type.Integer({ minimum: 0, description: 'Accounts of them that this cycle left out to end on time.' }),
    (s) => s.tracked?.leftOut,
  ),
  dropped: custom(DroppedSchema, (s) => ({ ...s.book.dropped })),
});

/** Splits by coin, for coins with a position. */
export const positioningAnswer = record('Positioning', {
  positions_as_of: moment('Moment of the positions.', (s) => s.asOf),
  coins: custom(
    Type.Record(Type.String(), splitRow.schema, { description: 'Splits by coin; one without positions is absent.' }),
    ({ book, classes, asOf, openInterestUsd }) =>
      Object.fromEntries(
        split(book, classes).map((row) => [
          row.coin,
          splitRow.encode({ split: row, asOf, openInterestUsd: openInterestUsd?.get(row.coin) }),
        ]),
      ),
  ),
  meta: inner(positioningMeta, (s) => s, 'Rules of the classes, and the accounts behind the splits.'),
});
/** The answer on the wire. */
export type PositioningWire = WireOf<typeof positioningAnswer>;
