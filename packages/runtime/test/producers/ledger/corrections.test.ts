/** Corrections: every change of a bar until the second look reaches the standing grades, once, and nothing else does. */

import {
  canonicalJson,
  followedOf,
  gradeOf,
  LEDGER_HORIZONS,
  outcomeOf,
  rowId,
  type Counts,
  type ForecastRow,
  type GradeRow,
  type LedgerHorizon,
} from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastRow, LEDGER_START } from '../../../../contract/test/ledger-cases.ts';
import { standingGrades } from '../../../../contract/src/ledger/scorecard.ts';
import { LEDGER_HOST_V2 } from '../../../src/producers/ledger/config.ts';
import { checkedAfter, correctionsOf, correctionSpan } from '../../../src/producers/ledger/corrections.ts';
import { endOf, laterId, type GradingFacts } from '../../../src/producers/ledger/grading.ts';

const HOURS = 20;
const BARS = HOURS + LEDGER_HORIZONS['24h'] + 1;
const SECOND_LOOK = LEDGER_HOST_V2.correctedMs / HOUR_MS;
/** Last hour in which rows of a source that fails are still looked at again. */
const PATIENT = SECOND_LOOK + LEDGER_HOST_V2.patienceMs / HOUR_MS - 1;
const END = BARS + SECOND_LOOK + 2;
const P = REGIMES.map(() => 0.166667);
const Q = [0.25, 0.25, 0.25, 0.25];

const horizons = ['4h', '24h'] as const;
const rows: readonly ForecastRow[] = horizons.flatMap((horizon) =>
  Array.from({ length: HOURS }, (_, hour) =>
    forecastRow(hour, {
      horizon,
      id: rowId('live', 'market', horizon, LEDGER_START + hour * HOUR_MS),
      regime: REGIMES[hour % REGIMES.length]!,
      forecasts: { next_regime: { p: P, base: P, n: 0 }, volatility: { p: Q, base: Q, n: 0, cuts: [100, 200, 300] }, drawdown: { p: [0.9, 0.1], base: [0.9, 0.1], n: 0 } }, // prettier-ignore
    }),
  ),
);
const byId = new Map(rows.map((row) => [row.id, row]));
const hourOf = ({ time }: ForecastRow): number => (Date.parse(time) - LEDGER_START) / HOUR_MS;
const closesAt = (bars: readonly number[], row: ForecastRow): readonly number[] =>
  bars.slice(hourOf(row), hourOf(row) + LEDGER_HORIZONS[row.horizon] + 1);
const outcomeAt = (bars: readonly number[], row: ForecastRow) =>
  outcomeOf(row, followedOf(closesAt(bars, row), row.horizon), { later: byId.get(laterId(row)), fundingRate: null });
const said = ({ grades, followed }: GradeRow): string => canonicalJson({ grades, followed });

/** First grades, by bars as they were when each was made. */
function firstGrades(bars: readonly number[]): readonly GradeRow[] {
  const counts = new Map<LedgerHorizon, Counts>();
  return rows.map((row) => {
    const grade = gradeOf(row, outcomeAt(bars, row), counts.get(row.horizon) ?? {}, endOf(row));
    counts.set(row.horizon, grade.counts);
    return grade;
  });
}
const factsOf = (bars: readonly number[] | undefined): GradingFacts => ({
  rowOf: (id) => byId.get(id),
  closes: async (row) => (bars === undefined ? undefined : closesAt(bars, row)),
  funding: async () => null,
  forced: async () => null,
});
const before: readonly number[] = Array.from({ length: BARS }, (_, hour) => 100 + ((hour * 7) % 11));

/** The ledger after runs at moments, hours after the start. */
async function looked(runs: readonly Run[], bars: readonly number[], grades: readonly GradeRow[]) {
  const stored = [...grades];
  let checked: number | undefined = LEDGER_START;
  for (const { moment, fails, isKept } of runs) {
    const asOf = LEDGER_START + moment * HOUR_MS;
    const span = correctionSpan(checked, asOf);
    if (span === undefined) continue;
    const graded = rows
      .filter((row) => endOf(row) >= span.from && endOf(row) < span.to)
      .map((row) => ({ row, grade: stored.findLast((grade) => grade.row === row.id)! }));
    const { rows: made, failed } = await correctionsOf(graded, asOf, factsOf(fails ? undefined : bars));
    expect(failed).toBe(fails ? graded.length : 0);
    if (!isKept) continue;
    stored.push(...made);
    checked = checkedAfter(span, failed, asOf);
  }
  return stored;
}
interface Run {
  readonly moment: number;
  readonly fails: boolean;
  readonly isKept: boolean;
}

