/**
 * Positioning of a host over the loopback venue, both as processes: honest while its first cycle is under way, and then an
 * answer that explains its own score. Their clock is ahead, so that the cycle ends soon after they are there; the
 * leaderboard is the venue's, cut to its largest accounts, which the weight allows in that time.
 */

import type { GammaAnswerWire } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calculateGamma } from '../packages/contract/test/gamma-calculator.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { temporaryFolder } from '../packages/store/test/test-support.ts';
import { BUILT, call, NO_MODEL, startHost, type HostProcess, type Reply } from './host-process.ts';
import { clockBefore, type ShiftedClock } from './shifted-clock.ts';
import { largestLeaders } from './venue-leaders.ts';
import { startVenue, type VenueProcess } from './venue-process.ts';

// Three processes and their databases, on a machine that has other things to do.
vi.setConfig({ testTimeout: 420_000, hookTimeout: 600_000 });

/** Times of the start before the end of the first cycle: the next one when the processes were not there in the first. */
const LEADS_MS = [60_000, 120_000, 240_000];
/** Time of the calls that are made before the cycle ends. */
const SPARE_MS = 10_000;
/** Nothing takes this long: a cycle, and what follows it. */
const HUNG_MS = 360_000;
const LEADERS = 60;
/** Longest time of an answer on demand. */
const ON_DEMAND_MS = 9000;

/** Operations over the cycle. */
const OF_CYCLE: readonly string[] = [
  'quant/gex?symbol=BTC',
  'quant/positioning',
  'quant/positioning/ladder?symbol=BTC',
  'quant/whales',
  'quant/whales/history',
  'perpdex/wallet-positions',
  'perpdex/wallet-signals',
];
/** Operations over the leaderboard, which may come before the first cycle. */
const OF_LEADERBOARD: readonly string[] = ['perpdex/top-traders', 'perpdex/trader-profiles', 'daily/pd-traders'];

interface Refusal {
  readonly detail: { readonly error: string };
}

/** Status and, of an error, its code. */
function summary({ status, body }: Reply): readonly unknown[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of errors
  return status === 200 ? [status] : [status, (body as Refusal).detail.error];
}

/** One for each host: two hosts without a common database would spend the weight of one address twice. */
let venues: readonly VenueProcess[] = [];
let leaders: Server;
let folder = '';
let hosts: HostProcess[] = [];
let asks: readonly ((path: string) => Promise<Reply>)[] = [];
let clock: ShiftedClock;

/** Starts venues and hosts. @returns whether they were there before the first cycle ended. */
async function startAll(lead: number): Promise<boolean> {
  clock = clockBefore(5 * MINUTE_MS, lead);
  const end = clock.now() + lead;
  folder = await temporaryFolder();
  venues = await Promise.all(['4', '1'].map(async (coins) => startVenue(['--coins', coins], 0, clock.environment)));
  leaders = createServer();
  const statsUrl = await largestLeaders(leaders, venues[0]!.url, LEADERS);
  const start = async (name: string, { url }: VenueProcess, ...flags: string[]): Promise<HostProcess> => {
    const own = ['--perpdex-url', url, '--perpdex-stats-url', statsUrl, '--data-dir', join(folder, name)];
    await prepareCluster(join(folder, name));
    return startHost([...own, ...NO_MODEL, ...flags], clock.environment, BUILT, false);
  };
  hosts = [await start('on', venues[0]!)];
  hosts.push(await start('off', venues[1]!, '--positioning', 'off'));
  asks = await Promise.all(
    hosts.map(async ({ url }, i) => {
      const key = (await readFile(join(folder, i === 0 ? 'on' : 'off', 'dev-key'), 'utf8')).trim();
      return async (path: string) => call(`${url}/api/v1/${path}`, key);
    }),
  );
  return clock.now() < end - SPARE_MS;
}

async function stopAll(): Promise<void> {
  for (const host of hosts) expect(await host.stop()).toBe(0);
  leaders.close();
  for (const venue of venues) await venue.kill();
  await rm(folder, { recursive: true });
}

