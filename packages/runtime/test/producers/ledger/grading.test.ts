/** Grading: whatever order bars come in, and wherever they are missing, every forecast is graded once and to the same numbers. */

import { LEDGER_HORIZONS, rowId, type ForecastRow, type GradeRow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastRow, LEDGER_START } from '../../../../contract/test/ledger-cases.ts';
import { LEDGER_HOST_V2 } from '../../../src/producers/ledger/config.ts';
import { endOf, gradeDue, lookFrom, type GradingFacts } from '../../../src/producers/ledger/grading.ts';
import { createLedgerMemory } from '../../../src/producers/ledger/memory.ts';

const HOURS = 30;
const P = [0.5, 0.1, 0.1, 0.1, 0.1, 0.1];
/** Hours after its close at which each bar is there; undefined: it never comes. */
type Delays = readonly (number | undefined)[];

/** Forecasts of 4 hours, one an hour. */
const rows: readonly ForecastRow[] = Array.from({ length: HOURS }, (_, hour) =>
  forecastRow(hour, {
    regime: REGIMES[hour % REGIMES.length]!,
    forecasts: {
      next_regime: { p: P, base: P, n: 0 },
      volatility: { p: [0.25, 0.25, 0.25, 0.25], base: [0.25, 0.25, 0.25, 0.25], n: 0, cuts: [100, 200, 300] },
    },
  }),
);
const closeOf = (hour: number): number => 100 + ((hour * 7) % 11);

/** Grades of runs at moments, hours after the start, each of which knows the bars and rows that have come. */
async function graded(moments: readonly number[], delays: Delays): Promise<readonly GradeRow[]> {
  const memory = createLedgerMemory([]);
  const all: GradeRow[] = [];
  for (const moment of moments) {
    const asOf = LEDGER_START + moment * HOUR_MS;
    const known = rows.filter(({ time }) => Date.parse(time) + HOUR_MS <= asOf);
    for (const { scope, time } of known) memory.recorded(scope, Date.parse(time));
    const byId = new Map(known.map((row) => [row.id, row]));
    const done = new Set(all.map(({ row }) => row));
    const due = known.filter((row) => endOf(row) <= asOf && !done.has(row.id));
    const facts: GradingFacts = {
      rowOf: (id) => byId.get(id),
      funding: async () => null,
      forced: async () => null,
      closes: async ({ time, horizon }) => {
        const first = (Date.parse(time) - LEDGER_START) / HOUR_MS;
        return Array.from({ length: LEDGER_HORIZONS[horizon] + 1 }, (_, i) => {
          const delay = delays[first + i];
          return delay !== undefined && first + i + 1 + delay <= moment ? closeOf(first + i) : NaN;
        });
      },
    };
    all.push(...(await gradeDue(due, asOf, memory, facts)));
  }
  return all;
}

/** A grade without the moment of its writing. */
const plain = ({ recorded: _, ...grade }: GradeRow): unknown => grade;
const END = HOURS + LEDGER_HOST_V2.patienceMs / HOUR_MS + 8;
const hourly = Array.from({ length: END }, (_, i) => i + 1);
const inTime: Delays = Array.from({ length: HOURS + 4 }, () => 0);
const late = fc.array(fc.integer({ min: 0, max: LEDGER_HOST_V2.patienceMs / HOUR_MS - 1 }), { minLength: HOURS + 4, maxLength: HOURS + 4 }); // prettier-ignore
const moments = fc.uniqueArray(fc.integer({ min: 1, max: END - 1 }), { maxLength: 40 }).map((some) => [...some.toSorted((a, b) => a - b), END, END + 1]); // prettier-ignore

