/**
 * Rate of the cached list against a bare `node:http` server. Slices take turns, servers are processes of their own; the
 * load is bounded and stays on loopback. Any error or wrong status fails the run. `same` is a bare server that sends
 * the same bytes; `least` sends the same bodies with the shortest heads that they can be read with; `young` is `same`
 * without the garbage collections that every server has had after a while; `fastify` sends the same bytes through Fastify,
 * with an id for each request and a histogram as the host has them.
 *
 * The median ratio of neighbouring slices is comparable between machines. The processor time per request is printed too: it
 * hardly changes under other load.
 */

import { run } from './http/load.ts';
import { start, type Running } from './http/process.ts';

const STARTS = Number(process.env['STARTS'] ?? 5);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SLICE_MS = 500;
const CONNECTIONS = 32;
/** Enough keys to stay below the limit of 120 calls a minute. */
const KEYS = 2400;
const COUNTED_ROUNDS = 5;
const PATH = '/api/v1/indicators/signum-rgg';

interface Slice {
  readonly perSecond: number;
  readonly cpu: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function slice(
  server: Running,
  headers: readonly Readonly<Record<string, string>>[],
  status: number,
  connections = CONNECTIONS,
): Promise<Slice> {
  const before = await server.cpu();
  const { answers, perSecond } = await run({
    url: server.url,
    path: PATH,
    headers,
    status,
    connections,
    until: { ms: SLICE_MS },
  });
  return { perSecond, cpu: ((await server.cpu()) - before) / answers };
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`.padStart(9);
const column = (value: number | string): string =>
  (typeof value === 'string' ? value : value < 1000 ? value.toFixed(1) : value.toFixed(0)).padStart(9);

type Rivals = Readonly<Record<'same' | 'least' | 'young' | 'fastify' | 'host', Slice>>;
const CASES = [
  ['plain', {}, 200],
  ['gzip', { 'accept-encoding': 'gzip' }, 200],
  ['304', {}, 304],
] as const;
type Case = (typeof CASES)[number][0];

/** Alternates slices against freshly started processes. */
async function rivals(): Promise<{ readonly slices: Readonly<Record<Case, Rivals[]>>; readonly bytes: string }> {
  const host = await start('http/host.ts', 'open');
  const same = await start('http/bare.ts', `${host.url}${PATH}`, 'same');
  const least = await start('http/bare.ts', `${host.url}${PATH}`, 'least');
  const young = await start('http/bare.ts', `${host.url}${PATH}`, 'same', 'young');
  const fastify = await start('http/fastify.ts', `${host.url}${PATH}`);
  const { etag, plain, packed } = same.said;
  const slices: Record<Case, Rivals[]> = { plain: [], gzip: [], '304': [] };
  try {
    for (const [name, extra, status] of CASES) {
      const headers = [status === 304 ? { 'if-none-match': String(etag) } : extra];
      for (let round = -1; round < ROUNDS; round++) {
        const rates = {
          same: await slice(same, headers, status),
          least: await slice(least, headers, status),
          young: await slice(young, headers, status),
          fastify: await slice(fastify, headers, status),
          host: await slice(host, headers, status),
        };
        if (round >= 0) slices[name].push(rates);
      }
    }
  } finally {
    await same.stop();
    await least.stop();
    await young.stop();
    await fastify.stop();
    await host.stop();
  }
  return { slices, bytes: `plain ${String(plain)} bytes, gzip ${String(packed)}` };
}

/**
 * The host without counting, against bare servers. All three are started several times: the speed of V8-compiled code
 * differs between processes by more than ten percent and is constant within one.
 */
async function serving(): Promise<void> {
  const all: Record<Case, Rivals[]> = { plain: [], gzip: [], '304': [] };
  for (let i = 0; i < STARTS; i++) {
    const { slices, bytes } = await rivals();
    if (i === 0) console.log(`the cached list: ${bytes}; ${STARTS} starts of ${ROUNDS} rounds\n`);
    for (const [name] of CASES) all[name].push(...slices[name]);
  }
  console.log(`${''.padEnd(10)}${'answers a second'.padStart(81)}${'processor µs an answer'.padStart(81)}`);
  const titles = ['same', 'least', 'young', 'fastify', 'host', '/ same', '/ least', '/ young', '/ fastify'];
  console.log(''.padEnd(10) + [...titles, ...titles].map(column).join(''));
  for (const [name] of CASES) {
    const medianOf = (pick: (round: Rivals) => number): number => median(all[name].map(pick));
    const figures = [
      column(medianOf((r) => r.same.perSecond)),
      column(medianOf((r) => r.least.perSecond)),
      column(medianOf((r) => r.young.perSecond)),
      column(medianOf((r) => r.fastify.perSecond)),
      column(medianOf((r) => r.host.perSecond)),
      percent(medianOf((r) => r.host.perSecond / r.same.perSecond)),
      percent(medianOf((r) => r.host.perSecond / r.least.perSecond)),
      percent(medianOf((r) => r.host.perSecond / r.young.perSecond)),
      percent(medianOf((r) => r.host.perSecond / r.fastify.perSecond)),
      column(medianOf((r) => r.same.cpu)),
      column(medianOf((r) => r.least.cpu)),
      column(medianOf((r) => r.young.cpu)),
      column(medianOf((r) => r.fastify.cpu)),
      column(medianOf((r) => r.host.cpu)),
      percent(medianOf((r) => r.same.cpu / r.host.cpu)),
      percent(medianOf((r) => r.least.cpu / r.host.cpu)),
      percent(medianOf((r) => r.young.cpu / r.host.cpu)),
      percent(medianOf((r) => r.fastify.cpu / r.host.cpu)),
    ];
    console.log(name.padEnd(10) + figures.join(''));
  }
}

/** The whole host: each call looks up its key and is counted in the database before the answer. */
async function counting(): Promise<void> {
  const keyed = await start('http/host.ts', 'keyed', String(KEYS));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the host says
  const headers = (keyed.said['keys'] as string[]).map((key) => ({ 'x-api-key': key }));
  try {
    console.log(`\n${'counted calls'.padEnd(24)}${column('host/s')}${column('host µs')}`);
    for (const connections of [1, CONNECTIONS, 256]) {
      const slices: Slice[] = [];
      for (let round = -1; round < COUNTED_ROUNDS; round++) {
        const rate = await slice(keyed, headers, 200, connections);
        if (round >= 0) slices.push(rate);
      }
      const name = `${connections} connection${connections === 1 ? '' : 's'}`;
      console.log(
        name.padEnd(24) + column(median(slices.map((s) => s.perSecond))) + column(median(slices.map((s) => s.cpu))),
      );
    }
  } finally {
    await keyed.stop();
  }
}

await serving();
await counting();
