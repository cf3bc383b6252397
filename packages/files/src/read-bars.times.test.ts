/// <reference types="node" />

/** Times of two units, and spans that no interval explains. */

import { INTERVALS, stepMs, type Interval } from '@barograph/core';
import * as fc from 'fast-check';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBars } from './read-bars.ts';

const SPAN = fileURLToPath(new URL('../../../../shared/data/bad/span-repair.csv', import.meta.url));

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-errors-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('[12.10] times of two units', () => {
  const hours = (times: readonly number[]): string =>
    `timestamp,open,high,low,close,volume\n${times.map((time) => `${time},1,1,1,1,1`).join('\n')}\n`;
  const T = 1_502_942_400_000;
  const HOUR = 3_600_000;
  const some = Array.from({ length: 40 }, (_, i) => T + i * HOUR);

  it('are refused at the row after the widest gap, and without a row after a repair', async () => {
    const path = join(folder, 'units.csv');
    writeFileSync(path, hours([...some, T * 1e3]));
    const expected = 'times of one unit: at most 1000 steps of 3600000 ms for each bar';
    expect(await readBars(path)).toMatchObject({
      ok: false,
      error: { code: 'bad_value', file: path, row: 41, column: 'timestamp', expected },
    });
    const repaired = await readBars(path, { repair: true });
    expect(repaired).toMatchObject({ ok: false, error: { code: 'bad_value', column: 'timestamp', expected } });
    expect(repaired.ok ? undefined : repaired.error).not.toHaveProperty('row');
  });

  const away = (count: number, hoursLater: number): string =>
    hours([...some.slice(0, count), ...some.slice(0, count).map((time) => time + hoursLater * HOUR)]);

  it('[12.10] a span of more than 1,000 times the expected bars asks for an interval, and is read by one', async () => {
    // 48 bars, 60,000 hours apart: 15,000 of four hours.
    const path = join(folder, 'sparse.csv');
    writeFileSync(path, away(24, 60_000));
    const flags = { intervalFlag: '--interval' };
    const needed = await readBars(path, flags);
    expect(needed).toMatchObject({
      ok: false,
      error: {
        row: 25,
        expected: 'times of one unit: at most 1000 steps of 3600000 ms for each bar, or --interval 4h',
      },
    });
    expect(await readBars(path)).toMatchObject({
      ok: false,
      error: { expected: 'times of one unit: at most 1000 steps of 3600000 ms for each bar' },
    });
    // A shorter one than the bars themselves changes nothing.
    for (const interval of ['1m', '1h'] as const) expect(await readBars(path, { ...flags, interval })).toEqual(needed);
    for (const interval of ['4h', '1d', '1w'] as const) {
      expect(await readBars(path, { interval })).toMatchObject({ ok: true, value: { rows: 48, interval: '1h' } });
      expect(await readBars(path, { interval, repair: true })).toMatchObject({ ok: true, value: { rows: 48 } });
    }
  });

  it('[12.10] the interval that is asked for is the shortest that is enough', async () => {
    const path = join(folder, 'spans.csv');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 40_001, max: 9_000_000 }),
        async (n, later) => {
          writeFileSync(path, away(n, later));
          const flags = { intervalFlag: '--interval' };
          const read = await readBars(path, flags);
          fc.pre(!read.ok);
          const name = /, or --interval (\w+)$/.exec(read.ok ? '' : read.error.expected)?.[1];
          for (const interval of INTERVALS) {
            const isEnough = name !== undefined && stepMs(interval) >= stepMs(name as Interval);
            expect((await readBars(path, { ...flags, interval })).ok).toBe(isEnough);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('[12.10] of two units no interval is asked for, for none is enough', async () => {
    const path = join(folder, 'no-interval.csv');
    writeFileSync(path, hours([...some, T * 1e3]));
    for (const interval of [undefined, ...INTERVALS]) {
      const read = await readBars(path, { repair: true, interval, intervalFlag: '--interval' });
      expect(read.ok ? '' : read.error.expected).toMatch(
        /^times of one unit: at most 1000 steps of \d+ ms for each bar$/,
      );
    }
  });

  it.skipIf(!existsSync(SPAN))(
    '[12.10] of span-repair.csv (needs ../shared/data/bad) are named, whatever the interval, and it is repaired by none',
    async () => {
      for (const interval of [undefined, ...INTERVALS]) {
        const read = await readBars(SPAN, { repair: true, interval, intervalFlag: '--interval' });
        const { got, ...problem } = read.ok ? expect.fail('read') : read.error;
        expect(problem).toMatchObject({ code: 'bad_value', file: SPAN, column: 'timestamp' });
        expect(problem.expected).toMatch(/^times of one unit: at most 1000 steps of \d+ ms for each bar$/);
        expect(got).toMatch(/^1502942400000000 after \d{13}, \d+ steps in all for 43 bars$/);
      }
    },
  );

  it('are not taken for those of a coin that was away for four years', async () => {
    const path = join(folder, 'away.csv');
    writeFileSync(path, hours([...some, T + 40_000 * HOUR]));
    expect(await readBars(path)).toMatchObject({ ok: true, value: { rows: 41 } });
  });
});
