/**
 * Work of replicas, of their one Postgres with commits on disk, and of Redis, with 1, 2 and 4 replicas on loopback: keyed calls, events
 * and their streams with and without Redis, renewals, locks, refreshes of symbols, pages and days of the archive. The model of
 * docs/evidence/scaling.md, fitted to the runs with one replica, is compared with the others and asked for 10, 100 and 1,000 times a
 * load. Waiting for processors and Redis are fitted to one and two. Needs a build, Linux and `redis-server`.
 *
 *     node --conditions=source --import tsx benchmarks/scaling.evidence.ts --write    a quarter of an hour; into docs/evidence/scaling.md
 *     … --from .results/scaling.json [--write]          report of runs that were kept
 *     … --only calls,events --replicas 1,2 --minutes 3   a part
 *
 * All groups are started and warmed first, and take turns in each round, with as many calls, events and symbols of each. A part has
 * rounds until its share of the minutes is over, and `--rounds` at least (5). Runs are kept in .results/scaling.json after each part.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { between } from './goals/markers.ts';
import { openBed, type Bed } from './scaling/bed.ts';
import { figuresOf } from './scaling/compared.ts';
import { fitted } from './scaling/crowding.ts';
import { beyondList, blocksOf, errorLines, idleLines, spreadLines, type Report } from './scaling/report.ts';
import {
  archiveRuns,
  callRuns,
  eventRuns,
  idleRuns,
  lockRuns,
  symbolRuns,
  type Rounds,
  type Run,
} from './scaling/runs.ts';

const KEPT = '.results/scaling.json';
const DOCUMENT = 'docs/evidence/scaling.md';
/** Keys that a replica never saw last for so many rounds (`NEW_KEYS` of the bed). */
const MOST_ROUNDS = 16;
/** Seconds of idleness. */
const IDLE_SECONDS = 5;

/** Parts, and their weights in the time of a run. */
const PARTS: Readonly<
  Record<string, { readonly share: number; readonly runs: (bed: Bed, rounds: Rounds) => Promise<readonly Run[]> }>
> = {
  calls: { share: 5, runs: callRuns },
  events: { share: 6, runs: eventRuns },
  locks: { share: 2, runs: lockRuns },
  archive: { share: 5, runs: archiveRuns },
  symbols: { share: 6, runs: symbolRuns },
  idle: { share: 0.5, runs: async (bed) => idleRuns(bed, IDLE_SECONDS) },
};

/** Runs, and the machine that they were on. */
interface Measured {
  readonly machine: string;
  readonly runs: readonly Run[];
}

const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '13' },
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    replicas: { type: 'string', default: '1,2,4' },
    /** Least rounds of each part, however long they take. */
    rounds: { type: 'string', default: '5' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const load = (): string => loadavg()[0]!.toFixed(1);
/** Minutes are for rounds: starting and stopping come on top. */
const minutes = Number(asked.minutes);
if (!(minutes > 0)) throw new Error(`--minutes: expected a number above 0, got ${asked.minutes}`);

async function measure(): Promise<Measured> {
  const names = asked.only.split(',');
  const unknown = names.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`--only: expected some of ${Object.keys(PARTS).join(', ')}, got ${unknown.join(', ')}`);
  }
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]!.model}, ${cpus().length} processors that also ran Postgres, Redis and the callers, Node ${process.version}, load at the start ${load()}`;
  // A run that waits for ever must not.
  setTimeout(
    () => {
      throw new Error('the run did not end');
    },
    minutes * 4 * 60_000 + 600_000,
  ).unref();
  const runs: Run[] = [];
  const bed = await openBed(asked.replicas.split(',').map(Number));
  try {
    let left = names.reduce((sum, name) => sum + PARTS[name]!.share, 0);
    const end = performance.now() + minutes * 60_000;
    for (const name of names) {
      const { share, runs: run } = PARTS[name]!;
      const began = performance.now();
      const until = began + Math.max(0, end - began) * (share / left);
      runs.push(...(await run(bed, { least: Number(asked.rounds), most: MOST_ROUNDS, until })));
      left -= share;
      console.error(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s, load ${load()}`);
      mkdirSync('.results', { recursive: true });
      writeFileSync(KEPT, JSON.stringify({ machine, runs }));
    }
  } finally {
    await bed.close();
  }
  return { machine, runs };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `measure` kept
const read = (file: string): Measured => JSON.parse(readFileSync(file, 'utf8')) as Measured;

const { machine, runs } = asked.from === undefined ? await measure() : read(asked.from);
const report: Report = { machine, runs, ...fitted(runs) };
const { demand, crowding } = report;
console.log(
  `${machine}; now ${load()}\n\ndemands, µs of processor time\n${JSON.stringify({ ...demand, crowding }, null, 1)}`,
);
console.log(`\nrounds of the runs, and the dearest over the cheapest\n${spreadLines(runs).join('\n')}`);
console.log(`\n${[...errorLines(report), ...idleLines(runs)].join('\n')}`);
const blocks = blocksOf(report);
for (const lines of Object.values(blocks)) console.log(`\n${lines.join('\n')}`);
console.log(beyondList(figuresOf(demand, crowding, runs)).join('\n') || '\nevery figure within a fifth');
if (asked.write) {
  let document = readFileSync(DOCUMENT, 'utf8');
  for (const [name, lines] of Object.entries(blocks)) document = between(document, name, lines);
  writeFileSync(DOCUMENT, document);
  console.log(`\nwritten into ${DOCUMENT}`);
}
