/** Work over `barograph work` processes: the bytes of one machine, also when a worker is killed in the middle of its block. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { createSystemClock } from '@barograph/sources';
import { createSimulatedSource } from '@barograph/sources/simulated';
import { openVenue, readFaultOrder, type Venue } from '@barograph/venue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../packages/store/test/test-support.ts';

const made = createSimulatedSource(SIMULATOR_V2);
let server: TestServer;
let venue: Venue;
let base: string;
let folder: string;
let url: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startTestServer(), temporaryFolder()]);
  url = await server.database();
  venue = openVenue({ clock: createSystemClock(), speed: 1, seed: 'queue', coins: 2, feeds: made.feeds });
  base = (await venue.listen('127.0.0.1', 0)).replace('/perpdex', '');
  workers = [start(['work']), start(['work'])];
});
afterAll(async () => {
  // Workers end by themselves, with exit code 0.
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(finished));
  for (const child of running) child.kill('SIGKILL');
  await venue.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** A run of the program, and what it has written to standard error. */
interface Run {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** Ends when the text matches. */
  readonly shows: (pattern: RegExp) => Promise<void>;
}

const running: ChildProcess[] = [];
/** Two workers that live through all tests. */
let workers: readonly Run[];

function start(args: readonly string[]): Run {
  const cli = built('packages/barograph/bin/barograph.js');
  const env = { ...process.env, DATABASE_URL: url };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  running.push(child);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    child,
    text: () => text,
    shows: async (pattern) => {
      await expect.poll(() => text, { interval: 20 }).toMatch(pattern);
    },
  };
}

async function finished(run: Run): Promise<void> {
  const [code] = (await once(run.child, 'close')) as [number | null];
  expect(code, run.text()).toBe(0);
}

/** Files of a folder; the sidecar without the time of each pull. */
async function contents(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path, { recursive: true })).filter((name) => name.includes('.'));
  const read = (name: string): string => readFileSync(join(path, name), 'utf8').replaceAll(/"pulledAt": \d+/g, '');
  return Object.fromEntries(names.toSorted().map((name) => [name, read(name)]));
}

/** Blocks that workers have begun, sorted. */
const begun = (workers: readonly Run[]): readonly string[] =>
  workers.flatMap(({ text }) => [...text().matchAll(/^(.+): begun$/gm)].map(([, block]) => block!)).toSorted();

const PULL = ['pull', 'cexa', 'BTC', '--interval', '15m', '--from', '2025-09-01', '--to', '2026-04-01'];
const BLOCKS = [
  'BTC.csv from 2025-09-01T00:00',
  'BTC.csv from 2026-03-28T08:00',
  'funding/BTC.csv from 2025-09-01T00:00',
];

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;
const SMALL = {
  training: {
    warmUpBars: 400,
    betas: [0.16, 0.2],
    validationHours: 240,
    maxIterations: 2,
    occupancyRows: 300,
    leastOccupancy: 0,
  },
  heads: { stride: 8 },
  monteCarlo: { paths: 200 },
  firstHours: 1000,
  simulationStride: 12,
  leastSimulations: 20,
};

describe('work over workers', () => {
  const pull = (name: string, ...flags: readonly string[]): Run =>
    start([...PULL, '--also', 'funding', '--loopback', base, '--out', join(folder, name), ...flags]);

  it('gives a pull the bytes of one process with two and three of them, and when one is killed in its block', async () => {
    await finished(pull('alone'));
    const expected = await contents(join(folder, 'alone'));
    expect(Object.keys(expected)).toEqual(['BTC.csv', 'funding/BTC.csv', 'pull.json']);

    await finished(pull('two', '--queue'));
    expect(await contents(join(folder, 'two'))).toEqual(expected);
    expect(begun(workers)).toEqual(BLOCKS);

    const third = start(['work']);
    await third.shows(/taking blocks/);
    await finished(pull('three', '--queue'));
    expect(await contents(join(folder, 'three'))).toEqual(expected);
    const twice = [...BLOCKS, ...BLOCKS].toSorted();
    expect(begun([...workers, third])).toEqual(twice);

    const slow = readFaultOrder({ kind: 'slow', delay: 100, for: 2000 });
    expect(slow.ok && venue.fault(slow.value).ok).toBe(true);
    const earlier = begun([third]).length;
    const command = pull('killed', '--queue');
    await expect.poll(() => begun([third]).length, { interval: 5 }).toBe(earlier + 1);
    third.child.kill('SIGKILL');
    await finished(command);
    expect(await contents(join(folder, 'killed'))).toEqual(expected);
    const [block] = third.text().match(/.+(?=: begun\n$)/)!;
    expect(begun([...workers, third])).toEqual([...twice, ...BLOCKS, block].toSorted());
  });

  it('gives a walk-forward the files of one process, when a worker is killed too', async () => {
    const { start: from } = SIMULATOR_V2;
    const hours = createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1h', from, from + 2000 * HOUR_MS);
    const rows = Array.from(hours.time, (time, i) => [time, ...COLUMNS.map((name) => hours[name][i])].join());
    writeFileSync(join(folder, 'BTC_1h.csv'), ['timestamp', ...COLUMNS].join() + `\n${rows.join('\n')}\n`);
    writeFileSync(join(folder, 'config.json'), JSON.stringify(SMALL));
    const walk = (name: string, ...flags: readonly string[]): Run => {
      const files = ['--bars', join(folder, 'BTC_1h.csv'), '--config', join(folder, 'config.json')];
      return start(['walk-forward', 'nowcast', ...files, '--alternatives', '--out', join(folder, name), ...flags]);
    };
    const victim = start(['work']);
    await finished(walk('one'));
    await victim.shows(/taking blocks/);
    const command = walk('many', '--queue');
    await victim.shows(/begun/);
    victim.child.kill('SIGKILL');
    await finished(command);
    const files = await contents(join(folder, 'many'));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['evidence.json', 'metrics.json']));
    expect(files).toEqual(await contents(join(folder, 'one')));
    const blocks = begun([...workers, victim]).filter((block) => !BLOCKS.includes(block));
    const again = blocks.filter((block, i) => blocks.indexOf(block) !== i);
    expect(blocks.length).toBeGreaterThan(20);
    expect(again.length).toBeLessThan(2);
    for (const block of again) expect(victim.text()).toContain(block);
  });

  it('ends with the block and the reason when a block fails for good', async () => {
    const days = ['--from', '2026-01-01', '--to', '2026-01-02'];
    const run = start([
      'pull',
      'cexa',
      'NOBODY',
      ...days,
      '--loopback',
      base,
      '--out',
      join(folder, 'none'),
      '--queue',
    ]);
    await once(run.child, 'close');
    const reason = 'block NOBODY.csv from 2026-01-01T00:00: NOBODY, bars: cexa_spot does not list NOBODY';
    expect([run.child.exitCode, run.text().trimEnd().split('\n').at(-1)]).toEqual([2, `error: ${reason}`]);
  });
});
