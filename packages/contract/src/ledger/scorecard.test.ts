/** Scorecards and the chain: counts, means, corrections, and any edit found. */

import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distribution, forecastRow, NEVER } from '../../test/ledger-cases.ts';
import { closeDay, NO_DIGEST } from './chain.ts';
import { gradeOf } from './grade.ts';
import { LEAST_GRADED, LEAST_LINE } from './kinds.ts';
import { canonicalJson, type GradeRow } from './row.ts';
import { quantScorecard } from './scorecard-record.ts';
import { saidAndHappened, scorecardOf } from './scorecard.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const base = [0.25, 0.25, 0.25, 0.25, 0, 0];
const gradedAs = (hour: number, p: readonly number[], came: number | null): GradeRow =>
  gradeOf(
    forecastRow(hour, { forecasts: { next_regime: { p, base, n: 0 } } }),
    { classes: { next_regime: came }, followed: NEVER },
    {},
    0,
  );

const outcome = fc.tuple(distribution(6), fc.option(fc.integer({ min: 0, max: 3 })));

describe('a scorecard', () => {
  it('has the mean scores over rows with a known outcome', () => {
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 80, maxLength: 140 }), (rows) => {
        const grades = rows.map(([p, came], hour) => gradedAs(hour, p, came));
        const [card] = scorecardOf(grades.toReversed());
        const known = rows.filter(([, came]) => came !== null);
        fc.pre(known.length >= LEAST_GRADED);
        expect(card).toMatchObject({ kind: 'next_regime', graded: known.length, unknown: rows.length - known.length });
        const [log] = card!.scores!;
        const mean = known.reduce((sum, [p, came]) => sum - Math.log(p[came!]!), 0) / known.length;
        expect(log!.mean).toBeCloseTo(mean, 5);
        expect(log!.baseline).toBeCloseTo(Math.log(4), 5);
        expect(log!.skill).toBeCloseTo(1 - mean / Math.log(4), 5);
        const tenth = ([p]: (typeof known)[number]): number => Math.min(9, Math.floor(10 * Math.max(...p)));
        const shown = known.filter((row) => known.filter((other) => tenth(other) === tenth(row)).length >= LEAST_LINE);
        expect(card!.calibration!.reduce((sum, line) => sum + line.rows, 0)).toBe(shown.length);
        const hits = shown.filter(([p, came]) => p.indexOf(Math.max(...p)) === came).length;
        expect(card!.calibration!.reduce((sum, line) => sum + line.happened * line.rows, 0)).toBeCloseTo(hits, 6);
      }),
    );
  });

  it('shows no line of few forecasts, and means that are rounded', () => {
    const p = [0.523417, 0.2, 0.1, 0.1, 0.05, 0.026583];
    const rest = [0.9, 0.02, 0.02, 0.02, 0.02, 0.02];
    const gradesOf = (last: readonly number[]) =>
      Array.from({ length: 60 }, (_, hour) => gradedAs(hour, hour === 59 ? last : rest, 0));
    const wireOf = (grades: readonly GradeRow[]) => {
      const card = {
        scope: 'market',
        horizon: '4h',
        window: '7',
        newsImpact: null,
        asOf: 0,
        dataSource: 'simulated',
      } as const;
      return quantScorecard.encode({ ...card, live: { grades, stated: [] }, backfilled: { grades: [], stated: [] } })
        .live.kinds[0]!;
    };
    const { calibration, scores } = wireOf(gradesOf(p));
    expect(calibration).toEqual([{ said: 0.9, happened: 1, rows: 59 }]);
    for (const { mean, baseline, skill } of scores!)
      for (const figure of [mean, baseline, skill!]) expect(figure).toBe(Math.round(figure * 1000) / 1000);
    // Another probability near it gives the same card.
    expect(wireOf(gradesOf([0.521, 0.2, 0.1, 0.1, 0.05, 0.029]))).toEqual({
      kind: 'next_regime',
      calibration,
      scores,
      graded: 60,
      unknown: 0,
      summary: expect.any(String),
    });
  });

  it('has counts alone of fewer rows', () => {
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: LEAST_GRADED - 1 }), (rows) => {
        const [card] = scorecardOf(rows.map(([p, came], hour) => gradedAs(hour, p, came)));
        const unknown = rows.filter(([, came]) => came === null).length;
        expect(card).toMatchObject({ graded: rows.length - unknown, unknown, scores: null, calibration: null });
        expect(saidAndHappened(card!)).toBeNull();
      }),
    );
  });

  it('counts a corrected row once, by its correction', () => {
    const p = [1, 0, 0, 0, 0, 0];
    const rows = Array.from({ length: LEAST_GRADED }, (_, hour) => gradedAs(hour, p, 1));
    const row = forecastRow(0, { forecasts: { next_regime: { p, base, n: 0 } } });
    const mended = gradeOf(row, { classes: { next_regime: 0 }, followed: NEVER }, {}, 1, 1);
    const [card] = scorecardOf([mended, ...rows]);
    expect(card!.graded).toBe(LEAST_GRADED);
    expect(card!.calibration).toEqual([{ said: 1, happened: 1 / LEAST_GRADED, rows: LEAST_GRADED }]);
    expect(saidAndHappened(card!)).toBe('said 100 %, happened 2 % of 50 times');
  });
});

describe('a digest', () => {
  const day = { origin: 'live', date: '2026-01-01', previous: NO_DIGEST } as const;
  const texts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });
  const rowsOf = (all: readonly string[]) => all.map((text, i) => ({ id: `r${i}`, text }));

  it('is the same in any order of the rows', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const rows = rowsOf(all);
        expect(closeDay(day, rows.toReversed(), sha256)).toEqual(closeDay(day, rows, sha256));
      }),
    );
  });

  it('changes with any bit of any row, a row more or less, the day, the chain and the day before', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (all, which, bit) => {
        const rows = rowsOf(all);
        const { digest } = closeDay(day, rows, sha256);
        const at = which % rows.length;
        const text = rows[at]!.text;
        const place = bit % (text.length * 8);
        const flipped = text.charCodeAt(place >> 3) ^ (1 << (place & 7));
        const edited = text.slice(0, place >> 3) + String.fromCharCode(flipped) + text.slice((place >> 3) + 1);
        expect(closeDay(day, rows.with(at, { ...rows[at]!, text: edited }), sha256).digest).not.toBe(digest);
        expect(closeDay(day, rows.toSpliced(at, 1), sha256).digest).not.toBe(digest);
        expect(closeDay({ ...day, date: '2026-01-02' }, rows, sha256).digest).not.toBe(digest);
        expect(closeDay({ ...day, origin: 'backfilled' }, rows, sha256).digest).not.toBe(digest);
        expect(closeDay({ ...day, previous: digest }, rows, sha256).digest).not.toBe(digest);
      }),
    );
  });

  it('of a row is that of its canonical JSON', () => {
    const row = forecastRow(0);
    const digest = closeDay(day, [{ id: row.id, text: canonicalJson(row) }], sha256);
    const lines = [`live 2026-01-01 1 ${NO_DIGEST}`, sha256(canonicalJson(row))];
    expect(digest).toEqual({ ...day, rows: 1, digest: sha256(lines.join('\n')) });
  });
});
