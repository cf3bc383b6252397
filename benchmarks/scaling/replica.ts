/**
 * One replica as far as keyed calls and the event stream go: gate, counts, event log, tail and server of the host over a
 * database that others share. It computes no snapshots: those would be most of what a loaded machine times.
 */

import { EVENT_STREAM, operationNamed } from '@barograph/contract';
import { createLog, createSystemClock, openStore } from '@barograph/host';
import { createCallers } from '../../packages/host/src/accounts/callers.ts';
import { createGate } from '../../packages/host/src/http/access.ts';
import { createServer } from '../../packages/host/src/http/server.ts';
import { createStreamService } from '../../packages/host/src/stream/service.ts';
import { contextsOver } from '../../packages/host/test/ask.ts';
import { sample } from '../../packages/host/test/stream/samples.ts';
import { tell } from '../http/process.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const log = createLog('error');
const opened = await openStore({ dataDir: '', databaseUrl, log });
if (!opened.ok) throw new Error(opened.error);
const store = opened.value;
const wall = createSystemClock();
const parts = { wall, clock: wall, dataSource: 'simulated', log } as const;
const { events, tail, leases } = store;
const stream = createStreamService({ events, tail, leases, ...parts, isEntitled: async () => true });
await stream.start();
const server = createServer({
  contexts: contextsOver(new Map([[EVENT_STREAM.name, stream]])),
  operations: [operationNamed('stream.live'), operationNamed('stream.recent')],
  gate: createGate({ callers: createCallers(store, wall), usage: store.usage, wall, pricingUrl: '' }),
  ...parts,
});
const url = await server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
tell({ url: `${url}/api/v1/stream` }, async ({ append }) => {
  for (let i = 0; i < Number(append); i++) await store.events.append([sample(i)]);
  return null;
});
process.once('SIGTERM', () => process.exit());
