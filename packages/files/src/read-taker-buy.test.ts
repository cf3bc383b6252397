import { candlesOf, HOUR_MS } from '@barograph/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTakerBuy } from './read-taker-buy.ts';

const START = 1_700_002_800_000;
const bars = candlesOf(
  [10, 20, 0, 40, 50].map((volume, i) => ({ time: START + i * HOUR_MS, open: 1, high: 1, low: 1, close: 1, volume })),
);
const cells = ['4', '', '0', '41', '-1'];
const CSV = `timestamp,open,high,low,close,volume,taker_buy_volume\n${cells
  .map((cell, i) => `${START + i * HOUR_MS},1,1,1,1,${bars.volume[i]},${cell}\n`)
  .join('')}`;
let folder = '';

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-taker-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('the column of what takers bought', () => {
  it.each([
    ['BTC.csv', CSV],
    ['BTC.csv.gz', gzipSync(CSV)],
  ])('of %s is a value for each bar: NaN where there is none, or one that cannot be', async (name, content) => {
    const read = await readTakerBuy(written(name, content), bars);
    expect(read).toEqual({ ok: true, value: Float64Array.of(4, NaN, 0, NaN, NaN) });
  });

  it('goes by the time of the bars, not by the row', async () => {
    const part = candlesOf([0, 3].map((i) => ({ time: START + i * HOUR_MS, open: 1, high: 1, low: 1, close: 1, volume: 50 }))); // prettier-ignore
    expect(await readTakerBuy(written('part.csv', CSV), part)).toEqual({ ok: true, value: Float64Array.of(4, 41) });
  });

  it('is undefined of a file without it, and of another format', async () => {
    const plain = CSV.replace('taker_buy_volume', 'something');
    expect(await readTakerBuy(written('plain.csv', plain), bars)).toEqual({ ok: true, value: undefined });
    const closing = CSV.replace('timestamp', 'close_time');
    expect(await readTakerBuy(written('foreign.csv', closing), bars)).toEqual({ ok: true, value: undefined });
    expect(await readTakerBuy(join(folder, 'none.parquet'), bars)).toEqual({ ok: true, value: undefined });
  });

  it('is found in files of exchanges too', async () => {
    const foreign = CSV.replace('timestamp', 'open_time');
    const read = await readTakerBuy(written('foreign.csv', foreign), bars);
    expect(read).toEqual({ ok: true, value: Float64Array.of(4, NaN, 0, NaN, NaN) });
  });

  it('is a problem where it is no number', async () => {
    const read = await readTakerBuy(written('bad.csv', CSV.replace(',41\n', ',much\n')), bars);
    expect(read).toMatchObject({ ok: false, error: { code: 'bad_value', row: 4, column: 'taker_buy_volume' } });
  });
});
