/** The streak on the wire, a line per field. */

import { fieldsOf, record, type WireOf } from '../../../packages/contract/src/fields.ts';
import { VENUES, type Venue } from '../../../packages/contract/src/parameters.ts';
import { STREAK_V1, type StreakState } from '../engine/streak.ts';

/** The state of one symbol. */
export interface StreakRow extends StreakState {
  readonly symbol: string;
  readonly source: Venue;
}
/** A row after hours enough. */
export type ReadyStreakRow = StreakRow & { readonly close: number; readonly time: number };

/** True after hours enough for a streak. */
export function isReady(row: StreakRow): row is ReadyStreakRow {
  return row.hours >= STREAK_V1.minHours && row.close !== null && row.time !== null;
}

const row = fieldsOf<ReadyStreakRow>();

/** A row of the list. */
export const streakRow = record('StreakRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  streak: row.integer('Hours in a row that closed higher; negative: lower.', (r) => r.streak),
  hours: row.integer('Hours that were followed.', (r) => r.hours, { minimum: STREAK_V1.minHours }),
  close: row.number('Close of the last hour, quote units.', (r) => r.close, { exclusiveMinimum: 0 }),
  time: row.moment('Open of the last hour.', (r) => r.time),
});
/** The row on the wire. */
export type StreakRowWire = WireOf<typeof streakRow>;

const past = fieldsOf<StreakState>();

/** One hour of a detail. */
export const streakHour = record('StreakHour', {
  time: past.momentOrNull('Open of the hour.', (s) => s.time),
  streak: past.integer('Hours in a row that closed higher; negative: lower.', (s) => s.streak),
});
