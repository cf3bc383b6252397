/**
 * Taker flow through a host as a process: killed during its runs, it resumes without a difference, and its
 * rows equal those of the command line for the same trades.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { tradeFlowProducer } from '../packages/runtime/src/producers/flow/producer.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { runningUrl } from '../packages/store/src/embedded/running-url.ts';
import { built } from '../packages/store/test/built.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { temporaryFolder } from '../packages/store/test/test-support.ts';
import { memoryStates } from '../packages/host/test/test-support.ts';
import { runAt } from '../packages/runtime/test/test-support.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { runCommand } from './run-command.ts';

// Hosts with a database each, on a machine that has other things to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const FULL = process.env['BAROGRAPH_FULL'] === '1';
/** Starts that end in a kill. */
const KILLS = FULL ? 20 : 2;
/** Three months into the simulated market. */
const FROM = Date.UTC(2024, 3, 1, 12, 0, 6);
const END = FROM + KILLS * MINUTE_MS + MINUTE_MS;

interface FlowRow {
  readonly time: number;
  readonly partial: boolean;
  readonly cvd_usd: number;
}
interface FlowAnswer {
  readonly window_start: number;
  readonly window_end: number;
  readonly data: readonly FlowRow[];
}

const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
let folder = '';
let host: HostProcess | undefined;
/** Clocks that stand still: what a host does is done once. */
const flags = (at: number): readonly string[] => [
  '--data-dir',
  folder,
  '--from',
  String(at),
  '--speed',
  '0',
  ...NO_ACCOUNTS,
];

async function answerOf(path: string): Promise<FlowAnswer> {
  const key = (await readFile(join(folder, 'dev-key'), 'utf8')).trim();
  const { status, body } = await call(`${host!.url}/api/v1/perpdex/trade-flow${path}`, key);
  expect(status).toBe(200);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation
  return body as FlowAnswer;
}

/** The state as it is stored; json keeps its text. */
async function storedState(): Promise<string> {
  const client = createClient((await runningUrl(folder))!);
  await client.connect();
  const { rows } = await client.query<{ state: string }>(
    `select state::text from engine_state where engine like 'trade-flow@%'`,
  );
  await client.end();
  expect(rows).toHaveLength(1);
  return rows[0]!.state;
}

/** Kills a host at any moment of its start, its first runs among them. */
async function startAndKill(at: number, afterMs: number): Promise<void> {
  const args = [built('packages/host/dist/main.js'), '--port', '0', '--log-level', 'error', ...flags(at)];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await wait(afterMs);
  child.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await prepareCluster(folder);
  host = await startHost(flags(FROM));
});
afterAll(async () => {
  await host?.stop();
  await rm(folder, { recursive: true });
});

describe('a host that is killed', () => {
  it(`${KILLS} times in its runs has the rows and the state of one that was not, to the bit [#343][#347][#348]`, async () => {
    const before = await answerOf('?minutes=1440');
    await host!.kill();
    for (let i = 1; i <= KILLS; i++) await startAndKill(FROM + i * MINUTE_MS, 1500 + ((i * 977) % 4000));
    host = await startHost(flags(END));
    await vi.waitFor(async () => expect((await answerOf('?minutes=1')).window_end).toBe(END - 6000), {
      timeout: 150_000, // a slot that was in hand of a host that died is its own for two minutes
      interval: 500,
    });
    const after = await answerOf('?minutes=1440');
    expect(after.window_start).toBe(before.window_start);
    expect(after.data.slice(0, before.data.length)).toEqual(before.data);
    expect(after.data).toHaveLength(before.data.length + KILLS + 1);
    expect(after.data.some(({ partial }) => partial)).toBe(false);

    const states = memoryStates();
    const run = runAt(tradeFlowProducer(), { source: market, states });
    await run(FROM);
    await run(END);
    const [reference] = await states.loadTexts('trade-flow@t', 'taker-flow/1 trade-flow/1');
    expect(await storedState()).toBe(reference!.json);
  });
});

describe('the same trades', () => {
  const files = mkdtempSync(join(tmpdir(), 'barograph-flow-'));
  afterAll(() => rmSync(files, { recursive: true }));
  const open = END - 6000 - 60 * MINUTE_MS;
  let path = '';
  beforeAll(async () => {
    const lines = ['time,coin,side,price,size,id'];
    for (let from = open - 1; from < END; from += 10 * MINUTE_MS) {
      const pulled = await market.read('trades', { from, to: from + 10 * MINUTE_MS });
      if (!pulled.ok) throw new Error(pulled.error.reason);
      const { symbols, symbol, time, isBuy, price, size, id } = pulled.value;
      for (let i = 0; i < time.length; i++) {
        if (time[i]! >= END - 6000) continue;
        const side = isBuy[i] === 1 ? 'buy' : 'sell';
        lines.push([time[i], symbols[symbol[i]!], side, price[i], size[i], id[i]].join(','));
      }
    }
    path = join(files, 'all_trades.csv');
    writeFileSync(path, `${lines.join('\n')}\n`);
  });

  async function printed(...more: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const span = ['--from', new Date(open).toISOString(), '--to', new Date(END - 6000).toISOString()];
    const cli = built('packages/barograph/dist/cli.js');
    const args = [cli, 'flow', path, '--format', 'ndjson', ...span, ...more];
    const { code, stdout, stderr } = await runCommand(process.execPath, args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('give the same fields on the command line and over HTTP, minute by minute [#340][#341][#342][#343][#349]', async () => {
    const rows = await printed('--rows', 'all');
    for (const coin of ['BTC', 'ETH', 'kPEPE']) {
      const { data } = await answerOf(`?coin=${coin}&minutes=60`);
      expect(data).toHaveLength(60);
      expect(rows.filter((row) => row['coin'] === coin)).toEqual(data);
    }
  });

  it('and over windows of all coins [#353][#354]', async () => {
    for (const window of ['15m', '1h']) {
      const rows = (await printed('--window', window)).map(({ window: _, as_of: __, ...row }) => row);
      expect(rows.length).toBeGreaterThan(20);
      expect((await answerOf(`/universe?window=${window}`)).data).toEqual(rows);
    }
  });
});
