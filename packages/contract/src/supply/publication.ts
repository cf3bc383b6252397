/** Publication of floats and unlocks: the board, and the calendar of the longest window. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { floatRowRecord, unlockRow, type FloatRowWire, type UnlockRowWire } from './row.ts';

/** Head of the board. */
export interface SupplyHead {
  /** Time of the table of coins, epoch ms; null before the first. */
  readonly coins_as_of: number | null;
  /** Soonest first, within 35 days. */
  readonly unlocks: readonly UnlockRowWire[];
  /** Coins with a schedule. */
  readonly tracked: number;
  /** Time when the newest schedule became known, epoch ms; null without schedules. */
  readonly schedules_as_of: number | null;
  readonly config_version: string;
}

/** Records ascending by float, unknown floats last. */
export const supplyPublication = publication<FloatRowWire, SupplyHead>('supply', 'supply-snapshot/1', {
  head: Type.Object({
    coins_as_of: Type.Union([Type.Number(), Type.Null()]),
    unlocks: Type.Array(unlockRow.schema),
    tracked: Type.Number(),
    schedules_as_of: Type.Union([Type.Number(), Type.Null()]),
    config_version: Type.String(),
  }),
  record: floatRowRecord.schema,
});
