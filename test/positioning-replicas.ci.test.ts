/**
 * Positioning of two replicas on one database, all as processes: one cycle and one ring of hourly samples; the leader is
 * killed in the midst of a cycle, and the other one loses no sample and repeats no event. Seven minutes: BAROGRAPH_FULL=1.
 */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { debianBinaries, startOwnServer, type TestServer } from '../packages/store/test/test-support.ts';
import { call, NO_MODEL, startHost, type HostProcess } from './host-process.ts';
import { runCommand } from './run-command.ts';
import { clockBefore } from './shifted-clock.ts';
import { largestLeaders } from './venue-leaders.ts';
import { startVenue, type VenueProcess } from './venue-process.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const COINS = 3;
const LEADERS = 150;
/** Time of the start before the full hour. */
const LEAD_MS = 75_000;
const CYCLE_MS = 5 * MINUTE_MS;

interface Sample {
  readonly key: string;
  readonly valid_time: string;
}
/** Events of one position in one cycle. */
interface Told {
  /** Action and side of each, in their order. */
  readonly changes: readonly string[];
}

describe.skipIf(!FULL || debianBinaries === undefined)('positioning of two replicas', () => {
  const clock = clockBefore(HOUR_MS, LEAD_MS);
  const leaders = createServer();
  let server: TestServer;
  let venue: VenueProcess;
  let url = '';
  let key = '';
  let hosts: HostProcess[] = [];
  beforeAll(async () => {
    [server, venue] = await Promise.all([
      startOwnServer(debianBinaries),
      startVenue(['--coins', String(COINS)], 0, clock.environment),
    ]);
    url = await server.database();
    const statsUrl = await largestLeaders(leaders, venue.url, LEADERS);
    const flags = ['--perpdex-url', venue.url, '--perpdex-stats-url', statsUrl, ...NO_MODEL];
    const environment = { ...clock.environment, DATABASE_URL: url };
    hosts = await Promise.all([startHost(flags, environment), startHost(flags, environment)]);
    const created = await runCommand(
      process.execPath,
      [built('packages/host/dist/main.js'), 'key', 'create', '--tier', 'pro_plus'],
      { environment: { DATABASE_URL: url } },
    );
    key = created.stdout.trim();
  });
  afterAll(async () => {
    for (const host of hosts) await host.stop();
    leaders.close();
    await venue.kill();
    await server.stop();
  });

  const rowsOf = async <Row extends object>(query: string): Promise<readonly Row[]> => {
    const client = createClient(url);
    await client.connect();
    const { rows } = await client.query<Row>(query);
    await client.end();
    return rows;
  };
  const samples = async () =>
    rowsOf<Sample>(
      "select key, valid_time from observations where series like 'gamma-samples/%' order by valid_time, key",
    );
  const until = async (moment: number): Promise<void> => setTimeout(Math.max(0, moment - clock.now()));
  const hourOf = ({ valid_time: time }: Sample): number => Math.floor(Number(time) / HOUR_MS);

  it('is one cycle and one ring; a kill in mid-cycle loses no sample and repeats no event', async () => {
    const hour = Math.ceil(clock.now() / HOUR_MS) * HOUR_MS;
    await until(hour + 20_000);
    const before = await samples();
    expect(before.map(hourOf)).toEqual(Array.from({ length: COINS }, () => hour / HOUR_MS - 1));
    const answers = await Promise.all(
      ['quant/gex', 'quant/positioning', 'quant/gex/history?symbol=BTC'].map(async (path) =>
        Promise.all(hosts.map(async (host) => call(`${host.url}/api/v1/${path}`, key))),
      ),
    );
    for (const [first, other] of answers) {
      expect(first!.status).toBe(200);
      expect(other!.body).toEqual(first!.body);
    }

    await until(hour + MINUTE_MS);
    const led = await Promise.all(
      hosts.map(async (host) => /^barograph_ingest_leader 1$/m.test(String((await call(`${host.url}/metrics`)).body))),
    );
    expect(led.filter(Boolean)).toHaveLength(1);
    const [leader] = hosts.splice(led.indexOf(true), 1);
    await leader!.kill();

    await until(hour + CYCLE_MS + 20_000);
    const after = await samples();
    // One sample of each coin in each of the two hours.
    expect(after.map(hourOf)).toEqual([...before.map(hourOf), ...Array.from({ length: COINS }, () => hour / HOUR_MS)]);
    const { body } = await call(`${hosts[0]!.url}/api/v1/quant/gex/history?symbol=BTC`, key);
    expect(body).toMatchObject({ count: 2 });

    const sentChanges = await rowsOf<Told>(
      `select array_agg(concat(payload->>'action', ' ', payload->>'side') order by id) as changes
        from events where type = 'whale_position' group by ts, symbol, payload->>'address'`,
    );
    expect(sentChanges.length).toBeGreaterThan(0);
    // A position changes once in a cycle; one that turned is an exit and an entry of the other side.
    const turns = new Set(['exit long,entry short', 'exit short,entry long']);
    expect(sentChanges.filter(({ changes }) => changes.length > 1 && !turns.has(changes.join()))).toEqual([]);
    const cycles = await rowsOf<{ time: string; before: string | null; changes: number }>(
      'select time, before, json_array_length(changes) as changes from position_cycles order by time',
    );
    // Each cycle goes on from the one before it: no change is in two of them.
    expect(cycles.map(({ before: from }) => from)).toEqual([null, ...cycles.map(({ time }) => time)].slice(0, -1));
    expect(cycles.reduce((sum, { changes }) => sum + changes, 0)).toBe(
      sentChanges.flatMap(({ changes }) => changes).length,
    );
    const { refused, mostInMinute } = await venue.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(1200);
  });
});
