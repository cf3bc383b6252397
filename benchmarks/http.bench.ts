/**
 * How much of a bare `node:http` server's rate does the cached list keep? Slices take turns, servers are processes of
 * their own; the load is bounded and stays on loopback. Any error or wrong status fails the run. `same` is a bare server
 * that sends the same bytes; `least` sends the same bodies with the shortest heads that they can be read with.
 *
 * The median of the ratios of neighbouring slices is what travels. The processor time per request stands beside it: it
 * hardly moves when the machine is busy elsewhere.
 */

import { run } from './http/load.ts';
import { start, type Running } from './http/process.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const SLICE_MS = 500;
const CONNECTIONS = 32;
/** Enough that none meets its limit of 120 calls a minute. */
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
  const { answers, perSecond } = await run({ url: server.url, path: PATH, headers, status, connections, ms: SLICE_MS });
  return { perSecond, cpu: ((await server.cpu()) - before) / answers };
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`.padStart(9);
const column = (value: number | string): string =>
  (typeof value === 'string' ? value : value < 1000 ? value.toFixed(1) : value.toFixed(0)).padStart(9);

/** The host without counting, against bare servers. */
async function serving(): Promise<void> {
  const host = await start('http/host.ts', 'open');
  const same = await start('http/bare.ts', `${host.url}${PATH}`, 'same');
  const least = await start('http/bare.ts', `${host.url}${PATH}`, 'least');
  const { etag, plain, packed } = same.said;
  const cases = [
    [`plain, ${String(plain)} bytes`, {}, 200],
    [`gzip, ${String(packed)} bytes`, { 'accept-encoding': 'gzip' }, 200],
    ['304', { 'if-none-match': String(etag) }, 304],
  ] as const;
  try {
    console.log(`${''.padEnd(24)}${['answers a second'.padStart(45), 'processor µs an answer'.padStart(43)].join('')}`);
    const titles = ['same', 'least', 'host', '/ same', '/ least'];
    console.log('the cached list'.padEnd(24) + [...titles, ...titles].map(column).join(''));
    for (const [name, headers, status] of cases) {
      const rounds: { readonly same: Slice; readonly least: Slice; readonly host: Slice }[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const slices = {
          same: await slice(same, [headers], status),
          least: await slice(least, [headers], status),
          host: await slice(host, [headers], status),
        };
        if (round >= 0) rounds.push(slices);
      }
      const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
      const figures = [
        column(of((r) => r.same.perSecond)),
        column(of((r) => r.least.perSecond)),
        column(of((r) => r.host.perSecond)),
        percent(of((r) => r.host.perSecond / r.same.perSecond)),
        percent(of((r) => r.host.perSecond / r.least.perSecond)),
        column(of((r) => r.same.cpu)),
        column(of((r) => r.least.cpu)),
        column(of((r) => r.host.cpu)),
        percent(of((r) => r.same.cpu / r.host.cpu)),
        percent(of((r) => r.least.cpu / r.host.cpu)),
      ];
      console.log(name.padEnd(24) + figures.join(''));
    }
  } finally {
    await same.stop();
    await least.stop();
    await host.stop();
  }
}

/** The whole host: each call finds its key, and is counted in the database before it is answered. */
async function counting(): Promise<void> {
  const keyed = await start('http/host.ts', 'keyed', String(KEYS));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the host says
  const headers = (keyed.said['keys'] as string[]).map((key) => ({ 'x-api-key': key }));
  try {
    console.log(`\n${'counted calls'.padEnd(24)}${column('host/s')}${column('host µs')}`);
    for (const connections of [1, CONNECTIONS, 256]) {
      const slices: Slice[] = [];
      for (let round = -1; round < COUNTED_ROUNDS; round++) {
        const one = await slice(keyed, headers, 200, connections);
        if (round >= 0) slices.push(one);
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
