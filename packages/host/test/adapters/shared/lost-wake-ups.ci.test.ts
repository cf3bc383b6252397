/** kill -9 between commits and their wake-ups: receivers on another replica find the changes by polling. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRelay, RELAY_V1 } from '../../../../runtime/src/relay/relay.ts';
import { createSharedSnapshotStore } from '../../../../runtime/src/snapshots/shared/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { CHANNELS } from '../../../../store/src/listener.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { newKey } from '../../../../store/src/secret.ts';
import { QUIET, startTestServer, valueOf, type TestServer } from '../../../../store/test/test-support.ts';
import { createCallers, REMEMBERED_MS } from '../../../src/accounts/callers.ts';

const CHILD = fileURLToPath(new URL('./lost-wake-ups-child.ts', import.meta.url));
/** Appends of the child; only the wake-up of the last one is lost. */
const [APPENDS = 1] = fc.sample(fc.integer({ min: 1, max: 4 }), 1);
const SHAPE = { head: Type.Object({}), record: Type.Object({}) };
const TOYS = ['new', 'known'].map((name) => ({ name, snapshot: 'toy/1', shape: SHAPE }));
const FOUND = { timeout: 20_000, interval: 20 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

/** Channels of the wake-ups that a database is sent from now on. */
async function heardOn(store: Store): Promise<string[]> {
  const heard: string[] = [];
  const client = store.client();
  await client.connect();
  client.on('notification', ({ channel }) => heard.push(channel));
  const all = Object.values(CHANNELS).map((channel) => `listen ${channel}`);
  await client.query(all.join(';'));
  return heard;
}

/** Receivers of a replica that follows the log, serves snapshots, waits for the leader's answer and knows a key. */
async function receivers(store: Store) {
  const { feedRequests: requests, listener } = store;
  const seen: unknown[] = [];
  const abort = new AbortController();
  const following = (async () => {
    for await (const { payload } of store.tail(0, { signal: abort.signal })) seen.push(payload);
  })();
  await store.snapshots.publish({ name: 'test/known', asOf: 1, version: 'toy/1', head: {}, records: [] });
  const snapshots = createSharedSnapshotStore(store.snapshots, listener, 'test', QUIET, TOYS);
  await snapshots.open();
  const wall = (): number => Date.now();
  const parts = { requests, listener, timeline: 'test', owner: 'waiting', wall, log: QUIET, leads: () => false };
  const relay = createRelay({ ...parts, config: { ...RELAY_V1, deadlineMs: 120_000 } });
  relay.start();
  const { text, hash, prefix } = newKey();
  const { id } = valueOf(await store.keys.create({ hash, prefix, email: null, tier: 'free' }, 0));
  const clock = createManualClock(1000);
  const callers = createCallers(store, clock);
  return {
    seen,
    snapshots,
    answer: relay.ask('source', 'feed', {}, 1),
    id,
    /** The caller of the key after a time, ms. */
    callerAt: async (ms: number) => {
      clock.moveTo(1000 + ms);
      return (await callers.find(text))?.id;
    },
    close: async () => {
      abort.abort();
      await following;
      await relay.stop();
      snapshots.close();
      callers.close();
    },
  };
}

it(`a killed replica's changes, ${APPENDS} appends among them, are found without a wake-up; a revoked key after 30 s`, async () => {
  const url = await server.database();
  const store = await server.open(url);
  const { seen, snapshots, answer, id, callerAt, close } = await receivers(store);
  // A new connection forgets every key.
  await vi.waitFor(() => expect(store.listener.hasConnected()).toBe(true), FOUND);
  expect(await callerAt(0)).toBe(id);
  const heard = await heardOn(store);
  const flags = ['--conditions=source', '--import', 'tsx', CHILD, url, String(APPENDS), 'test/new', id];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  await vi.waitFor(() => {
    expect(seen).toEqual(Array.from({ length: APPENDS }, (_, i) => i + 1));
    expect(snapshots.latest('new')?.asOf).toBe(2);
    expect(snapshots.latest('known')?.provenance?.[0]?.source).toBe('changed');
  }, FOUND);
  expect(await answer).toEqual({ ok: true, value: 'answered' });
  expect(await callerAt(REMEMBERED_MS - 1)).toBe(id);
  expect(await callerAt(REMEMBERED_MS)).toBeUndefined();
  // The waiting replica asks again each second, and wakes the leader that way.
  expect(heard.filter((channel) => channel !== CHANNELS.feedRequests)).toEqual(
    Array.from({ length: APPENDS - 1 }, () => CHANNELS.events),
  );
  await close();
});
