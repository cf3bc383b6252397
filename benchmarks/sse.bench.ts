/**
 * Fan-out of events to 1, 10, 100 and 1,000 clients against the plain `res.write` loop. Servers and clients are
 * processes of their own, and the two ways take turns. A message that is lost or comes twice fails the run.
 *
 * Each number of clients is measured twice: `singly`, where an event is published once the last one was written, so that
 * both ways write each event to each client; and `at once`, where events come as fast as they can be made, and a host
 * that is behind joins them. A round has the same number of messages whatever the number of clients: a round of a
 * thousand of them at ten clients times code that V8 has not compiled yet.
 */

import { loadavg } from 'node:os';
import { start, type Running } from './http/process.ts';

const COUNTS = (process.env['CLIENTS'] ?? '1,10,100,1000').split(',').map(Number);
const MESSAGES = Number(process.env['MESSAGES'] ?? 50_000);
const EVENTS_MOST = 10_000;
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const WARM_UP_ROUNDS = 2;
const TIMEOUT_MS = 60_000;
/** Turns of the event loop between two events. In the host an event is written in the turn after it was read. */
const PACES = { singly: 3, 'at once': 1 } as const;
type Pace = keyof typeof PACES;

interface Way {
  readonly server: Running;
  readonly clients: Running;
}

interface Figure {
  readonly perSecond: number;
  /** Processor time of the server per message, µs. */
  readonly cpu: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

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

async function compare(count: number): Promise<void> {
  const events = Math.min(EVENTS_MOST, Math.ceil(MESSAGES / count));
  const host = await opened('host', count);
  const loop = await opened('loop', count);
  try {
    for (const pace of ['singly', 'at once'] as const) {
      const rounds: { readonly host: Figure; readonly loop: Figure }[] = [];
      for (let i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
        const one = { loop: await round(loop, events, count, pace), host: await round(host, events, count, pace) };
        if (i >= 0) rounds.push(one);
      }
      const of = (pick: (one: (typeof rounds)[number]) => number, digits: number): string =>
        median(rounds.map(pick)).toFixed(digits).padStart(10);
      console.log(
        `${String(count).padStart(7)}  ${pace.padEnd(8)}` +
          of(({ loop: { perSecond } }) => perSecond, 0) +
          of(({ host: { perSecond } }) => perSecond, 0) +
          of((one) => one.host.perSecond / one.loop.perSecond, 2) +
          of(({ loop: { cpu } }) => cpu, 2) +
          of(({ host: { cpu } }) => cpu, 2) +
          of((one) => one.loop.cpu / one.host.cpu, 2),
      );
    }
  } finally {
    for (const { clients, server } of [host, loop]) {
      await clients.stop();
      await server.stop();
    }
  }
}

console.log(`medians of ${ROUNDS} rounds of ${MESSAGES} messages, or ${EVENTS_MOST} events; load ${loadavg()[0]}`);
console.log('                 messages a second               processor µs a message');
console.log('clients  events        loop      host   of loop      loop      host   cheaper');
for (const count of COUNTS) await compare(count);
console.log(`load at the end ${loadavg()[0]}`);
