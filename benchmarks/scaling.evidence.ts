/**
 * Processor time of replicas and their one Postgres, with 1, 2 and 4 replicas on loopback: keyed calls, events and their streams,
 * refreshes of symbols, pages and days of the archive. The model of docs/scaling.md, fitted to the runs with one replica, is held
 * against the others and asked for 10, 100 and 1,000 times a load; waiting for processors is fitted to one and two. Needs a build and Linux.
 *
 *     node --conditions=source --import tsx benchmarks/scaling.evidence.ts
 *
 * All groups are started and warmed first, and take turns in each round, with as many calls, events and symbols of each; the cheapest
 * round of each is compared, in processor time: rates follow who else has the processors. `ROUNDS`, `REPLICAS`, `PARTS`
 * change the size; `OUT=FILE` keeps the runs, `FROM=FILE` prints those of an earlier time.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fitted } from './scaling/crowding.ts';
import { openBed } from './scaling/bed.ts';
import { printForecast, printRuns, printSpread } from './scaling/report.ts';
import { archiveRuns, callRuns, eventRuns, idleRuns, symbolRuns, type Run } from './scaling/runs.ts';

const REPLICAS = (process.env['REPLICAS'] ?? '1,2,4').split(',').map(Number);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const PARTS = (process.env['PARTS'] ?? 'calls,events,archive,symbols,idle').split(',');
const IDLE_SECONDS = 10;

/** Runs, and the machine that they were on. */
interface Measured {
  readonly machine: string;
  readonly runs: Run[];
  /** Rows written by a refresh, by symbols. */
  readonly rows: Record<string, number>;
}

const machine = (): string =>
  `${cpus()[0]!.model}, ${cpus().length} processors, Node ${process.version}; load ${loadavg()[0]!.toFixed(1)}`;

/** A run that waits for ever must not. */
const LONGEST_MS = 60 * 60_000;

async function measure(): Promise<Measured> {
  setTimeout(() => {
    throw new Error('the run did not end');
  }, LONGEST_MS).unref();
  const found: Measured = { machine: machine(), runs: [], rows: {} };
  const bed = await openBed(REPLICAS);
  try {
    for (const part of PARTS) {
      if (part === 'calls') found.runs.push(...(await callRuns(bed, ROUNDS)));
      else if (part === 'events') found.runs.push(...(await eventRuns(bed, ROUNDS)));
      else if (part === 'archive') found.runs.push(...(await archiveRuns(bed, ROUNDS)));
      else if (part === 'idle') found.runs.push(...(await idleRuns(bed, IDLE_SECONDS)));
      else if (part === 'symbols') {
        const { runs, rows } = await symbolRuns(bed, ROUNDS);
        found.runs.push(...runs);
        Object.assign(found.rows, rows);
      } else throw new Error(`PARTS: expected calls, events, archive, symbols or idle, got ${part}`);
      if (process.env['OUT'] !== undefined) writeFileSync(process.env['OUT'], JSON.stringify(found));
    }
  } finally {
    await bed.close();
  }
  return found;
}

/** Runs of earlier times; later files add to earlier ones. */
function read(files: string): Measured {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this script
  const all = files.split(',').map((file) => JSON.parse(readFileSync(file, 'utf8')) as Measured);
  return {
    machine: all.map((one) => one.machine).join('\n'),
    runs: all.flatMap(({ runs }) => runs),
    rows: Object.assign({}, ...all.map(({ rows }) => rows)) as Record<string, number>,
  };
}

const from = process.env['FROM'];
const { machine: on, runs, rows } = from === undefined ? await measure() : read(from);
console.log(`${on}; now ${loadavg()[0]!.toFixed(1)}`);
const { demand, crowding } = fitted(runs, rows);
console.log('\ndemands, µs of processor time', JSON.stringify({ ...demand, crowding }, null, 1));
printRuns(demand, crowding, runs);
printSpread(runs);
printForecast(demand);
