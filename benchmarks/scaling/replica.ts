/**
 * One replica as far as keyed calls, the event stream, snapshots of others and pages of the archive go: gate, counts, event
 * log, tail and server of the host over a database that others share. It computes no snapshots: the worker does.
 */

import { EVENT_STREAM, operationNamed } from '@barograph/contract';
import { createSharedSnapshotStore } from '../../packages/runtime/src/snapshots/shared/snapshot-store.ts';
import { createCallers } from '../../packages/host/src/accounts/callers.ts';
import { createSystemClock } from '../../packages/sources/src/clock.ts';
import { createGate } from '../../packages/host/src/http/access.ts';
import { createServer } from '../../packages/host/src/http/server.ts';
import { createLog } from '../../packages/store/src/log.ts';
import { CHANNELS } from '../../packages/store/src/listener.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { STREAM_CLIENT_V1 } from '../../packages/host/src/stream/client.ts';
import { streamEntitlement } from '../../packages/host/src/stream/entitled.ts';
import { createPlaces, type Place } from '../../packages/host/src/stream/places.ts';
import { createStreamService } from '../../packages/host/src/stream/service.ts';
import { contextsOver } from '../../packages/host/test/ask.ts';
import { sample } from '../../packages/host/test/stream/samples.ts';
import { tell } from '../http/process.ts';
import { pageReader } from './archive.ts';

/** @param pingMs interval of pings; the bed measures renewals apart, so that no group's fall into the turn of another. */
const [databaseUrl = '', folder = '', redisUrl = '', pingMs = '3600000'] = process.argv.slice(2);
const log = createLog('error');
const opened = await openStore({ dataDir: '', databaseUrl, ...(redisUrl === '' ? {} : { redisUrl }), log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;
/** Every statement takes a connection of the pool. */
let statements = 0;
store.pool.on('acquire', () => statements++);
let lookups = 0;
const keys: typeof store.keys = {
  ...store.keys,
  findByHash: async (hash) => {
    lookups++;
    return store.keys.findByHash(hash);
  },
};
const wall = createSystemClock();
const parts = { wall, clock: wall, dataSource: 'simulated', log } as const;
const { events, tail, leases } = store;
const isEntitled = streamEntitlement(store.keys, wall);
const client = { ...STREAM_CLIENT_V1, pingMs: Number(pingMs) };
const stream = createStreamService({ events, tail, leases, ...parts, isEntitled, client });
await stream.start();
const server = createServer({
  contexts: contextsOver(new Map([[EVENT_STREAM.name, stream]])),
  operations: [operationNamed('stream.live'), operationNamed('stream.recent')],
  gate: createGate({ callers: createCallers({ ...store, keys }, wall), usage: store.usage, wall, pricingUrl: '' }),
  ...parts,
});
const url = await server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
const pages = pageReader(store, folder);

/** Does something `times` over, `atOnce` at a time. */
async function repeat(times: number, atOnce: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

const places = createPlaces({ leases, isEntitled, wall, log });
const taken: Place[] = [];
/** Renews the places of so many keys, which it takes first. */
async function renew(ids: readonly string[]): Promise<void> {
  if (taken.length === 0) for (const id of ids) taken.push((await places.take(id))!);
  else await repeat(taken.length, AT_ONCE, async (i) => taken[i]!.keep());
}
/** Statements at a time of one replica. */
const AT_ONCE = 4;
tell({ url: `${url}/api/v1/stream` }, async (asked) => {
  if (typeof asked['follow'] === 'string') {
    await createSharedSnapshotStore(store.snapshots, store.listener, asked['follow'], log).open();
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the benchmark asks
  if (asked['pages'] !== undefined) return pages(asked as unknown as Parameters<typeof pages>[0]);
  if (Array.isArray(asked['renew'])) await renew(asked['renew'].map(String));
  if (asked['append'] !== undefined) {
    await repeat(Number(asked['append']), AT_ONCE, async (i) => store.events.append([sample(i)]));
  }
  if (asked['wake'] !== undefined) {
    // A loop in the server: the time of a client would be that of the lock.
    await store.pool.query(
      `do $$ begin for i in 1..${Number(asked['wake'])} loop perform pg_notify('${CHANNELS.archiveReads}', i::text); commit; end loop; end $$`,
    );
  }
  return { statements, lookups, open: stream.state().open };
});
process.once('SIGTERM', () => process.exit());