beforeAll(async () => {
  for (const lead of LEADS_MS) {
    if (await startAll(lead)) return;
    if (lead !== LEADS_MS.at(-1)) await stopAll();
  }
});
afterAll(stopAll);

describe('positioning over a live venue', () => {
  it('is warming until the first cycle has ended, with the time until then; nothing failed [#152]', async () => {
    for (const path of OF_CYCLE) {
      const left = (5 * MINUTE_MS - (clock.now() % (5 * MINUTE_MS))) / 1000;
      const answer = await asks[0]!(path);
      expect([path, ...summary(answer)]).toEqual([path, 503, 'positioning_warming_up']);
      const retryAfter = Number(answer.headers.get('retry-after'));
      expect(retryAfter, path).toBeGreaterThan(left - 5);
      // The years of bars that a start fetches may be expected to take longer.
      expect(retryAfter, path).toBeLessThanOrEqual(5 * 60);
    }
  });

  it('is off where its operator says so [#152]', async () => {
    for (const path of [...OF_CYCLE, ...OF_LEADERBOARD]) {
      const answer = await asks[1]!(path);
      expect([path, ...summary(answer)]).toEqual([path, 503, 'positioning_disabled']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('explains its own score: a pocket calculator finds state, score and confidence [#442] [#500]', async () => {
    const deadline = performance.now() + HUNG_MS;
    let answer = await asks[0]!('quant/gex?symbol=BTC');
    while (answer.status === 503 && performance.now() < deadline) {
      expect(summary(answer)).toEqual([503, 'positioning_warming_up']);
      await setTimeout(2000); // the key has 120 calls a minute
      answer = await asks[0]!('quant/gex?symbol=BTC');
    }
    expect(summary(answer)).toEqual([200]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the operation
    const { coins, meta } = answer.body as GammaAnswerWire;
    const row = coins['BTC']!;
    // A state of the venue does not say who makes markets, so the score is that of the other inputs.
    expect(row.regime.coverage).toBe('funding_only');
    expect(row.levels.length).toBeGreaterThan(0);
    expect(row.distribution_context.sample_count).toBe(1);
    const { state, score, confidence } = calculateGamma(row, meta.regime_rules);
    expect(row.regime).toMatchObject({ state, score });
    expect(row.regime.confidence).toBeCloseTo(confidence, 12);
    expect(clock.now() - row.positions_as_of).toBeLessThan(3 * MINUTE_MS);
    const history = await asks[0]!('quant/gex/history?symbol=BTC');
    expect(history).toMatchObject({ status: 200, body: { count: 1 } });
    const { refused, mostInMinute } = await venues[0]!.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(1200);
  });

  it('answers the other operations too', async () => {
    const deadline = performance.now() + HUNG_MS;
    for (const path of [...OF_CYCLE, ...OF_LEADERBOARD]) {
      let answer = await asks[0]!(path);
      // The producer of the traders runs after the cycle.
      while (answer.status === 503 && performance.now() < deadline) {
        await setTimeout(2000); // the key has 120 calls a minute
        answer = await asks[0]!(path);
      }
      expect([path, ...summary(answer)]).toEqual([path, 200]);
    }
  });

  it('asks for an account that nobody follows, within nine seconds', async () => {
    const began = performance.now();
    const answer = await asks[0]!(`perpdex/wallet-positions?address=0x${'e'.repeat(40)}`);
    expect(performance.now() - began).toBeLessThan(ON_DEMAND_MS);
    expect(answer).toMatchObject({ status: 200, body: { on_demand: true, count: 1 } });
  });

  it('reports no producer as failing', async () => {
    const { body } = await asks[0]!('health');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the operation
    const { producers } = body as { readonly producers: readonly { name: string; last_failure: unknown }[] };
    const own = producers.filter(({ name }) => name === 'positioning' || name === 'traders');
    expect(own.map(({ last_failure: failure }) => failure)).toEqual([null, null]);
  });
});
