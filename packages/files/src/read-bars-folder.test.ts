/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBarsFolder } from './read-bars-folder.ts';

const text = (volume: number): string =>
  `timestamp,open,high,low,close,volume\n1704067200000,3,4,1,2,${volume}\n1704070800000,3,4,1,2,${volume}\n`;

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);

describe('readBarsFolder', () => {
  it('reads every bar file in the order of names and lists what it left alone', async () => {
    for (const [at, name] of ['D.csv', 'A.csv.gz', 'C.csv', 'B.jsonl', 'E.csv'].entries()) {
      put(name, name.endsWith('.gz') ? gzipSync(text(at)) : text(at));
    }
    put('notes.txt', 'hello');
    put('manifest.json', '{"of": "something else"}');
    put('F.json', '\uFEFF\n [[1704067200000,3,4,1,2,5],[1704070800000,3,4,1,2,5]]');
    put('G.json.gz', gzipSync('[[1704067200000,3,4,1,2,6],[1704070800000,3,4,1,2,6]]'));
    mkdirSync(join(folder, 'older.csv'));
    const progress: number[] = [];
    const result = await readBarsFolder(folder, { onProgress: (done) => progress.push(done) });
    if (!result.ok) throw new Error(result.error.got);
    expect(result.value.files.map(({ symbol, candles }) => [symbol, candles.volume[0]])).toStrictEqual([
      ['A', 1],
      ['B', 3],
      ['C', 2],
      ['D', 0],
      ['E', 4],
      ['F', 5],
      ['G', 6],
    ]);
    expect(result.value.ignored).toStrictEqual(['manifest.json', 'notes.txt', 'older.csv']);
    expect(progress).toStrictEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('says what is wrong with the first bad file by name', async () => {
    for (const name of ['A.csv', 'B.csv', 'C.csv', 'D.csv', 'E.csv', 'F.csv']) put(name, text(1));
    put('D.csv', text(1).replace('3,4,1,2,1', '3,x,1,2,1'));
    put('F.csv', '');
    expect(await readBarsFolder(folder)).toMatchObject({
      ok: false,
      error: { file: join(folder, 'D.csv'), row: 1, column: 'high', got: '"x"' },
    });
  });

  it('refuses a name that is no symbol, or leaves the file out with skipBad', async () => {
    for (const name of ['=cmd|calc.csv', 'A\nB.csv', '<img src=x>.csv']) put(name, text(1));
    put('BTC.csv', text(1));
    expect(await readBarsFolder(folder)).toMatchObject({
      ok: false,
      error: { code: 'bad_value', file: join(folder, '<img src=x>.csv'), got: '"<img src=x>"' },
    });
    const read = await readBarsFolder(folder, { skipBad: true });
    const { files, bad } = read.ok ? read.value : expect.fail(read.error.got);
    expect(files.map(({ symbol }) => symbol)).toEqual(['BTC']);
    expect(bad.map(({ got }) => got)).toEqual(['"<img src=x>"', '"=cmd|calc"', String.raw`"A\nB"`]);
    for (const problem of bad) expect(describeProblem(problem)).not.toContain('\n');
  });

  it('repairs when asked', async () => {
    put('A.csv', `${text(1)}x,3,4,1,2,1\n`);
    const result = await readBarsFolder(folder, { repair: true });
    expect(result).toMatchObject({ ok: true, value: { files: [{ repairs: { dropped: [{ row: 3 }] } }] } });
  });

  it('refuses two months of one coin', async () => {
    put('BTCUSDT-1h-2024-01.csv', text(1));
    put('BTCUSDT-1h-2024-02.csv', text(1));
    expect(await readBarsFolder(folder)).toMatchObject({
      error: { expected: 'one file for each symbol', got: 'BTCUSDT-1h-2024-01.csv and BTCUSDT-1h-2024-02.csv' },
    });
  });

  it('refuses two files of one symbol', async () => {
    put('A.csv', text(1));
    put('A.csv.gz', gzipSync(text(1)));
    expect(await readBarsFolder(folder)).toStrictEqual({
      ok: false,
      error: { code: 'bad_value', file: folder, expected: 'one file for each symbol', got: 'A.csv and A.csv.gz' },
    });
  });

  it('says that there is nothing to read, or no folder', async () => {
    expect(await readBarsFolder(folder)).toMatchObject({ error: { code: 'empty_file', got: 'an empty folder' } });
    put('notes.txt', 'hello');
    expect(await readBarsFolder(folder)).toMatchObject({ error: { code: 'empty_file', got: 'none among 1 names' } });
    const nowhere = join(folder, 'nowhere');
    expect(await readBarsFolder(nowhere)).toStrictEqual({
      ok: false,
      error: { file: nowhere, code: 'missing_file', expected: 'a folder', got: 'no such folder' },
    });
    expect(await readBarsFolder(join(folder, 'notes.txt'))).toMatchObject({
      error: { code: 'unreadable_file', expected: 'a readable folder' },
    });
  });
});

const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';

describe.skipIf(!existsSync(REAL))('the folder of real hourly bars (needs ../shared/data)', () => {
  it('loads whole: over a million valid bars of one step', async () => {
    const result = await readBarsFolder(REAL);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    const { files } = result.value;
    expect(files.length).toBeGreaterThan(30);
    expect(files.reduce((sum, file) => sum + file.rows, 0)).toBeGreaterThan(1_000_000);
    expect(new Set(files.map((file) => file.interval))).toStrictEqual(new Set(['1h']));
  });
});
