/** Readers of immutable data: point-in-time answers and archive files. */

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Step } from '../plan.ts';
import { ask, chosen, statusOf, type World } from './world.ts';

/** Operations that answer for a moment, without the fields that bars fill in. */
const PATHS = [
  '/api/v1/indicators/signum-rgg?limit=5',
  '/api/v1/indicators/technical?limit=5',
  '/api/v1/volatility/regime?limit=5',
  '/api/v1/meme/regime?limit=5',
  '/api/v1/heatmap',
] as const;
/** The newest moments that are asked for, ms of the market: a publication may be on its way to the store until then. */
const NEWEST_MS = 20_000;
const SPAN_MS = 120_000;
const TYPES = ['klines', 'funding', 'liquidations', 'snapshots'] as const;

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Requests new and repeated moments. @param market time of the market, epoch ms. */
export async function readPast(
  world: World,
  client: string,
  steps: readonly Step[],
  market: () => number,
): Promise<void> {
  const { recorder, replicas, readers } = world;
  const requests: { readonly path: string; readonly moment: number }[] = [];
  for (const [i, { pause, replica, choice }] of steps.entries()) {
    await wait(pause);
    if (world.ending.aborted) return;
    const fresh = { path: PATHS[i % PATHS.length]!, moment: Math.floor(market() - NEWEST_MS - choice * SPAN_MS) };
    const question = i % 3 === 0 ? fresh : (chosen(requests.slice(-30), choice) ?? fresh);
    if (question === fresh) requests.push(fresh);
    const start = recorder.now();
    const { path, moment } = question;
    const to = replicas[replica]!;
    const build = to.version();
    const answer = await ask(to, `${path}${path.includes('?') ? '&' : '?'}as_of=${moment}`, readers[0]);
    const digest = answer.result === 'ok' && build === to.version() ? { digest: hashOf(answer.text) } : {};
    recorder.add(start, {
      name: 'past',
      client,
      replica: to.name,
      result: answer.result,
      ...statusOf(answer),
      path,
      moment,
      build,
      ...digest,
    });
  }
}

/** Downloads the newest files of each type. */
export async function readFiles(world: World, client: string, steps: readonly Step[]): Promise<void> {
  const { recorder, replicas, readers } = world;
  for (const [i, { pause, replica }] of steps.entries()) {
    await wait(pause);
    if (world.ending.aborted) return;
    const start = recorder.now();
    const to = replicas[replica]!;
    const type = TYPES[i % TYPES.length]!;
    const { result, body, ...answer } = await ask(
      to,
      `/api/v1/backtesting/archives/download?data_type=${type}`,
      readers[1],
    );
    const described = { name: 'file', client, replica: to.name, ...statusOf({ ...answer, result, body }) } as const;
    const { download_url: link, sha256, file } = body;
    if (typeof link !== 'string' || typeof sha256 !== 'string') {
      recorder.add(start, { ...described, result, file: type });
      continue;
    }
    const { pathname, search } = new URL(link);
    try {
      const came = await fetch(`${to.url}${pathname}${search}`, { signal: AbortSignal.timeout(10_000) });
      const bytes = Buffer.from(await came.arrayBuffer());
      const known = came.ok ? { promised: sha256, came: hashOf(bytes) } : {};
      recorder.add(start, {
        ...described,
        status: came.status,
        result: came.ok ? 'ok' : 'unknown',
        file: String(file),
        ...known,
      });
    } catch {
      recorder.add(start, { ...described, result: 'unknown', file: String(file) });
    }
  }
}
