/** The figure of a model says what the scorecard says, and a count below its least number of rows. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { forecastRow, LEDGER_START } from '../../test/ledger-cases.ts';
import { gradeOf, NOTHING_FOLLOWED } from './grade.ts';
import { headlineOf } from './headline.ts';
import type { LedgerArchive } from './port.ts';
import type { GradeRow } from './row.ts';

const archiveOf = (grades: readonly GradeRow[]): LedgerArchive => ({
  grades: async ({ from, asOf }) => grades.filter(({ time, recorded }) => Date.parse(time) >= from && Date.parse(recorded) <= asOf), // prettier-ignore
  stated: async () => [],
  rows: async () => [],
  digests: async () => [],
});

it('counts whole days that are due, and names what was said and what happened', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 0, max: 200 }),
      async (hits, hours) => {
        const p = [0.72, 0.28, 0, 0, 0, 0];
        const grades = hits.map((isHit, hour) => {
          const row = forecastRow(hour, { horizon: '24h', regime: REGIMES[0], forecasts: { next_regime: { p, base: p, n: 0 } } }); // prettier-ignore
          return gradeOf(row, { classes: { next_regime: isHit ? 0 : 1 }, followed: NOTHING_FOLLOWED }, {}, LEDGER_START + (hour + 25) * HOUR_MS); // prettier-ignore
        });
        const headline = await headlineOf(archiveOf(grades), 'live', LEDGER_START + hours * HOUR_MS);
        const counted = hits.slice(0, Math.max(0, Math.floor((hours - 24) / 24) * 24));
        const happened = Math.round((100 * counted.filter(Boolean).length) / counted.length);
        expect(headline).toBe(counted.length < 50 ? `${counted.length} graded forecasts, a figure from 50 on` : `said 72 %, happened ${happened} % of ${counted.length} times`); // prettier-ignore
      },
    ),
  );
});

it('forgets what is older than thirty days', async () => {
  const row = forecastRow(0, { horizon: '24h', forecasts: { next_regime: { p: [1, 0, 0, 0, 0, 0], base: [], n: 0 } } });
  const grade = gradeOf(row, { classes: { next_regime: null }, followed: NOTHING_FOLLOWED }, {}, LEDGER_START + DAY_MS);
  expect(await headlineOf(archiveOf([grade]), 'live', LEDGER_START + 90 * DAY_MS)).toMatch(/^0 graded/);
});
