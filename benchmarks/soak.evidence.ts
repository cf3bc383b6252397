/**
 * Ten minutes of a host as an operator runs it (built, with a database of its own, a replay at 60 times the speed, so that
 * an hour with all of its jobs passes every minute) under 5,000 stream connects and concurrent calls: memory, file
 * descriptors, and the causes of every long wait of the event loop.
 *
 *     npm run build && node --import tsx benchmarks/soak.evidence.ts
 *
 * `MINUTES` and `CONNECTS` change the size, `FLAGS` those of the host. `REFRESHES=200` ends the run after so many hourly
 * refreshes, `MINUTES` at the latest, and reads what is left after a collection at a tenth, a half and the end of them. Ends with 1 when a wait after the first minute was
 * above 250 ms by what the thread did itself, a stream was refused, a call failed, or descriptors were left over.
 */

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, newTally, visit } from './soak/clients.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 10);
const CONNECTS = Number(process.env['CONNECTS'] ?? 5000);
const REFRESHES = Number(process.env['REFRESHES'] ?? Infinity);
/** Refreshes after which memory is read. */
const MARKS = Number.isFinite(REFRESHES) ? [0.1, 0.5, 1].map((share) => Math.ceil(share * REFRESHES)) : [];
const LOOK_EVERY_MS = 1000;
const FLAGS = (process.env['FLAGS'] ?? '--from 2026-01-01 --speed 60').split(' ');
const MAIN = 'packages/host/dist/main.js';
const KEYS = 400;
/** A stream stays for 1 to 40 s: some two hundred are open at a time, and many leave on a ping. */
const STAY_MS = [1000, 40_000] as const;
const CALLS_PER_SECOND = 20;
const LIMIT_MS = 250;
const PATHS = [
  'indicators/signum-rgg',
  'perpdex/candles?limit=200',
  'quant/market',
  'meme/regime',
  'stream/recent',
  'health',
];

/** A line of the probe: a long wait, or the state every few seconds. */
interface Line {
  readonly at: number;
  readonly wait?: number;
  readonly own?: number;
  readonly queued?: number;
  readonly gc?: number;
  readonly rss?: number;
  readonly heapUsed?: number;
  readonly longest?: number;
  /** Heap of the thread of requests, and the process, after a collection that was asked for. */
  readonly kept?: number;
  readonly keptRss?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'barograph-soak-'));
chmodSync(folder, 0o711);
const probe = join(folder, 'probe.ndjson');
const dataDir = join(folder, 'data');
const lines = (): readonly Line[] =>
  readFileSync(probe, 'utf8')
    .trim()
    .split('\n')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the probe writes
    .map((text) => JSON.parse(text) as Line);

const child = spawnSync(
  process.execPath,
  [MAIN, 'key', 'create', '--tier', 'pro_plus', '--count', String(KEYS), '--data-dir', dataDir],
  { encoding: 'utf8' },
);
const keys = child.stdout.match(/bg_live_\S+/g) ?? [];
if (keys.length !== KEYS) throw new Error(`expected ${KEYS} keys, got ${keys.length}: ${child.stderr}`);

const host = spawn(
  process.execPath,
  [
    '--import',
    './benchmarks/soak/probe.mjs',
    MAIN,
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--log-level',
    'warn',
    ...FLAGS,
  ],
  { env: { ...process.env, SOAK_PROBE: probe }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = await new Promise<string>((listening, failed) => {
  let printed = '';
  host.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const found = /on (http:\/\/\S+:\d+)/.exec(printed);
    if (found !== null) listening(found[1]!);
  });
  host.once('exit', (code) => failed(new Error(`the host ended with ${code}`)));
});
const began = Date.now();
const descriptors = (): number => readdirSync(`/proc/${host.pid}/fd`).length;
const metric = async (pattern: RegExp): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(pattern.exec(text)?.[1] ?? NaN);
};
const openStreams = async (): Promise<number> => metric(/^barograph_open_streams (\d+)/m);
const refreshes = async (): Promise<number> =>
  (await metric(/^barograph_job_duration_seconds_count\{job="engines",outcome="done"\} (\d+)/m)) || 0;
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
const near = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

