/**
 * How much of a bare `node:http` server's rate does the cached list keep? Both send the same bytes, in slices that take
 * turns, from processes of their own; the load is bounded and stays on loopback. Any error or wrong status fails the run.
 *
 * The median of the ratios of neighbouring slices is what travels. The processor time per request stands beside it: it
 * hardly moves when the machine is busy elsewhere.
 */

import { run } from './http/load.ts';
import { start, type Running } from './http/process.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const SLICE_MS = 500;
const CONNECTIONS = 32;
const PATH = '/api/v1/indicators/signum-rgg';

interface Slice {
  readonly perSecond: number;
  readonly cpu: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function slice(server: Running, headers: Readonly<Record<string, string>>, status: number): Promise<Slice> {
  const before = await server.cpu();
  const load = { url: server.url, path: PATH, headers: [headers], status, connections: CONNECTIONS, ms: SLICE_MS };
  const { answers, perSecond } = await run(load);
  return { perSecond, cpu: ((await server.cpu()) - before) / answers };
}

const host = await start('http/host.ts', 'open');
const bare = await start('http/bare.ts', `${host.url}${PATH}`);
const { etag, plain, packed } = bare.said;
const CASES = [
  [`plain, ${String(plain)} bytes`, {}, 200],
  [`gzip, ${String(packed)} bytes`, { 'accept-encoding': 'gzip' }, 200],
  ['304', { 'if-none-match': String(etag) }, 304],
] as const;
try {
  console.log(
    `${'answer'.padEnd(22)}${'bare/s'.padStart(9)}${'host/s'.padStart(9)}${'kept'.padStart(7)}${'µs bare'.padStart(9)}${'µs host'.padStart(9)}${'kept'.padStart(7)}`,
  );
  for (const [name, headers, status] of CASES) {
    const rounds: { readonly bare: Slice; readonly host: Slice }[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const first = await slice(bare, headers, status);
      const second = await slice(host, headers, status);
      if (round >= 0) rounds.push({ bare: first, host: second });
    }
    const of = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
    const percent = (ratio: number): string => `${(100 * ratio).toFixed(0)} %`.padStart(7);
    console.log(
      name.padEnd(22) +
        of((r) => r.bare.perSecond)
          .toFixed(0)
          .padStart(9) +
        of((r) => r.host.perSecond)
          .toFixed(0)
          .padStart(9) +
        percent(of((r) => r.host.perSecond / r.bare.perSecond)) +
        of((r) => r.bare.cpu)
          .toFixed(1)
          .padStart(9) +
        of((r) => r.host.cpu)
          .toFixed(1)
          .padStart(9) +
        percent(of((r) => r.bare.cpu / r.host.cpu)),
    );
  }
} finally {
  await bare.stop();
  await host.stop();
}
