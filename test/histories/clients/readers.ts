/** Readers of events: streams that resume after their last id at another replica, and webhook receivers. */

import { EVENT_TYPES } from '@barograph/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import seedrandom from 'seedrandom';
import { readEvents } from '../../event-reader.ts';
import { eventually, type Replica } from '../stage/replica.ts';
import { ask, type World } from './world.ts';

/** Fraction of deliveries that a receiver refuses. */
const REFUSED = 0.08;

/** Fields that the market decides, and that tell events apart. */
export const SAME = ['type', 'venue', 'symbol', 'ts', 'usd', 'timeframe', 'composite', 'what'] as const;
/** All types: those that come unasked leave gaps between ids. */
const types = EVENT_TYPES.join();

/** The part of an event that the market decides. */
export function sameOf(event: { readonly [Field in (typeof SAME)[number]]?: string | number | null }): string {
  return SAME.flatMap((field) => event[field] ?? []).join(' ');
}

/** A reader of events. */
export interface Reader {
  /** The newest event that it has. */
  last(): number;
  close(): Promise<void>;
}

/** A stream that moves to the next replica with every connection. @param keys of its own. */
export function openStream(
  { recorder, replicas }: World,
  client: string,
  first: number,
  keys: readonly string[],
): Reader {
  let connections = first;
  let replica: Replica = replicas[first % replicas.length]!;
  const record = { client, result: 'ok' } as const;
  const url = (): string => {
    replica = replicas[connections++ % replicas.length]!;
    return replica.url;
  };
  const reader = readEvents(url, keys, {
    types,
    onEvent: (event) => {
      recorder.add(recorder.now(), {
        name: 'event',
        ...record,
        replica: replica.name,
        event: event.id,
        same: sameOf(event),
      });
    },
    onGap: (text) => recorder.add(recorder.now(), { name: 'gap', ...record, replica: replica.name, text }),
  });
  return { last: () => reader.events.at(-1)?.id ?? 0, close: async () => reader.close() };
}

interface Message {
  readonly data: { readonly id: number; readonly type: string; readonly symbol: string | null; readonly ts: number };
}

/** Subscribes a receiver to all further events; it refuses some deliveries. */
export async function openWebhook(
  { recorder, replicas }: World,
  client: string,
  seed: number,
  key: string,
): Promise<Reader> {
  const random = seedrandom.alea(`${seed} ${client}`);
  let last = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => (text += bytes.toString()));
    request.on('end', () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body of a delivery
      const { data } = JSON.parse(text) as Message;
      const isTaken = random() >= REFUSED;
      const same = sameOf(data);
      recorder.add(recorder.now(), {
        name: 'delivery',
        client,
        result: isTaken ? 'ok' : 'error',
        event: data.id,
        same,
      });
      if (isTaken) last = Math.max(last, data.id);
      response.writeHead(isTaken ? 204 : 500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  await eventually('a subscription', 30_000, async () => {
    const init = { method: 'POST', body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, types }) };
    // The first replica may be of an earlier version.
    return (await ask(replicas.at(-1)!, '/api/v1/webhooks', key, init)).result === 'ok';
  });
  return {
    last: () => last,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
