/// <reference types="node" />

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, HOUR, market, run, START, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

/** Commands that score a file of bars. */
const COMMANDS: readonly (readonly string[])[] = [
  ['signum'],
  ['signum', '--interval', '1d'],
  ['signum', '--rows', 'all'],
  ['technical'],
  ['volatility'],
  ['volume'],
  ['heatmap'],
  ['meme'],
  ['nowcast'],
  ['indicator', 'relative-strength-index'],
];

const DAYS = 95;
const whole = csv(market(DAYS * 24, HOUR));
const PARTIAL = START + DAYS * 24 * HOUR + 37 * 60_000;
const partial = `${whole}${PARTIAL},100,101,99,100,0\n`;

describe('a last bar that had not closed', () => {
  it.each(COMMANDS)('is left out and reported: %s %s %s', async (...words) => {
    const [name, ...rest] = words;
    const args = (file: string): string[] =>
      name === 'indicator' ? ['indicator', rest[0]!, file] : [name!, file, ...rest];
    const clean = await run([...args(put('BTCUSDT.csv', whole)), '--format', 'json']);
    for (const flags of [[], ['--repair']]) {
      // The name of the file is that of the coin: both have the same.
      const cut = await run([...args(put('BTCUSDT.csv', partial)), '--format', 'json', ...flags]);
      expect([cut.code, cut.out]).toEqual([0, clean.out]);
      expect(cut.err).toContain(`BTCUSDT.csv: left out the last bar, ${new Date(PARTIAL).toISOString()}: no bar of 1h`);
    }
  });

  it('is left out of the files of a folder', async () => {
    mkdirSync(folder.path('bars'));
    put('bars/BTCUSDT.csv', partial);
    const { code, err } = await run(['volatility', folder.path('bars'), '--format', 'json']);
    expect(code).toBe(0);
    expect(err).toContain('BTCUSDT.csv: left out the last bar');
  });

  it('on the grid is a bar', async () => {
    const { err } = await run(['signum', put('BTCUSDT.csv', whole)]);
    expect(err).not.toContain('left out');
  });
});

const CASES = '../shared/cases/times';

describe.skipIf(!existsSync(CASES))('cases of times (needs ../shared/cases)', () => {
  it.each(COMMANDS)('times/02: %s %s %s reads the most common file of yfinance', async (...words) => {
    const [name, ...rest] = words;
    const file = join(CASES, '02-partial-last-row/BTC-USD.csv');
    const { code, err } = await run(name === 'indicator' ? ['indicator', rest[0]!, file] : [name!, file, ...rest]);
    // The file has sixty days.
    if (name === 'volatility') expect(err).toContain('expected a coin with at least 89 completed days');
    else expect(code).toBe(0);
    expect(err).toContain('left out the last bar, 2024-03-01T15:37:00.000Z');
  });

  it('times/01: a bar that stands twice is refused with its row, and --repair is named and keeps one', async () => {
    const file = join(CASES, '01-page-border-twice/BTCUSDT.csv');
    const { code, err } = await run(['signum', file]);
    expect([code, err]).toEqual([
      2,
      `error: ${file} row 501 column "timestamp": expected a time used once (--repair keeps the last of them), got 1705863600000 twice\n`,
    ]);
    const repaired = await run(['signum', file, '--repair']);
    expect([repaired.code, repaired.err]).toEqual([0, expect.stringContaining('dropped 0 bad and 1 duplicate')]);
  });

  it('times/03: klines in µs are of the year that they are of', async () => {
    const { code, out } = await run(['signum', join(CASES, '03-klines-in-microseconds/klines.json')]);
    expect([code, out]).toEqual([0, expect.stringContaining('2025-01-01T00:00:00Z')]);
  });
});
