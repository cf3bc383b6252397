/// <reference types="node" />

import { readBarsOrThrow } from '@barograph/files';
import { existsSync, mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, hourly, HOUR, lines, run, START, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

/** The hours with one high ten times too high, and without three bars. */
const wrong = (): string => {
  const rows = lines(csv(hourly));
  const cells = rows[101]!.split(',');
  cells[2] = String(Number(cells[2]) * 10);
  rows[101] = cells.join(',');
  rows.splice(300, 3);
  return `${rows.join('\n')}\n`;
};

describe('the report of the bars of a command', () => {
  it('is silent of sound bars', async () => {
    expect(
      (await run(['signum', put('X.csv', csv(hourly)), '--rows', 'all', '--format', 'csv', '--quality'])).err,
    ).not.toContain('quality');
  });

  it('is one line, and with --quality a line for each finding, in every command of bars', async () => {
    const path = put('X.csv', wrong());
    const wick = `unconfirmed wick (high) ×10.1 at 2024-01-05T04:00Z`;
    for (const command of ['signum', 'nowcast', 'technical', 'volatility', 'heatmap', 'volume']) {
      const { err } = await run([command, path, '--format', 'json']);
      const notes = lines(err).filter((line) => line.includes('quality:'));
      expect([command, notes]).toEqual([
        command,
        [`${path}: quality: 1 unconfirmed wick, 1 gap (${wick}; --quality lists all)`],
      ]);
    }
    const { err } = await run(['indicator', 'simple-moving-average', path, '--format', 'csv', '--quality']);
    expect(lines(err)).toEqual([
      `${path}: quality: 1 unconfirmed wick, 1 gap (${wick})`,
      `  ${wick}`,
      `  gap of 3 bars at ${new Date(START + 299 * HOUR).toISOString().slice(0, 16)}Z`,
    ]);
  });

  it('mends on request what it names, and says so', async () => {
    const all = ['--rows', 'all', '--format', 'csv'];
    const repaired = await run(['signum', put('X.csv', wrong()), ...all, '--repair']);
    expect(repaired.err).toContain('mended high or low of 0, and 1 unconfirmed wick');
    const rows = lines(csv(hourly));
    rows.splice(300, 3);
    expect(repaired.out).toBe((await run(['signum', put('Y.csv', `${rows.join('\n')}\n`), ...all])).out);
  });

  it('is one line for a folder', async () => {
    mkdirSync(folder.path('bars'));
    put('bars/A.csv', wrong());
    put('bars/B.csv', csv(hourly));
    const { err } = await run(['technical', folder.path('bars'), '--format', 'json']);
    expect(lines(err).filter((line) => line.includes('quality:'))).toEqual([
      expect.stringContaining('bars: quality: 1 of 2 series, 1 unconfirmed wick, 1 gap ('),
    ]);
  });
});

const CASE = '../shared/cases/prints/01-one-wrong-high';
const reason = existsSync(CASE) ? '' : ' (needs ../shared/cases)';

describe.skipIf(reason !== '')(`one wrong high among two years of hours${reason}`, () => {
  it('is named without being asked, and mended on request: the bars are the sound ones', async () => {
    const { err } = await run(['nowcast', `${CASE}/BTCUSDT.csv`, '--format', 'json']);
    expect(err).toContain('1 unconfirmed wick');
    expect(err).toContain('at 2025-07-11T04:00Z');
    const read = async (name: string, repair: boolean) =>
      (await readBarsOrThrow(`${CASE}/${name}`, { repair })).candles;
    expect(await read('BTCUSDT.csv', true)).toEqual(await read('sound.csv', false));
  });
});