describe('grading', () => {
  it('gives the same grades whenever it runs and however late bars come within its patience', async () => {
    const expected = (await graded(hourly, inTime)).map(plain);
    expect(expected).toHaveLength(HOURS);
    await fc.assert(
      fc.asyncProperty(late, moments, async (delays, at) => {
        const given = await graded(at, delays);
        // Outcomes that the run before the end could not know are those of the last rows, whose later row never came.
        expect(given.map(plain)).toEqual(expected);
      }),
    );
  });

  it('counts an outcome whose bars never come as unknown, once, and drops none', async () => {
    const gaps = fc.uniqueArray(fc.integer({ min: 0, max: HOURS + 3 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(gaps, moments, async (missing, at) => {
        const delays = inTime.map((delay, hour) => (missing.includes(hour) ? undefined : delay));
        const given = await graded(at, delays);
        expect(given.map(({ row }) => row)).toEqual(rows.map(({ id }) => id));
        for (const { row, followed, grades } of given) {
          const hour = rows.findIndex(({ id }) => id === row);
          const isKnown = missing.every((gap) => gap < hour || gap > hour + 4);
          expect(followed.return !== null, row).toBe(isKnown);
          expect(grades.volatility!.came !== null).toBe(isKnown);
        }
        const counted = given.at(-1)!.counts.volatility?.reduce((a, b) => a + b, 0) ?? 0;
        expect(counted).toBe(given.filter(({ followed }) => followed.return !== null).length);
      }),
    );
  });

  it('waits for nothing that can no longer come: the regime of an hour that was left out', async () => {
    const [first] = rows;
    const memory = createLedgerMemory([]);
    memory.recorded('market', LEDGER_START + 9 * HOUR_MS);
    const facts: GradingFacts = {
      rowOf: () => undefined,
      funding: async () => null,
      forced: async () => null,
      closes: async () => [1, 2, 3, 4, 5],
    };
    const [grade] = await gradeDue([first!], endOf(first!), memory, facts);
    expect(grade!.grades.next_regime!.came).toBeNull();
    expect(grade!.row).toBe(rowId('live', 'market', '4h', LEDGER_START));
    expect(await gradeDue([first!], endOf(first!), createLedgerMemory([]), facts)).toEqual([]);
  });

  it.each(['closes', 'funding'] as const)(
    'waits for %s of a source that fails for a bound, then counts them as unknown',
    async (name) => {
      const p = [0.25, 0.25, 0.25, 0.25];
      const row = forecastRow(0, { forecasts: { funding: { p, base: p, n: 0 } } });
      const bound = endOf(row) + LEDGER_HOST_V2.dueMs;
      const facts: GradingFacts = {
        forced: async () => null,
        rowOf: () => undefined,
        funding: async () => 0.0001,
        closes: async () => [1, 2, 3, 4, 5],
      };
      const failing = { ...facts, [name]: async () => undefined };
      expect(await gradeDue([row], bound - 1, createLedgerMemory([]), failing)).toEqual([]);
      const [grade] = await gradeDue([row], bound - 1, createLedgerMemory([]), facts);
      expect(grade!.followed.return).toBe(400);
      expect(grade!.grades.funding!.came).not.toBeNull();
      const [unknown] = await gradeDue([row], bound, createLedgerMemory([]), failing);
      expect(unknown!.followed.return).toBe(name === 'closes' ? null : 400);
      expect(unknown!.grades.funding!.came === null).toBe(name === 'funding');
    },
  );

  it('leaves no row behind: each is graded once, or open and within the bound, whenever sources and writes fail', async () => {
    const BOUND_H = LEDGER_HOST_V2.dueMs / HOUR_MS;
    const last = HOURS + 2 * BOUND_H;
    const run = fc.record({
      hours: fc.integer({ min: 1, max: 40 }),
      failing: fc.subarray(['market', 'BTC']),
      isKept: fc.boolean(),
      isRestart: fc.boolean(),
    });
    const ofBoth = rows.flatMap((row) => [row, forecastRow(rows.indexOf(row), { ...row, scope: 'BTC', id: `BTC/${row.id}` })]); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 5, maxLength: 60 }), async (runs) => {
        const stored: GradeRow[] = [];
        let [from, moment] = [0, 0];
        for (const { hours, failing, isKept, isRestart } of [
          ...runs,
          { hours: last, failing: ['market', 'BTC'], isKept: true, isRestart: false },
        ]) {
          // prettier-ignore
          moment += hours;
          const asOf = LEDGER_START + moment * HOUR_MS;
          if (isRestart) from = 0;
          const done = new Set(stored.map(({ row }) => row));
          const newest = ofBoth.map((row) => ({
            scope: row.scope,
            horizon: row.horizon,
            time: Date.parse(row.time),
            grade: stored.findLast(({ scope }) => scope === row.scope),
          }));
          const waiting = ofBoth.filter((row) => endOf(row) <= asOf && Date.parse(row.time) >= from && !done.has(row.id)); // prettier-ignore
          const grades = await gradeDue(waiting, asOf, createLedgerMemory(newest), {
            rowOf: () => undefined,
            funding: async () => null,
            forced: async () => null,
            closes: async ({ scope }) => (failing.includes(scope) ? undefined : [1, 2, 3, 4, 5]),
          });
          from = lookFrom(from, waiting, asOf);
          if (isKept) stored.push(...grades);
          const graded = new Set(stored.map(({ row }) => row));
          expect(graded.size).toBe(stored.length);
          if (!isKept) continue;
          for (const row of ofBoth) {
            if (!graded.has(row.id)) expect(endOf(row) + LEDGER_HOST_V2.dueMs, row.id).toBeGreaterThan(asOf);
          }
        }
        expect(stored).toHaveLength(ofBoth.length);
      }),
    );
  });
});
