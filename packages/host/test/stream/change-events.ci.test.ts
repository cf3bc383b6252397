/** Ten simulated days, a month in the full tier, that two replicas publish in turns: the event log against the history of the snapshots. */

import { API_PREFIX, eventOfLog, USUAL_TYPES, type Tier } from '@barograph/contract';
import { DAY_MS, epochMs, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import type { Host } from '../../src/compose.ts';
import { testModel } from '../services/quant/test-support.ts';
import { handClock, hostOver, simulatedMarket, START, TIER_GATE } from '../test-support.ts';

const IS_MONTH = process.env['BAROGRAPH_FULL'] === '1';
const DAYS = IS_MONTH ? 30 : 10;
const STEP = 12 * HOUR_MS;
const FIRST = START + 120 * DAY_MS + 0.5 * HOUR_MS;
const REFRESHES = ['indicators/signum-rgg', 'volatility/regime', 'meme/regime', 'quant'] as const;

/** An event as the stream sends it. */
interface Sent {
  readonly id: number;
  readonly ts: number;
  readonly recv_ts: number;
  readonly type: string;
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly scope?: string;
  readonly timeframe?: string;
  readonly composite?: string;
  readonly snapshot: { readonly name: string; readonly as_of: number; readonly sha256: string };
}

let server: TestServer;
let store: Store;
let hosts: readonly Host[];
const clock = handClock(FIRST);
const usualTypes: ReadonlySet<string> = USUAL_TYPES;

async function get(host: Host, path: string, tier: Tier = 'pro_plus') {
  return host.server.inject({ url: `${API_PREFIX}/${path}`, headers: { 'x-api-key': tier } });
}

/** Change events that a tier gets of the tail, of these types. */
async function sent(types: string, tier: Tier = 'pro_plus'): Promise<readonly Sent[]> {
  const reply = await get(hosts[1]!, `stream/recent?limit=500&types=${types}`, tier);
  return reply.json<{ readonly events: readonly Sent[] }>().events;
}

/** Every change event of the log. */
async function logged(): Promise<readonly Sent[]> {
  const events = await store.events.since(0, 100_000);
  return events
    .filter(({ payload }) => typeof payload === 'object' && payload !== null && 'snapshot' in payload)
    .map(({ id, ts, recvTs, type, symbol, payload }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event of this test
      return { id, ts, recv_ts: recvTs, type, symbol, ...(payload as object) } as Sent;
    });
}

type Subjects = readonly (readonly [subject: string, state: unknown])[];

/** Value at a path of fields; undefined where a field is missing. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? new Map(Object.entries(found)).get(key) : undefined),
    value,
  );
}
const hourOf = (time: number): string => new Date(Math.floor(time / HOUR_MS) * HOUR_MS).toISOString();
const symbolOf = (row: unknown): string => String(at(row, 'symbol'));
function block(symbol: string, of: unknown, asOf: number): Subjects {
  const isActive = at(of, 'shock', 'active');
  return [
    [`regime ${symbol}`, at(of, 'regime', 'label')],
    [`shock ${symbol}`, isActive === true ? at(of, 'shock', 'kind') : isActive === false ? 'none' : null],
    [`nowcast_hour ${symbol}`, at(of, 'regime', 'label') === undefined ? null : hourOf(asOf)],
  ];
}
/** States of the publications of bars, read from their JSON by this test itself. */
const STATES: Readonly<Record<string, (head: unknown, rows: readonly unknown[], asOf: number) => Subjects>> = {
  signum: (_, rows) =>
    rows.flatMap((row) => [
      [`signum_color 1d ${symbolOf(row)}`, at(row, 'color')] as const,
      [`signum_color 4h ${symbolOf(row)}`, at(row, 'h4_color')] as const,
    ]),
  volatility: (head, rows) => [
    ['score_band volatility MARKET', at(head, 'score', 'band')],
    ...rows.map((row) => [`volatility_regime ${symbolOf(row)}`, at(row, 'regime')] as const),
  ],
  meme: (head) => [['score_band meme MARKET', at(head, 'score', 'band')]],
  quant: (head, rows, asOf) => [
    ...block('MARKET', at(head, 'market', '24h'), asOf),
    ...rows.flatMap((row) => block(symbolOf(row), at(row, 'coin'), asOf)),
  ],
};

const nameOf = ({ type, timeframe, composite, symbol }: Sent): string =>
  [type, timeframe ?? composite, symbol].filter((part) => part !== undefined).join(' ');
const lineOf = (subject: string, from: string, to: string, asOf: number, sha256: string): string =>
  [subject, from, to, asOf, sha256].join(' | ');

/** Lines of the events that the history of a publication calls for, in its order. */
async function calledFor(name: string): Promise<readonly string[]> {
  const known = new Map<string, string>();
  const found: string[] = [];
  for (const { asOf, hash } of await store.snapshotHistory.lines('test', {
    name,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
  })) {
    const { head, records } = (await store.snapshotHistory.texts('test', hash))!;
    const sha256 = createHash('sha256')
      .update([head, ...records].join('\n'))
      .digest('hex');
    const rows = records.map((record) => JSON.parse(record) as unknown);
    for (const [subject, state] of STATES[name]!(JSON.parse(head), rows, asOf)) {
      if (typeof state !== 'string') continue;
      const before = known.get(subject);
      known.set(subject, state);
      if (before !== undefined && before !== state) found.push(lineOf(subject, before, state, asOf, sha256));
    }
  }
  return found;
}

beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  store = await server.open(url);
  const market = simulatedMarket({ ...SIMULATOR_V2, start: epochMs(START) });
  const model = testModel();
  hosts = [store, await server.open(url)].map((one) => hostOver(one, { market, clock, model, gate: TIER_GATE }));
  for (const host of hosts) await host.start();
  for (let step = 1; step <= (DAYS * DAY_MS) / STEP; step++) {
    clock.set(FIRST + step * STEP);
    // Both publish the same moment: the second one changes nothing.
    for (const host of step % 5 === 0 ? hosts : [hosts[step % 2]!]) {
      for (const path of REFRESHES) {
        const headers = { 'x-api-key': 'pro_plus' };
        const reply = await host.server.inject({ method: 'POST', url: `${API_PREFIX}/${path}/refresh`, headers });
        if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.body}`);
      }
    }
  }
}, 600_000);
afterAll(async () => {
  for (const host of hosts) await host.stop();
  await server.stop();
});

describe(`${DAYS} simulated days of two replicas`, () => {
  it('has events of every type that bars alone can have, and a schema for each', async () => {
    const events = await logged();
    const types = new Set(events.map(({ type }) => type));
    // No shock falls into the first ten days.
    const shock = IS_MONTH ? ['shock'] : [];
    const expected = ['regime', 'signum_color', 'volatility_regime', 'score_band', 'nowcast_hour', ...shock];
    expect([...types].sort()).toEqual(expected.sort());
    for (const event of await store.events.since(0, 100_000)) expect(eventOfLog(event)).toMatchObject({ id: event.id });
  });

  it.each(Object.keys(STATES))('%s: each change of the history is one event, in order', async (name) => {
    const events = (await logged()).filter(({ snapshot }) => snapshot.name === name && snapshot !== undefined);
    const lines = events
      .filter(({ type }) => type !== 'model')
      .map((one) => lineOf(nameOf(one), one.from, one.to, one.snapshot.as_of, one.snapshot.sha256));
    const expected = await calledFor(name);
    expect([...lines].sort()).toEqual([...expected].sort());
    expect(events.map(({ ts }) => ts)).toEqual(events.map(({ ts }) => ts).toSorted((a, b) => a - b));
  });

  it('tells them to those who name their types, on both replicas alike, and to nobody else', async () => {
    const asked = 'types=regime,signum_color,score_band&limit=500';
    const [first, second] = await Promise.all(hosts.map(async (host) => get(host, `stream/recent?${asked}`)));
    expect(first!.json()).toEqual(second!.json());
    expect((await sent('regime,signum_color,score_band')).length).toBeGreaterThan(0);
    const usual = (await get(hosts[0]!, 'stream/recent?limit=500')).json<{ readonly events: readonly Sent[] }>();
    expect(usual.events.filter(({ type }) => !usualTypes.has(type))).toEqual([]);
    const preview = (await get(hosts[0]!, 'stream/delayed')).json<{ readonly events: readonly Sent[] }>();
    expect(preview.events.filter(({ type }) => !usualTypes.has(type))).toEqual([]);
  });

  it('tells a free key what it sees in the operations', async () => {
    expect((await get(hosts[0]!, 'stream/recent?types=regime', 'free')).statusCode).toBe(403);
    const all = await sent('volatility_regime,signum_color,score_band');
    const free = await sent('volatility_regime,signum_color,score_band', 'free');
    expect(free).toEqual(all.filter(({ type, symbol }) => type !== 'volatility_regime' || symbol === 'BTC'));
  });

  it('names a snapshot whose answers as_of gives again', async () => {
    const event = (await logged()).findLast(({ type, timeframe }) => type === 'signum_color' && timeframe === '1d')!;
    const path = `indicators/signum-rgg/${event.symbol}`;
    const then = (await get(hosts[0]!, `${path}?as_of=${event.recv_ts}`)).json<{ readonly color: string }>();
    const before = (await get(hosts[0]!, `${path}?as_of=${event.recv_ts - 1}`)).json<{ readonly color: string }>();
    expect([before.color, then.color]).toEqual([event.from, event.to]);
  });
});