const tally = newTally();
const visits: Promise<void>[] = [];
const minutes: { readonly descriptors: number; readonly rss: number }[] = [];
console.log('minute  streams  descriptors  rss MB  heap MB  longest wait ms  load');
let requests = 0;
let isWarm = false;
let refreshed = 0;
let looked = 0;
let marks = 0;
while (Date.now() - began < MINUTES * 60_000 && refreshed < REFRESHES) {
  const second = (Date.now() - began) / 1000;
  const due = Math.min(CONNECTS, Math.ceil((CONNECTS * second) / (MINUTES * 60 - STAY_MS[1] / 1000)));
  while (tally.connects < due) {
    // Cycles through a few lengths instead of random ones.
    const stay = STAY_MS[0] + (((tally.connects * 7919) % 1000) / 1000) * (STAY_MS[1] - STAY_MS[0]);
    visits.push(visit(url, keys[tally.connects % KEYS]!, stay, tally));
  }
  // Calls that need rows return 503 before the first rows.
  isWarm ||= ((await (await fetch(`${url}/api/v1/health`)).json()) as { readonly status: string }).status !== 'warming';
  for (; requests < second * CALLS_PER_SECOND; requests++) {
    if (isWarm) void ask(url, `/api/v1/${PATHS[requests % PATHS.length]!}`, keys[(requests * 31) % KEYS]!, tally);
  }
  if (second / 60 >= minutes.length + 1) {
    const states = lines().filter(({ at, rss }) => rss !== undefined && at > Date.now() - 60_000);
    const { rss = NaN, heapUsed = NaN } = states.at(-1) ?? {};
    minutes.push({ descriptors: descriptors(), rss });
    const longest = Math.max(...states.map((state) => state.longest ?? 0));
    const cells = [minutes.length, await openStreams(), descriptors(), mb(rss), mb(heapUsed), longest.toFixed(0)];
    console.log(
      `${cells.map((cell, i) => String(cell).padStart([6, 7, 11, 6, 7, 15][i]!)).join('  ')}  ${loadavg()[0]!.toFixed(1)}`,
    );
  }
  if (MARKS.length > 0 && Date.now() - looked > LOOK_EVERY_MS) {
    looked = Date.now();
    refreshed = await refreshes();
    if (refreshed >= (MARKS[marks] ?? Infinity)) {
      marks++;
      host.kill('SIGUSR2');
      await wait(1000);
      const { kept = NaN, keptRss = NaN } = lines().findLast((line) => line.kept !== undefined) ?? {};
      console.log(
        `after ${refreshed} refreshes and a collection: heap ${(kept / 1e6).toFixed(1)} MB, process ${mb(keptRss)} MB`,
      );
    }
  }
  await wait(50);
}
await Promise.all(visits);
await wait(3000);
const left = { streams: await openStreams(), descriptors: descriptors() };
const longWaits = lines().filter((line) => line.wait !== undefined);
const late = longWaits.filter(({ at }) => at > began + 60_000);
const show = ({ at, wait: ms = 0, own = 0, queued = 0, gc = 0 }: Line): string =>
  `  ${((at - began) / 1000).toFixed(1).padStart(7)} s: ${ms.toFixed(0)} ms = ${own.toFixed(0)} own (${gc.toFixed(0)} collecting) + ` +
  `${queued.toFixed(0)} waiting for a processor + ${Math.max(0, ms - own - queued).toFixed(0)} blocked`;
const largest = (lines: readonly Line[]): readonly Line[] =>
  lines.toSorted((a, b) => (b.wait ?? 0) - (a.wait ?? 0)).slice(0, 15);
console.log(`\n${longWaits.length - late.length} long waits before the end of the first minute, the largest:`);
for (const line of largest(longWaits.filter((wait) => !late.includes(wait)))) console.log(show(line));
console.log(`${late.length} long waits after it, the largest:`);
for (const line of largest(late)) console.log(show(line));
const most = (valueOf: (line: Line) => number | undefined): string =>
  Math.max(0, ...late.map((line) => valueOf(line) ?? 0)).toFixed(0);
console.log(`most after the first minute: ${most(({ own }) => own)} ms own, ${most(({ gc }) => gc)} ms collecting`);
console.log(`\n${tally.connects} connects, refused ${JSON.stringify([...tally.refused])}, ended early ${tally.ended}`);
console.log(`${tally.calls} calls, failed ${JSON.stringify([...tally.failed])}`);
for (const [name, values] of [
  ['stream', tally.connectMs],
  ['call', tally.callMs],
] as const) {
  console.log(
    `${name}: median ${near(values, 0.5).toFixed(1)}, 99 % ${near(values, 0.99).toFixed(1)}, most ${Math.max(...values).toFixed(0)} ms`,
  );
}
console.log(`above a second: ${tally.slow.length}`);
for (const line of tally.slow.slice(0, 5)) console.log(`  ${line}`);
console.log(
  `left: ${left.streams} streams, ${left.descriptors} descriptors (${minutes[0]?.descriptors} after a minute)`,
);
host.kill('SIGTERM');
await new Promise((ended) => host.once('exit', ended));
if (process.env['KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
else console.log(folder);
const ownLate = late.filter(({ own = 0 }) => own > LIMIT_MS);
const isClean =
  ownLate.length === 0 &&
  tally.refused.size === 0 &&
  tally.failed.size === 0 &&
  tally.ended === 0 &&
  left.streams === 0;
process.exitCode = isClean ? 0 : 1;
