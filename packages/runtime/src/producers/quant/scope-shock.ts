/** Shock of a scope, hour by hour, and its state in that of the scope. */

import { barAt, type Bar, type Candles } from '@barograph/core';
import { shock, type ShockRow, type ShockState } from '@barograph/nowcast';

/** JSON-safe state of a {@link ScopeShock}. */
export interface ScopeShockSnapshot {
  readonly state: ShockState;
  readonly row: ShockRow | null;
}

/** The shock after the last hour. */
export interface ScopeShock {
  /** null before the first hour. */
  readonly row: ShockRow | null;
  next(bar: Bar): void;
  /** Takes in hours before the next one. */
  warm(bars: Candles): void;
  snapshot(): ScopeShockSnapshot;
}

export function createScopeShock(resume?: ScopeShockSnapshot): ScopeShock {
  const { initial, step } = shock();
  let now: ScopeShockSnapshot = resume ?? { state: initial, row: null };
  const next = (bar: Bar): void => {
    const { state, output: row } = step(now.state, bar);
    now = { state, row };
  };
  return {
    get row() {
      return now.row;
    },
    next,
    warm: (bars) => {
      for (let i = 0; i < bars.length; i++) next(barAt(bars, i));
    },
    snapshot: () => now,
  };
}
