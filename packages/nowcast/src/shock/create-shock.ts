/** Stream form of the shock detector, with its last row. */

import type { Bar } from '@barograph/core';
import { SHOCK_V1, type ShockConfig } from './config.ts';
import { shock, type ShockRow, type ShockState } from './shock.ts';

/** JSON-safe state of {@link createShock}. */
export interface ShockSnapshot {
  readonly state: ShockState;
  readonly row: ShockRow | null;
}

/** Running shock detector. */
export interface ShockStream {
  /** Row of the last hour; null before the first. */
  readonly row: ShockRow | null;
  /** Commits a closed hour. @throws {UsageError} as `shock`. */
  next(bar: Bar): ShockRow;
  snapshot(): ShockSnapshot;
}

/**
 * Creates the stream of {@link shock}, equal to the bit.
 *
 * @param resume snapshot to resume.
 * @param config parameters. @default SHOCK_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const stream = createShock();
 * for (let i = 0; i < hours.length; i++) stream.next(barAt(hours, i));
 * stream.row?.active; // → false
 */
export function createShock(resume?: ShockSnapshot, config: ShockConfig = SHOCK_V1): ShockStream {
  const { initial, step } = shock(config);
  let now: ShockSnapshot = resume ?? { state: initial, row: null };
  return {
    get row() {
      return now.row;
    },
    next: (bar) => {
      const { state, output: row } = step(now.state, bar);
      now = { state, row };
      return row;
    },
    snapshot: () => now,
  };
}
