/**
 * A stream server that publishes as many events as it is asked to, as fast as it can. `host`: the stream of the host
 * behind its HTTP server, over a log in memory. `loop`: the plain way, a bare server that calls `res.write` for each
 * client.
 */

import { once } from 'node:events';
import { createServer as createBareServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createSystemClock, createLog } from '@barograph/host';
import { EVENT_STREAM, operationNamed } from '@barograph/contract';
import { createServer } from '../../packages/host/src/http/server.ts';
import { frameOf } from '../../packages/host/src/stream/frame.ts';
import { createMemoryLog } from '../../packages/host/src/stream/memory-log.ts';
import { contextsOver } from '../../packages/host/test/ask.ts';
import { sample } from '../../packages/host/test/stream/samples.ts';
import { createStreamService } from '../../packages/host/src/stream/service.ts';
import { tell } from '../http/process.ts';

/** Ids of one length: so are the frames, and clients need only count bytes. */
const FIRST_ID = 1_000_000;
const event = sample(1);
const frame = frameOf({ ...event, id: FIRST_ID }).bytes;

interface Published {
  readonly url: string;
  readonly publish: (events: number) => Promise<void>;
}

async function host(): Promise<Published> {
  const log = createMemoryLog(FIRST_ID);
  const wall = createSystemClock();
  const parts = { wall, clock: wall, dataSource: 'simulated', log: createLog('error') } as const;
  const stream = createStreamService({ ...log, ...parts, isEntitled: async () => true });
  await stream.start();
  const server = createServer({
    contexts: contextsOver(new Map([[EVENT_STREAM.name, stream]])),
    operations: [operationNamed('stream.live')],
    gate: {
      pricingUrl: '',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream looks at the id alone
      admit: async (_, id = '') => ({
        ok: true,
        value: { caller: { key: { id }, tier: 'pro' } as never, headers: {}, refund: undefined },
      }),
    },
    ...parts,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
  return {
    url: `${url}/api/v1/stream`,
    publish: async (events) => {
      for (let i = 0; i < events; i++) {
        await log.events.append([event]);
        await setImmediate();
      }
    },
  };
}

async function loop(): Promise<Published> {
  const clients = new Set<ServerResponse>();
  const server = createBareServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    clients.add(response);
    response.on('close', () => clients.delete(response));
  });
  server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publish: async (events) => {
      for (let i = 0; i < events; i++) {
        for (const client of clients) client.write(frame);
        await setImmediate();
      }
    },
  };
}

const { url, publish } = await (process.argv[2] === 'host' ? host() : loop());
tell({ url, frame: frame.length }, async ({ events }) => publish(Number(events)));
