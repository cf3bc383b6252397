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
import { openStore } from '../../packages/store/src/open-store.ts';
import { createStreamService } from '../../packages/host/src/stream/service.ts';
import { contextsOver } from '../../packages/host/test/ask.ts';
import { tell } from '../http/process.ts';
import { pageReader } from './archive.ts';

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const log = createLog('error');
const opened = await openStore({ dataDir: '', databaseUrl, log });
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
const stream = createStreamService({ events, tail, leases, ...parts, isEntitled: async () => true });
await stream.start();
const server = createServer({
  contexts: contextsOver(new Map([[EVENT_STREAM.name, stream]])),
  operations: [operationNamed('stream.live'), operationNamed('stream.recent')],
  gate: createGate({ callers: createCallers({ ...store, keys }, wall), usage: store.usage, wall, pricingUrl: '' }),
  ...parts,
});
const url = await server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
const pages = pageReader(store, folder);
tell({ url: `${url}/api/v1/stream` }, async (asked) => {
  if (typeof asked['follow'] === 'string') {
    await createSharedSnapshotStore(store.snapshots, store.listener, asked['follow'], log).open();
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the benchmark asks
  if (asked['pages'] !== undefined) return pages(asked as unknown as Parameters<typeof pages>[0]);
  return { statements, lookups, rss: process.memoryUsage.rss() };
});
process.once('SIGTERM', () => process.exit());
