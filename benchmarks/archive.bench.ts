/**
 * A page of 10,000 archived minutes from 30 daily files: the built-in reader against the DuckDB process, alternating. Wall time per
 * page, and processor time of the host process, which blocks other requests.
 */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { ArchivedFile } from '@barograph/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duckReader } from '../packages/runtime/src/archive/duckdb/reader.ts';
import { folderBlobs } from '../packages/runtime/src/archive/folder-blobs.ts';
import { builtInReader, type TableReader } from '../packages/runtime/src/archive/table-reader.ts';
import { writeTable } from '../packages/runtime/src/archive/write-file.ts';
import { installed } from '../test/apart.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 30);
const DAYS = 30;
const START = Date.UTC(2026, 2, 1);
const place = await mkdtemp(join(tmpdir(), 'barograph-archive-bench-'));
const blobs = folderBlobs(place);
const files: ArchivedFile[] = [];
for (let day = 0; day < DAYS; day++) {
  const open = START + day * DAY_MS;
  const rows = Array.from({ length: 1440 }, (_, i) => {
    const price = 60_000 * (1 + 0.1 * Math.sin((day * 1440 + i) / 200));
    return ['perpdex', 'BTC', open + i * MINUTE_MS, price, price * 1.002, price * 0.998, price + i, 1 + (i % 7) / 3];
  });
  const subject = {
    type: 'klines',
    date: new Date(open).toISOString().slice(0, 10),
    exchange: 'perpdex',
    symbol: 'BTC',
  };
  files.push({ ...(await writeTable(blobs, subject, 'klines', rows)), timeline: 'bench', seq: day, madeAt: 0 });
}
const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
const builtIn = builtInReader(blobs);
const NODE_PATH = join(await installed('.ci/peers'), 'node_modules');
const duck = duckReader(place, builtIn, { ...process.env, NODE_PATH }, log);

async function page(tables: TableReader, first: number): Promise<readonly [wall: number, cpu: number]> {
  const [at, spent] = [performance.now(), process.cpuUsage()];
  let rows = 0;
  const request = {
    type: 'klines',
    files: files.slice(first),
    start: START,
    end: Infinity,
    skip: 0,
    limit: 10_001,
  } as const;
  for await (const { cells } of tables.read(request, new AbortController().signal)) {
    rows += cells.length;
    if (rows > 10_000) break;
  }
  const { user, system } = process.cpuUsage(spent);
  return [performance.now() - at, (user + system) / 1000];
}

const times = { 'built-in': [] as (readonly [number, number])[], duckdb: [] as (readonly [number, number])[] };
for (let round = -5; round < ROUNDS; round++) {
  for (const [name, tables] of [
    ['built-in', builtIn],
    ['duckdb', duck],
  ] as const) {
    const time = await page(tables, Math.abs(round) % 20);
    if (round >= 0) times[name].push(time);
  }
}
const least = (list: readonly (readonly [number, number])[], i: 0 | 1): number =>
  Math.min(...list.map((time) => time[i]));
for (const [i, name] of ['wall', 'processor of the host'].entries()) {
  const [ours, theirs] = [least(times['built-in'], i as 0 | 1), least(times.duckdb, i as 0 | 1)];
  console.log(
    `${name}: built-in ${ours.toFixed(1)} ms, duckdb ${theirs.toFixed(1)} ms, ${(ours / theirs).toFixed(1)} times`,
  );
}
duck.close();
await rm(place, { recursive: true });
