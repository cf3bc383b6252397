import { DAY_MS, fold, HOUR_MS } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breadthArchive, squeezeBreadth, type BreadthArchiveState, type BreadthReading } from './breadth.ts';
import { TECHNICAL_V1 } from './config.ts';

const row = (inSqueeze: boolean | null, more: { pegged?: boolean; stale?: boolean } = {}) => ({
  inSqueeze,
  pegged: false,
  stale: false,
  ...more,
});

describe('breadth of squeezes', () => {
  it('[#586] counts the rows whose squeeze is known, without pegged and stale ones', () => {
    const rows = [
      row(true),
      row(false),
      row(false),
      row(null),
      row(true, { pegged: true }),
      row(true, { stale: true }),
    ];
    expect(squeezeBreadth(rows)).toEqual({ total: 3, inSqueeze: 1, pctInSqueeze: 100 / 3 });
  });

  it('of nothing has no share: null, not 0', () => {
    expect(squeezeBreadth([row(null)])).toEqual({ total: 0, inSqueeze: 0, pctInSqueeze: null });
    expect(squeezeBreadth([row(false)]).pctInSqueeze).toBe(0);
  });
});

const archive = breadthArchive(TECHNICAL_V1);
const reading = (day: number, pct: number | null, hour = 0): BreadthReading => ({
  at: day * DAY_MS + hour * HOUR_MS,
  pct,
});
const after = (...readings: readonly BreadthReading[]) => fold(archive, readings).outputs.at(-1)!;
const daily = (count: number): BreadthReading[] => Array.from({ length: count }, (_, i) => reading(i, i));

describe('the archive of breadth', () => {
  it('[#587] ranks nothing until 10 days are archived, without the current day', () => {
    expect(after(...daily(10))).toEqual({ historyDays: 9, percentile: null });
    expect(after(...daily(11))).toEqual({ historyDays: 10, percentile: (100 * 10.5) / 11 });
  });

  it('ranks among the last 30 archived days and today, ties in the middle', () => {
    expect(after(...daily(50), reading(50, 34.5))).toEqual({ historyDays: 30, percentile: (100 * 15.5) / 31 });
    const same = Array.from({ length: 20 }, (_, day) => reading(day, 7));
    expect(after(...same).percentile).toBe(50);
  });

  it('keeps the last share of a day, and ranks every reading of it', () => {
    const late = [...daily(10), reading(10, 99, 1), reading(10, 0, 2)];
    expect(after(...late)).toEqual({ historyDays: 10, percentile: (100 * 1) / 11 });
    expect(fold(archive, late).state.days.at(-1)).toEqual({ day: 10 * DAY_MS, pct: 0 });
  });

  it('has a hole where no reading came, and forgets days before the window', () => {
    expect(after(...daily(20), reading(45, 1)).historyDays).toBe(5);
    expect(after(...daily(20), reading(90, 1))).toEqual({ historyDays: 0, percentile: null });
  });

  it('archives no day on which nothing counted', () => {
    expect(after(...daily(12), reading(12, null))).toEqual({ historyDays: 12, percentile: null });
    expect(after(...daily(12), reading(12, null), reading(13, 3)).historyDays).toBe(12);
  });

  it('does not change by a reading that is older than its last day', () => {
    const { state } = fold(archive, daily(12));
    expect(archive.step(state, reading(5, 50)).state).toBe(state);
    expect(archive.step(state, reading(11, 11, 5)).state).toBe(state); // A repeated reading leaves the state unchanged.
  });

  it('is bounded, JSON-safe, pure, and ranks within 0…100', () => {
    const readings = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 0, max: 100 })), { maxLength: 90 });
    fc.assert(
      fc.property(readings, (steps) => {
        let day = 0;
        let state: BreadthArchiveState = archive.initial;
        for (const [skip, pct] of steps) {
          day += skip;
          const frozen = JSON.parse(JSON.stringify(state)) as BreadthArchiveState;
          const next = archive.step(state, reading(day, pct));
          expect(archive.step(frozen, reading(day, pct))).toEqual(next);
          expect(state).toEqual(frozen);
          state = next.state;
          expect(firstNotJson(state)).toBeUndefined();
          expect(state.days.length).toBeLessThanOrEqual(31);
          const { percentile, historyDays } = next.output;
          expect(historyDays < 10).toBe(percentile === null);
          if (percentile !== null) expect(percentile >= 0 && percentile <= 100).toBe(true);
        }
      }),
    );
  });
});
