import { HOUR_MS } from '@barograph/core';
import { createDerivatives, SIMULATOR_V2 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDerivatives } from '../../src/files/derivatives.ts';
import { createFilesSource } from '../../src/files/source.ts';
import { hourlyFundingRates, hourlyOpenInterest } from '../../src/market/hourly.ts';
import { openMarket, type Market } from '../../src/market/market.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';

const HOURS = 60;
const { start } = SIMULATOR_V2;
const END = start + HOURS * HOUR_MS;
const known = createDerivatives(SIMULATOR_V2)('ETH', 0, END);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-derivatives-'));
  const rows = (values: Float64Array): string =>
    Array.from(values, (value, i) => `${known.time[i]! + HOUR_MS},${value}\n`).join('');
  mkdirSync(join(folder, 'funding'));
  mkdirSync(join(folder, 'open-interest'));
  writeFileSync(join(folder, 'funding', 'ETHUSDT.csv'), `timestamp,rate\n${rows(known.fundingRate)}`);
  writeFileSync(join(folder, 'open-interest', 'ETH.csv'), `timestamp,level\n${rows(known.openInterest)}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const fromFiles = async (): Promise<Market> => {
  const read = await readDerivatives(folder);
  if (!read.ok) throw new Error(read.error);
  return openMarket([createFilesSource([], read.value)]);
};

describe.each([
  ['simulated', async () => openMarket([createSimulatedSource(SIMULATOR_V2)])],
  ['files', fromFiles],
])('derivatives: %s', (_, open) => {
  it('gives the hours up to the last, and nothing that came after it', async () => {
    const source = await open();
    const last = start + 40 * HOUR_MS;
    const ask = { symbol: 'ETH', last, hours: 30 };
    expect(await hourlyFundingRates(source, ask)).toEqual(known.fundingRate.slice(11, 41));
    expect(await hourlyOpenInterest(source, ask)).toEqual(known.openInterest.slice(11, 41));
  });

  it('is NaN before the first hour, and null for a perp that it has not', async () => {
    const source = await open();
    const early = (await hourlyOpenInterest(source, { symbol: 'ETH', last: start + HOUR_MS, hours: 4 }))!;
    expect([...early]).toEqual([NaN, NaN, known.openInterest[0], known.openInterest[1]]);
    expect(await hourlyFundingRates(source, { symbol: 'NONE', last: start, hours: 4 })).toBeNull();
    expect(await hourlyOpenInterest(source, { symbol: 'NONE', last: start, hours: 4 })).toBeNull();
  });
});

describe('a folder of derivatives', () => {
  it('says what is wrong with it in one line', async () => {
    expect(await readDerivatives(join(folder, 'funding'))).toMatchObject({
      ok: false,
      error: expect.stringMatching(
        /^derivatives: expected CSV files in .*funding, .*open-interest or .*dvol, got none$/,
      ) as unknown,
    });
    const other = join(folder, 'other');
    mkdirSync(join(other, 'funding'), { recursive: true });
    writeFileSync(join(other, 'funding', 'BTC.csv'), 'timestamp,rate\n1,x\n');
    expect(await readDerivatives(other)).toMatchObject({
      ok: false,
      error: expect.stringContaining('BTC.csv') as unknown,
    });
    writeFileSync(join(other, 'funding', 'BTC.csv'), `timestamp,rate\n${start},0\n`);
    writeFileSync(join(other, 'funding', 'BTCUSDT.csv'), `timestamp,rate\n${start},0\n`);
    expect(await readDerivatives(other)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/expected one file for BTC, got .* too/) as unknown,
    });
  });
});
