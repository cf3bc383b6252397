/** Days of funding from real files, through the code that serves them, against a plain script that shares nothing with it. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { annualisedFunding, fundingDays } from '@barograph/positioning';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDerivatives } from '../../packages/sources/src/files/derivatives.ts';
import { createFilesSource } from '../../packages/sources/src/files/source.ts';
import { openMarket, type Market } from '../../packages/sources/src/market/market.ts';

const DATA = '../shared/data/derivs';
const FILES = ['funding_binance_8h.csv.gz', 'funding_hyperliquid_1h.csv.gz'] as const;
const isMissing = !existsSync(join(DATA, FILES[0])) || !existsSync(join(DATA, FILES[1]));

/** Lines of a panel `timestamp,symbol,rate` by symbol. */
function panel(file: string): ReadonlyMap<string, readonly (readonly [time: number, rate: string])[]> {
  const rows = new Map<string, [number, string][]>();
  for (const line of gunzipSync(readFileSync(join(DATA, file)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)) {
    const [time, symbol, rate] = line.split(',') as [string, string, string];
    const list = rows.get(symbol) ?? [];
    rows.set(symbol, list);
    if (rate.trim() !== '') list.push([Number(time), rate]);
  }
  return rows;
}

/** Plain script with text dates and list means. A settlement at midnight belongs to the previous date. */
function plainMeans(rows: readonly (readonly [number, string])[]): Readonly<Record<string, number>> {
  const lists: Record<string, number[]> = {};
  for (const [time, rate] of rows) {
    const date = new Date(time - 1).toISOString().slice(0, 10);
    (lists[date] ??= []).push(Number(rate));
  }
  return Object.fromEntries(
    Object.entries(lists).map(([date, list]) => [date, list.reduce((a, b) => a + b, 0) / list.length]),
  );
}

describe.skipIf(isMissing).each([
  [FILES[0], 8],
  [FILES[1], 1],
] as const)('days of %s (needs ../shared/data)', (file, hours) => {
  let folder = '';
  let market: Market;
  let rows: ReturnType<typeof panel>;
  beforeAll(async () => {
    rows = panel(file);
    folder = mkdtempSync(join(tmpdir(), 'barograph-oracle-'));
    mkdirSync(join(folder, 'funding'));
    for (const [symbol, list] of rows) {
      const text = list.map(([time, rate]) => `${time},${rate}\n`).join('');
      writeFileSync(join(folder, 'funding', `${symbol}.csv`), `timestamp,funding_rate\n${text}`);
    }
    const read = await readDerivatives(folder);
    assert.ok(read.ok, read.ok ? '' : read.error);
    market = openMarket([createFilesSource([], read.value)]);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are the daily means of the plain script, of every symbol and day', async () => {
    let days = 0;
    for (const [symbol, list] of rows) {
      const to = list.at(-1)![0] + DAY_MS;
      const answer = await market.read('settlements', { venue: 'cexa', symbol, from: 0, to });
      const settled = answer.ok ? answer.value : assert.fail(answer.error.reason);
      const means = plainMeans(list);
      const found = fundingDays(settled);
      expect(found.size).toBe(Object.keys(means).length);
      for (const [day, { sum, count }] of found) {
        const expected = means[new Date(day).toISOString().slice(0, 10)]!;
        assert.ok(Math.abs(sum / count - expected) <= 1e-15, `${symbol} ${day}: ${sum / count} against ${expected}`);
        days++;
      }
    }
    expect(days).toBeGreaterThan(5_000);
  }, 60_000);

  it('have intervals that annualise to the same as the rate per hour', async () => {
    const [symbol, list] = [...rows][0]!;
    const to = list.at(-1)![0];
    const answer = await market.read('settlements', { venue: 'cexa', symbol, from: 0, to });
    const { time, rate, intervalHours } = answer.ok ? answer.value : assert.fail(answer.error.reason);
    let usual = 0;
    for (let i = 1; i < time.length; i++) {
      if (intervalHours[i] === hours) usual++;
      if (Number.isNaN(intervalHours[i])) continue;
      const hourly = rate[i]! / Math.round((time[i]! - time[i - 1]!) / HOUR_MS);
      expect(annualisedFunding(rate[i]!, intervalHours[i]!)).toBeCloseTo(hourly * 24 * 365 * 100, 9);
    }
    expect(usual / time.length).toBeGreaterThan(0.95);
  });
});
