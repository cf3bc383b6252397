/**
 * The stream of the host against the plain `res.write` loop at one number of clients. Servers and clients are processes of
 * their own, and the two ways take turns. A message that is lost or comes twice fails the run.
 *
 * A round has the same number of messages whatever the number of clients: a round of a thousand of them at ten clients
 * times code that V8 has not compiled yet.
 */

import { start, type Running } from '../http/process.ts';

const EVENTS_MOST = 10_000;
const WARM_UP_ROUNDS = 2;
const TIMEOUT_MS = 60_000;
/**
 * Turns of the event loop between two events. In the host an event is written in the turn after it was read: `singly` is
 * published once the last one was written, so that both ways write each event to each client; `at once` comes as fast as
 * it can be made, and a host that is behind joins events.
 */
const PACES = { singly: 3, 'at once': 1 } as const;

/** Pace of the events. */
export type Pace = keyof typeof PACES;

interface Way {
  readonly server: Running;
  readonly clients: Running;
}

/** Result of one server in one round. */
export interface Figure {
  readonly perSecond: number;
  /** Processor time of the server per message, µs. */
  readonly cpu: number;
}

/** Results of both servers in one round. */
export interface Round {
  readonly host: Figure;
  readonly loop: Figure;
}

/** Size of a comparison. */
export interface Size {
  /** Messages per round, at most 10,000 events. */
  readonly messages: number;
  readonly rounds: number;
}

/** Median. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** The rounds at each pace. */
export async function compare(count: number, { messages, rounds }: Size): Promise<Readonly<Record<Pace, Round[]>>> {
  const events = Math.min(EVENTS_MOST, Math.ceil(messages / count));
  const host = await opened('host', count);
  const loop = await opened('loop', count);
  const all: Record<Pace, Round[]> = { singly: [], 'at once': [] };
  try {
    for (const pace of ['singly', 'at once'] as const) {
      for (let i = -WARM_UP_ROUNDS; i < rounds; i++) {
        const figures = { loop: await round(loop, events, count, pace), host: await round(host, events, count, pace) };
        if (i >= 0) all[pace].push(figures);
      }
    }
    return all;
  } finally {
    for (const { clients, server } of [host, loop]) {
      await clients.stop();
      await server.stop();
    }
  }
}

async function opened(mode: 'host' | 'loop', count: number): Promise<Way> {
  const server = await start('sse/server.ts', mode);
  return { server, clients: await start('sse/clients.ts', server.url, String(count)) };
}

async function round({ server, clients }: Way, events: number, count: number, pace: Pace): Promise<Figure> {
  const more = count * events;
  const before = await server.cpu();
  const all = clients.ask({ more });
  await server.ask({ events, turns: PACES[pace] });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not all of ${more} messages came`)), TIMEOUT_MS).unref();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the clients answer
  const { ms, over } = (await Promise.race([all, late])) as { ms: number; over: number };
  if (over !== 0) throw new Error(`${over} messages too many`);
  return { perSecond: (1000 * more) / ms, cpu: ((await server.cpu()) - before) / more };
}
