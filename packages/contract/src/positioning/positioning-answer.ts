/** The splits of all coins on the wire. */

import { split } from '@barograph/positioning';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { classifierVersion, DroppedSchema, splitRow, type PositioningSource } from './split-row.ts';

const { text, integer, moment, custom, inner } = fieldsOf<PositioningSource>();

const meta = record(null, {
  classifier_version: text('Version of the rules of the classes (CalVer).', (s) => classifierVersion(s.classes)),
  n_accounts: integer('Accounts in the split, of at least the least notional.', (s) => s.book.accounts.address.length, {
    minimum: 0,
  }),
  dropped: custom(DroppedSchema, (s) => ({ ...s.book.dropped })),
});

/** The splits of the coins with a position, by name. */
export const positioningAnswer = record('Positioning', {
  positions_as_of: moment('Moment of the positions.', (s) => s.asOf),
  coins: custom(
    Type.Record(Type.String(), splitRow.schema, { description: 'Splits by coin; one without positions is absent.' }),
    ({ book, classes, asOf }) =>
      Object.fromEntries(split(book, classes).map((row) => [row.coin, splitRow.encode({ split: row, asOf })])),
  ),
  meta: inner(meta, (s) => s),
});
/** The answer on the wire. */
export type PositioningWire = WireOf<typeof positioningAnswer>;
