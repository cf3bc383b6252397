/** The streak as an engine of the universe. */

import type { Bar } from '@barograph/core';
import type { Engine } from '../../../packages/contract/src/engine.ts';
import { storedNumber, symbolsHead, type SymbolsHead } from '../../../packages/contract/src/published.ts';
import { nextStreak, STREAK_START, STREAK_V1, type StreakState } from '../engine/streak.ts';
import { isReady, streakRow, type StreakRow, type StreakRowWire } from './row.ts';

/** Head over all rows. */
export interface StreakHead extends SymbolsHead {
  readonly rising: number;
  readonly falling: number;
  /** Symbols with a row. */
  readonly symbols: number;
}

interface StreakTracker {
  readonly state: StreakState;
  hour(bar: Bar): void;
  snapshot(): StreakState;
}

export const streakEngine: Engine<StreakRowWire, StreakHead, StreakTracker, StreakRow> = {
  name: 'streak',
  version: STREAK_V1.version,
  snapshot: 'streak-snapshot/1',
  shape: {
    head: symbolsHead({ rising: storedNumber, falling: storedNumber, symbols: storedNumber }),
    record: streakRow.schema,
  },
  needs: {},
  create: (resume = STREAK_START) => {
    let state = resume;
    return {
      get state() {
        return state;
      },
      hour: (bar) => void (state = nextStreak(state, bar)),
      snapshot: () => state,
    };
  },
  row: ({ state }, { symbol, source }) => ({ ...state, symbol, source }),
  encode: (row) => (isReady(row) ? streakRow.encode(row) : undefined),
  // Pegged symbols have rows as any other, and stale ones those of their last hours: both count.
  head: ({ members, warming }) => {
    const ready = members.filter(({ row }) => isReady(row));
    const count = (sign: number): number => ready.filter(({ row }) => Math.sign(row.streak) === sign).length;
    return { warming, rising: count(1), falling: count(-1), symbols: ready.length };
  },
};
