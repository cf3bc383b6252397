/** Two small engines for the tests of the universe: one on hours that remembers the market, one on days that needs it. */

import { Type } from 'typebox';
import type { Bar } from '@barograph/core';
import { rowsOf, type Engine, type EngineTracker } from '@barograph/contract';

interface SumState {
  readonly version: 1;
  readonly hours: number;
  readonly sum: number;
}
/** Sums the closes of hours. */
export interface SumTracker extends EngineTracker {
  hour(bar: Bar): void;
  readonly hours: number;
  readonly sum: number;
  snapshot(): SumState;
}
export interface SumRow {
  readonly symbol: string;
  readonly hours: number;
  readonly sum: number;
  readonly staleCycles: number;
  readonly asOf: number;
}
/** Numbers of refreshes and of hours of the market it has seen. */
export interface SumMemory {
  readonly refreshes: number;
  readonly lastHours: number;
}
interface SumContent {
  readonly record: SumRow;
  readonly head: { readonly warming: readonly string[]; readonly market: SumMemory; readonly total: number };
}

function createSumTracker(resume?: SumState): SumTracker {
  if (resume !== undefined && resume.version !== 1) throw new Error('"resume" expected version 1');
  let hours = resume?.hours ?? 0;
  let sum = resume?.sum ?? 0;
  return {
    hour: ({ close }) => {
      hours++;
      sum += close;
    },
    get hours() {
      return hours;
    },
    get sum() {
      return sum;
    },
    snapshot: () => ({ version: 1, hours, sum }),
  };
}

/** @param version of its config: a different version starts from scratch. */
export function sumEngine(
  version = 'sum/1',
): Engine<SumContent['record'], SumContent['head'], SumTracker, SumRow, Readonly<Record<string, never>>, SumMemory> {
  return {
    name: 'sum',
    snapshot: 'sum-snapshot/1',
    shape: { head: Type.Any(), record: Type.Any() },
    version,
    needs: {},
    create: createSumTracker,
    row: ({ hours, sum }, { symbol, staleCycles }, asOf) => ({ symbol, hours, sum, staleCycles, asOf }),
    encode: (row) => (row.hours < 24 ? undefined : row),
    market: {
      version: 'sum-market/1',
      start: { refreshes: 0, lastHours: 0 },
      next: (state, members) => {
        const hours = members.reduce((most, { row }) => Math.max(most, row.hours), 0);
        return hours === state.lastHours ? state : { refreshes: state.refreshes + 1, lastHours: hours };
      },
    },
    head: ({ members, warming, market }) => ({
      warming,
      market,
      total: members.reduce((sum, { row }) => sum + row.sum, 0),
    }),
  };
}

/** Keeps the last days, and what the engine of hours says. */
export interface DayTracker extends EngineTracker {
  day(bar: Bar): void;
  readonly days: readonly number[];
  snapshot(): readonly number[];
}
export interface DayRow {
  readonly symbol: string;
  readonly days: readonly number[];
  /** Read from the row of the other engine. */
  readonly hours: number;
}

export const dayEngine: Engine<
  DayRow,
  { readonly warming: readonly string[] },
  DayTracker,
  DayRow,
  { readonly sum: SumRow }
> = {
  name: 'days',
  snapshot: 'days-snapshot/1',
  shape: { head: Type.Any(), record: Type.Any() },
  version: 'days/1',
  needs: { sum: rowsOf<SumRow>('sum') },
  create: (resume = []) => {
    const days = [...resume];
    return { day: ({ time }) => void days.push(time), days, snapshot: () => [...days] };
  },
  row: ({ days }, { symbol }, _asOf, { sum }) => ({ symbol, days: [...days], hours: sum.hours }),
  encode: (row) => row,
  head: ({ warming }) => ({ warming }),
};
