/// <reference types="node" />

import type { DataProblem, Result } from '@barograph/core';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccounts } from './read-accounts.ts';
import { readArtifact } from './read-artifact.ts';
import { readBarsFolder } from './read-bars-folder.ts';
import { readBars, readBarsStream } from './read-bars.ts';
import { readBook } from './read-book.ts';
import { readPanel } from './read-panel.ts';
import { readReference } from './read-reference.ts';
import { readSeries } from './read-series.ts';
import { readTrades } from './read-trades.ts';
import { specialFile } from './special-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-special-'));
const place = (name: string): string => join(folder, name);
/** A socket, as a named pipe cannot be made by Node itself. */
const SOCKET = place('BTC.csv');
const BARS = 'timestamp,open,high,low,close,volume\n2024-01-01,1,2,1,2,9\n2024-01-02,2,3,2,3,9\n';
let server: Server;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((listening) => server.listen(SOCKET, listening));
  mkdirSync(place('folder'));
  symlinkSync('/dev/null', place('ETH.csv'));
  symlinkSync(SOCKET, place('folder/BTC.json'));
  symlinkSync(place('nowhere'), place('folder/ETH.json'));
  writeFileSync(place('folder/SOL.csv'), BARS);
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

describe('what is no file', () => {
  it('is told from files before it is opened', () => {
    expect(specialFile(SOCKET)).toBe('a socket');
    expect(specialFile(place('ETH.csv'))).toBe('a device');
    expect(specialFile(folder)).toBe('a directory');
    for (const path of [place('folder/SOL.csv'), place('nowhere'), '/dev/stdin', '/dev/fd/0', `${SOCKET}/x`]) {
      expect(specialFile(path)).toBeUndefined();
    }
  });

  const entry = { id: 'x', version: '1', file: 'x', schema: 'x/1', bytes: 1, sha256: 'x' };
  it.each<[string, (path: string) => Promise<Result<unknown, DataProblem>>]>([
    ['bars', readBars],
    ['panels', readPanel],
    ['trades', readTrades],
    ['books', readBook],
    ['accounts', readAccounts],
    ['series', readSeries],
    ['artifacts', async (path) => readArtifact(path, entry)],
  ])('is refused by the reader of %s', async (_, read) => {
    const error = { file: SOCKET, code: 'unreadable_file', expected: 'a file', got: 'a socket' };
    expect(await read(SOCKET)).toStrictEqual({ ok: false, error });
    expect(await read(place('ETH.csv'))).toMatchObject({ error: { file: place('ETH.csv'), got: 'a device' } });
  });

  it('is refused in a folder, or left out with skipBad', async () => {
    expect(await readBarsFolder(place('folder'))).toMatchObject({
      ok: false,
      error: { file: place('folder/BTC.json'), got: 'a socket' },
    });
    const read = await readBarsFolder(place('folder'), { skipBad: true });
    const { files, bad } = read.ok ? read.value : expect.fail(read.error.got);
    expect(files.map(({ symbol }) => symbol)).toEqual(['SOL']);
    expect(bad.map(({ got }) => got)).toEqual(['a socket', 'no such file']);
  });

  it('is refused among reference data', async () => {
    expect(await readReference(folder)).toMatchObject({ ok: false, error: { file: SOCKET, got: 'a socket' } });
  });
});

describe('a name that is no symbol', () => {
  it.each<[string, (path: string) => Promise<Result<unknown, DataProblem>>]>([
    ['bars', readBars],
    ['panels', readPanel],
    ['trades', readTrades],
    ['books', readBook],
    ['series', readSeries],
    ['streams of bars', async (name) => readBarsStream(Readable.from([Buffer.from(BARS)]), name)],
  ])('is refused by the reader of %s, file and rule named', async (_, read) => {
    const path = place('=cmd|calc.csv');
    writeFileSync(path, BARS);
    expect(await read(path)).toMatchObject({
      ok: false,
      error: {
        code: 'bad_value',
        file: path,
        expected: expect.stringContaining('begin with =') as string,
        got: '"=cmd|calc"',
      },
    });
  });

  it('is refused in a column of symbols', async () => {
    const rows = (coin: string): string => `time,symbol,open,high,low,close,volume\n1704067200,${coin},1,1,1,1,1\n`;
    const read = async (coin: string) => readBarsStream(Readable.from([Buffer.from(rows(coin))]), 'x');
    expect(await read('BTC')).toMatchObject({ ok: true, value: { symbol: 'BTC' } });
    expect(await read('=1+1')).toMatchObject({ ok: false, error: { column: 'symbol', got: '"=1+1"' } });
  });
});

describe('a read that is ended', () => {
  it('rejects with the reason of the signal, from a stream too', async () => {
    const controller = new AbortController();
    const endless = new Readable({ read: () => undefined });
    endless.push('timestamp,open');
    const reading = readBarsStream(endless, 'x', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(reading).rejects.toThrow('enough');
    expect(endless.destroyed).toBe(true);
  });

  it('rejects before the next file of reference data', async () => {
    writeFileSync(place('folder/fear_greed.csv'), 'date,value\n2024-01-01,50\n');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readReference(place('folder'), undefined, undefined, signal)).rejects.toThrow('enough');
  });
});
