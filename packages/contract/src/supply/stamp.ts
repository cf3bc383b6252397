/** Fields common to both supply answers. */

import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { View } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf } from '../shapes/provenance.ts';
import type { SupplyHead } from './publication.ts';
import type { FloatRowWire } from './row.ts';

/** Inputs of the stamp. */
export interface SupplyStamp {
  readonly asOf: number;
  readonly dataSource: DataSource;
  readonly head: SupplyHead;
  readonly universe: number;
}

const field = fieldsOf<SupplyStamp>();
/** Times, coverage, version and source. */
export const supplyStampFields = {
  tracked: field.integer('Coins with an unlock schedule.', ({ head }) => head.tracked, { minimum: 0 }),
  universe_size: field.integer('Coins of the table.', ({ universe }) => universe, { minimum: 0 }),
  coins_as_of: field.momentOrNull(
    'Moment of the table of coins; null before the first one.',
    ({ head }) => head.coins_as_of,
  ),
  schedules_as_of: field.momentOrNull(
    'When the newest unlock schedule became known; null without any.',
    ({ head }) => head.schedules_as_of,
  ),
  config_version: field.text('Version of the rules.', ({ head }) => head.config_version),
  as_of: field.moment('When the rows were made.', ({ asOf }) => asOf),
  ...sourceFields,
};

/** Inputs of the stamp, from a view. */
export function supplyStamp(view: View<FloatRowWire, SupplyHead>): SupplyStamp {
  const { asOf, head, records } = view;
  return { asOf, head, universe: records.length, dataSource: kindOf(view, view.dataSource, 'coins') };
}
