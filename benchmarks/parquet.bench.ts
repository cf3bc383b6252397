/**
 * Bars from Parquet: `readBars` against DuckDB on one thread, which copies its chunks into the same typed columns and checks
 * nothing, on files that DuckDB wrote. Processor time of all threads, minima of interleaved rounds. `BARS=2630000` for a
 * file of the size of five years of minutes.
 */

import { readBars } from '@barograph/files';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuck } from './duckdb.ts';
import { minutes, writeCsv } from './goals/minutes.ts';
import { leastOf, processorHere } from './goals/turns.ts';

const BARS = Number(process.env['BARS'] ?? 500_000);
const ROUNDS = 5;
const folder = mkdtempSync(join(tmpdir(), 'barograph-parquet-'));
const duck = await openDuck();
const csv = join(folder, 'bars.csv');
await writeCsv(csv, minutes(BARS));
await duck.run(`create table bars as select * from read_csv('${csv}')`);

async function ours(path: string): Promise<void> {
  const read = await readBars(path);
  if (!read.ok || read.value.rows !== BARS) throw new Error(`expected ${BARS} bars of ${path}`);
}

console.log(`${BARS} bars, processor time, ns a row`);
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd']) {
  const path = join(folder, `${codec}.parquet`);
  await duck.run(`copy bars to '${path}' (format parquet, codec '${codec}')`);
  const least = await leastOf(
    [
      processorHere('readBars', async () => ours(path)),
      processorHere('DuckDB', async () => duck.readBars(`'${path}'`, BARS)),
    ],
    BARS,
    ROUNDS,
  );
  const [own, peer] = [least.get('readBars')!, least.get('DuckDB')!];
  console.log(`${codec}: readBars ${own.toFixed(0)}, DuckDB ${peer.toFixed(0)}, ratio ${(own / peer).toFixed(2)}`);
}
console.log(`peak of memory of both together ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
duck.close();
rmSync(folder, { recursive: true });
