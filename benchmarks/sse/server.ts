/**
 * A stream server that publishes as many events as it is asked to, as fast as it can. `host`: the stream of the host
 * behind its HTTP server, over a log in memory. `loop`: the plain way, a bare server that writes an event as JSON
 * once, and calls `res.write` for each client.
 */

import { once } from 'node:events';
import { createServer as createBareServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createSystemClock } from '@barograph/sources';
import { createLog } from '@barograph/store';
import { EVENT_STREAM, operationNamed } from '@barograph/contract';
import { createServer } from '../../packages/host/src/http/server.ts';
import { frameOf, jsonOf } from '../../packages/host/src/stream/frame.ts';
import { createMemoryLog } from '../../packages/host/src/stream/memory-log.ts';
import { contextsOver } from '../../packages/host/test/ask.ts';
import { sample } from '../../packages/host/test/stream/samples.ts';
import { createStreamService } from '../../packages/host/src/stream/service.ts';
import { tell } from '../http/process.ts';

/** Ids of equal length give frames of equal length, so that clients only count bytes. */
const FIRST_ID = 1_000_000;
const event = sample(1);
const sent = frameOf({ ...event, id: FIRST_ID });
const frame = sent.bytes;

interface Published {
  readonly url: string;
  /** Publishes events one after the other. @param turns turns of the event loop between events. */
  readonly publish: (events: number, turns: number) => Promise<void>;
}

const pause = async (turns: number): Promise<void> => {
  for (let i = 0; i < turns; i++) await setImmediate();
};

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
    publish: async (events, turns) => {
      for (let i = 0; i < events; i++) {
        await log.events.append([event]);
        await pause(turns);
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event of the frame
  const wire = JSON.parse(jsonOf(sent)) as object;
  let id = FIRST_ID;
  server.listen({ host: '127.0.0.1', port: 0, backlog: 2000 });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publish: async (events, turns) => {
      for (let i = 0; i < events; i++) {
        const bytes = Buffer.from(`id: ${++id}\ndata: ${JSON.stringify({ ...wire, id })}\n\n`);
        for (const client of clients) client.write(bytes);
        await pause(turns);
      }
    },
  };
}

const { url, publish } = await (process.argv[2] === 'host' ? host() : loop());
tell({ url, frame: frame.length }, async ({ events, turns }) => publish(Number(events), Number(turns)));
// A profile is written when a process ends by itself.
process.once('SIGTERM', () => process.exit());
