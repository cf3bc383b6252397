/**
 * 230 coins × 52,000 hours from a folder of Parquet files, as the command line reads them, by every engine that is computed
 * from bars: SIGNUM, RSI, five estimators and the nowcast by the hour; technical, volatility, volume and meme regimes by
 * the day; the cycle over all coins. Two threads against one, and the command line with two jobs against one.
 */

import { cycleDays, marketDays } from '@barograph/cycle';
import { build } from 'esbuild';
import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { command } from './command.ts';
import { inFolder } from './minutes.ts';
import type { Figure, Row } from './row.ts';
import type { UniverseAnswer, UniverseJob } from './universe-worker.ts';

const COINS = Number(process.env['COINS'] ?? 230);
const HOURS = Number(process.env['HOURS'] ?? 52_000);
/** Rounds of the whole run; the minimum time counts, as in every row. */
const ROUNDS = 5;
/** Coins that suffice to compare one thread with two, and one job with two. */
const FEW = { threads: Math.ceil(COINS / 10), jobs: Math.min(COINS, 12) };

/** The row. */
export const UNIVERSE: Row = {
  key: 'universe',
  title: `${COINS} coins × ${HOURS.toLocaleString('en-US')} hours, every engine, two threads`,
  run: async () =>
    inFolder(async (folder) => {
      const all = { folder, coins: COINS, first: COINS, hours: HOURS };
      await bundle();
      await threads(2, { ...all, does: 'make' });
      const few = { ...all, first: FEW.threads, does: 'score' } as const;
      const single = await scored(1, few);
      const two = await scored(2, few);
      let whole = await scored(2, { ...all, does: 'score' });
      for (let round = 1; round < ROUNDS; round++) {
        const again = await scored(2, { ...all, does: 'score' });
        if (again.wallMs < whole.wallMs) whole = again;
      }
      const seconds = (ms: number, name: string): Figure => ({ name, value: ms / 1e3, unit: 's' });
      const shares = Object.entries(whole.engines).map(([name, ms]) => seconds(ms, name));
      return {
        lines: [{ title: UNIVERSE.title, before: 70, goal: 10, now: whole.wallMs / 1e3, unit: 's' }],
        figures: [
          seconds(whole.processorMs, 'processor time of all threads, reading included'),
          seconds(whole.readMs, 'of it by the clocks of both threads: reading'),
          ...shares,
          seconds(single.wallMs, `${FEW.threads} coins, one thread`),
          seconds(two.wallMs, `${FEW.threads} coins, two threads`),
          seconds(single.processorMs, 'processor time of one'),
          seconds(two.processorMs, 'of two'),
          ...(await byCommand(folder)),
        ],
        missing: [],
      };
    }),
};

/** The worker as JavaScript: loading TypeScript takes a sixth of a second per thread. */
const WORKER = resolve('.results', 'universe-worker.mjs');

async function bundle(): Promise<void> {
  const entryPoints = [join(import.meta.dirname, 'universe-worker.ts')];
  await build({ entryPoints, outfile: WORKER, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
}

/** Starts threads and waits for all. @throws when one fails. */
async function threads(count: number, job: Omit<UniverseJob, 'counter'>): Promise<readonly UniverseAnswer[]> {
  const workerData: UniverseJob = { ...job, counter: new SharedArrayBuffer(4) };
  const started = Array.from({ length: count }, async () => {
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    return new Promise<UniverseAnswer>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => reject(new Error('a thread ended without an answer')));
    });
  });
  return Promise.all(started);
}

/** Whole run, from the start of the threads to the cycle. */
async function scored(count: number, job: Omit<UniverseJob, 'counter'>) {
  const [used, begin] = [process.cpuUsage(), performance.now()];
  const answers = await threads(count, job);
  const cycleFrom = performance.now();
  const coins = answers.flatMap(({ days }) => days);
  const btc = coins.find(({ symbol }) => symbol === 'BTC');
  if (coins.length !== job.first || btc === undefined)
    throw new Error(`expected ${job.first} coins, Bitcoin among them`);
  cycleDays(marketDays(btc.daily, coins));
  const end = performance.now();
  const { user, system } = process.cpuUsage(used);
  const engines: Record<string, number> = { cycle: end - cycleFrom };
  for (const answer of answers) {
    for (const [name, ms] of Object.entries(answer.engines)) engines[name] = (engines[name] ?? 0) + ms;
  }
  const readMs = answers.reduce((sum, answer) => sum + answer.readMs, 0);
  return { wallMs: end - begin, processorMs: (user + system) / 1e3, readMs, engines };
}

/** The nowcast of some coins by the command line, every row as CSV, with one job and with two. */
async function byCommand(folder: string): Promise<Figure[]> {
  const few = join(folder, 'few');
  const names = readdirSync(folder).slice(0, FEW.jobs);
  mkdirSync(few);
  for (const name of names) linkSync(join(folder, name), join(few, name));
  const figures: Figure[] = [];
  for (const jobs of [1, 2]) {
    const out = join(folder, 'rows.csv');
    const flags = ['--rows', 'all', '--format', 'csv', '--out', out, '--jobs', String(jobs)];
    const { wallMs, processorMs, peakMb } = await command('nowcast', few, ...flags);
    figures.push(
      {
        name: `\`barograph nowcast --rows all --jobs ${jobs}\`, ${names.length} coins`,
        value: wallMs / 1e3,
        unit: 's',
      },
      { name: 'processor time', value: processorMs / 1e3, unit: 's' },
      { name: 'peak memory', value: peakMb, unit: 'MB' },
    );
  }
  return figures;
}
