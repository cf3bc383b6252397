/**
 * Fan-out: one event to 1,000 clients, as fast as it goes, against the plain `res.write` loop. Servers and clients are
 * processes of their own, and the two ways take turns. A message that is lost or comes twice fails the run.
 */

import { start, type Running } from './http/process.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 1000);
const EVENTS = 100;
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const TIMEOUT_MS = 30_000;

interface Way {
  readonly server: Running;
  readonly clients: Running;
  readonly perSecond: number[];
  /** Processor time of the server per message, µs. */
  readonly cpu: number[];
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function opened(mode: 'host' | 'loop'): Promise<Way> {
  const server = await start('sse/server.ts', mode);
  return { server, clients: await start('sse/clients.ts', server.url, String(CLIENTS)), perSecond: [], cpu: [] };
}

async function round({ server, clients, perSecond, cpu }: Way, isCounted: boolean): Promise<void> {
  const more = CLIENTS * EVENTS;
  const before = await server.cpu();
  const all = clients.ask({ more });
  await server.ask({ events: EVENTS });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not all of ${more} messages came`)), TIMEOUT_MS).unref();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the clients answer
  const { ms, over } = (await Promise.race([all, late])) as { ms: number; over: number };
  if (over !== 0) throw new Error(`${over} messages too many`);
  if (!isCounted) return;
  perSecond.push((1000 * more) / ms);
  cpu.push(((await server.cpu()) - before) / more);
}

const host = await opened('host');
const loop = await opened('loop');
try {
  for (let i = -1; i < ROUNDS; i++) {
    await round(loop, i >= 0);
    await round(host, i >= 0);
  }
} finally {
  for (const { clients, server } of [host, loop]) {
    await clients.stop();
    await server.stop();
  }
}
console.log(`${EVENTS} events of ${String(host.server.said['frame'])} bytes to ${CLIENTS} clients`);
for (const [name, { perSecond, cpu }] of [
  ['res.write loop', loop],
  ['host', host],
] as const) {
  console.log(
    `${name.padEnd(16)}${median(perSecond).toFixed(0).padStart(9)} messages/s${median(cpu).toFixed(2).padStart(9)} µs`,
  );
}
const faster = median(host.perSecond.map((value, i) => value / loop.perSecond[i]!));
const cheaper = median(loop.cpu.map((value, i) => value / host.cpu[i]!));
console.log(
  `the host sends ${faster.toFixed(2)} times as many, at ${cheaper.toFixed(2)} times less processor time each`,
);
