/**
 * Bars from Parquet: `readBars` against DuckDB on one thread, which copies its chunks into the same typed columns and checks
 * nothing, on files that DuckDB wrote. Processor time of all threads, minima of interleaved rounds. `BARS=2630000` for a
 * file of the size of five years of minutes.
 */

import { readBars } from '@barograph/files';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of DuckDB that is used. Items of a vector are those of its chunk, without nulls here. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: object): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  stream(sql: string): Promise<{ fetchChunk(): Promise<Chunk | null> }>;
  closeSync(): void;
}
interface Chunk {
  readonly rowCount: number;
  getColumnVector(at: number): { readonly items: Float64Array | BigInt64Array };
}

const host = createRequire(new URL('../packages/host/package.json', import.meta.url));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a package of the host, which this folder does not depend on
const { DuckDBInstance } = host('@duckdb/node-api') as DuckDb;

const BARS = Number(process.env['BARS'] ?? 500_000);
const ROUNDS = 5;
const folder = mkdtempSync(join(tmpdir(), 'barograph-parquet-'));
const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
const connection = await instance.connect();
await connection.run(`create table bars as
  with prices as (select i, round(40000 + 5000 * sin(i / 1000.0) + (hash(i) % 10000) / 100.0, 2) as price from range(${BARS}) as rows(i))
  select 1600000000000 + i * 60000 as timestamp, price as open, round(price + 5 + (hash(i + 7) % 100) / 10.0, 2) as high,
    round(price - 5 - (hash(i + 3) % 100) / 10.0, 2) as low, round(price + (hash(i + 9) % 50) / 10.0, 2) as close,
    (hash(i + 11) % 1000000) / 1000.0 as volume from prices order by i`);

async function ours(path: string): Promise<void> {
  const read = await readBars(path);
  if (!read.ok || read.value.rows !== BARS) throw new Error(`expected ${BARS} bars of ${path}`);
}

async function duckdb(path: string): Promise<void> {
  const result = await connection.stream(`select timestamp, open, high, low, close, volume from '${path}'`);
  const columns = Array.from({ length: 6 }, () => new Float64Array(BARS));
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const [at, column] of columns.entries()) {
      const { items } = chunk.getColumnVector(at);
      if (items instanceof Float64Array) column.set(items.subarray(0, chunk.rowCount), rows);
      else for (let i = 0; i < chunk.rowCount; i++) column[rows + i] = Number(items[i]);
    }
    rows += chunk.rowCount;
  }
  if (rows !== BARS) throw new Error(`expected ${BARS} rows, got ${rows}`);
}

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

console.log(`${BARS} bars, processor time, ns a row`);
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd']) {
  const path = join(folder, `${codec}.parquet`);
  await connection.run(`copy bars to '${path}' (format parquet, codec '${codec}')`);
  let [own, peer] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    own = Math.min(own, await processorMs(() => ours(path)));
    peer = Math.min(peer, await processorMs(() => duckdb(path)));
  }
  const perRow = (ms: number): string => ((ms * 1e6) / BARS).toFixed(0);
  console.log(`${codec}: readBars ${perRow(own)}, DuckDB ${perRow(peer)}, ratio ${(own / peer).toFixed(2)}`);
}
console.log(`peak of memory of both together ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
connection.closeSync();
instance.closeSync();
rmSync(folder, { recursive: true });