const revisions = fc.array(fc.record({ hour: fc.nat({ max: BARS - 1 }), close: fc.constantFrom(90, 105, 111, NaN) }), { maxLength: 8 }); // prettier-ignore
const missing = fc.uniqueArray(fc.nat({ max: BARS - 1 }), { maxLength: 4 });
const troubled = fc.array(fc.record({ moment: fc.nat({ max: PATIENT }), fails: fc.boolean(), isKept: fc.boolean() }), { maxLength: 40 }); // prettier-ignore
/** Runs that go through to the end, each hour. */
const whole: readonly Run[] = Array.from({ length: END }, (_, i) => ({ moment: i + 1, fails: false, isKept: true }));
const isLost = (row: ForecastRow, bars: readonly number[]): boolean => closesAt(bars, row).some(Number.isNaN);

describe('corrections', () => {
  it('bring every change of a bar to the standing grades, once, whatever runs failed or were lost', async () => {
    await fc.assert(
      fc.asyncProperty(missing, revisions, troubled, async (gaps, changes, runs) => {
        const known = before.map((close, hour) => (gaps.includes(hour) ? NaN : close));
        const bars = [...known];
        for (const { hour, close } of changes) bars[hour] = close;
        const first = firstGrades(known);
        const inOrder = [...runs.toSorted((a, b) => a.moment - b.moment), ...whole.map((run) => ({ ...run, moment: run.moment + END }))]; // prettier-ignore
        const all = await looked(inOrder, bars, first);
        expect(all.slice(0, first.length)).toEqual(first);
        const corrections = all.slice(first.length);
        expect(new Set(corrections.map(({ row }) => row)).size).toBe(corrections.length);
        for (const { id, row, corrects } of corrections) expect([id, corrects]).toEqual([`${row}/grade/1`, `${row}/grade`]); // prettier-ignore
        const standing = standingGrades(all);
        expect(standing.map(({ row }) => row).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        for (const grade of standing) {
          const row = byId.get(grade.row)!;
          const old = first.find(({ row: id }) => id === row.id)!;
          // What was lost since changes nothing.
          const expected = isLost(row, bars) ? old : gradeOf(row, outcomeAt(bars, row), {}, 0);
          expect(said(grade), row.id).toBe(said(expected));
          expect(grade.corrects !== null, row.id).toBe(said(expected) !== said(old));
          expect(grade.counts).toEqual(old.counts);
        }
      }),
    );
  });

  it('are made again of nothing that was corrected, and a second change makes the next one', async () => {
    const bars = before.with(3, 130);
    const grades = firstGrades(before);
    const graded = rows.map((row, i) => ({ row, grade: grades[i]! }));
    const { rows: once } = await correctionsOf(graded, 0, factsOf(bars));
    expect(once.map(({ row }) => hourOf(byId.get(row)!))).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    const newest = graded.map(({ row, grade }) => ({ row, grade: once.find((one) => one.row === row.id) ?? grade }));
    expect((await correctionsOf(newest, 1, factsOf(bars))).rows).toEqual([]);
    const { rows: twice } = await correctionsOf(newest, 2, factsOf(before));
    expect(twice.map(({ id }) => id)).toEqual(once.map(({ row }) => `${row}/grade/2`));
    expect(twice.map(({ corrects }) => corrects)).toEqual(once.map(({ id }) => id));
    expect(twice.map(said)).toEqual(once.map(({ row }) => said(grades.find((grade) => grade.row === row)!)));
  });

  it('look at an hour of horizons a run, at nothing younger than the second look, and at nothing older than the pause', () => {
    const { correctedMs, correctedPauseMs } = LEDGER_HOST_V2;
    fc.assert(
      fc.property(fc.option(fc.nat(), { nil: undefined }), fc.nat(), (checked, at) => {
        const asOf = at + 1e9;
        const span = correctionSpan(checked, asOf);
        expect(span === undefined).toBe(checked !== undefined && checked >= asOf - correctedMs);
        fc.pre(span !== undefined);
        expect(span.to - span.from).toBeGreaterThan(0);
        expect(span.to - span.from).toBeLessThanOrEqual(HOUR_MS);
        expect(span.to).toBeLessThanOrEqual(asOf - correctedMs);
        expect(span.from).toBeGreaterThanOrEqual(asOf - correctedMs - correctedPauseMs);
      }),
    );
  });
});
