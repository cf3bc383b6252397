/** Cost of a feature: a family of four over a new engine, written by the recipe of CONTRIBUTING.md, and a list. */

import { posix } from 'node:path';
import { HOUR_MS } from '@barograph/core';
import { FEATURES, feature, serviceOf } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../packages/sources/src/clock.ts';
import type { Host } from '../packages/host/src/compose.ts';
import { startTestServer, type TestServer } from '../packages/store/test/test-support.ts';
import { AS_OF, hostOver, smallMarket, TIER_GATE } from '../packages/host/test/test-support.ts';
import { meme } from '../packages/contract/src/meme/index.ts';
import { importsOf } from './source-text.ts';
import { hotMemes } from './toy-feature/hot-memes.ts';
import { streak } from './toy-feature/streak/index.ts';
import { filesBelow, readText } from './workspace.ts';

/** The names in `features.ts`, and in the feature of the list. */
const withHotMemes = feature({ ...meme, operations: [...meme.operations, hotMemes] });
const service = serviceOf([
  ...FEATURES.filter((feature) => Object.keys(feature.families ?? {}).join() !== 'meme'),
  withHotMemes,
  streak,
]);

interface Row {
  readonly symbol: string;
  readonly streak: number;
  readonly hours: number;
}
interface Reply {
  readonly status: number;
  readonly body: {
    readonly items: readonly Row[];
    readonly history: readonly { readonly time: number; readonly streak: number }[];
    readonly [name: string]: unknown;
  };
}

let server: TestServer;
let database: string;
const clock = createManualClock(AS_OF);
const hosts: Host[] = [];

/** A host with the toy in its features; asks over HTTP. */
async function serve(url: string) {
  const host = hostOver(await server.open(url), { market: smallMarket(), clock, gate: TIER_GATE, service });
  hosts.push(host);
  await host.start();
  const base = await host.server.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string, tier = 'pro_plus', method = 'GET'): Promise<Reply> => {
    const answer = await fetch(`${base}${path}`, { method, headers: { 'x-api-key': tier } });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  };
  return { host, ask };
}

beforeAll(async () => {
  server = await startTestServer();
  database = await server.database();
});
afterAll(async () => {
  for (const host of hosts) await host.stop();
  await server.stop();
});

describe('a toy feature', () => {
  let toy: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    toy = await serve(database);
  });

  it('is listed, sorted and filtered, within the scope of the tier', async () => {
    const all = await toy.ask('/api/v1/streak?sort=symbol&order=asc');
    expect(all.status).toBe(200);
    expect(all.body).toMatchObject({ total: all.body.items.length, as_of: AS_OF, data_source: 'files', warming: [] });
    expect(all.body.items.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['BTC', 'NEW', 'PEPE', 'kPEPE']));
    expect(all.body.items.find(({ symbol }) => symbol === 'NEW')).toMatchObject({ hours: 20 * 24 - 1 });

    const spot = await toy.ask('/api/v1/streak?sort=symbol&order=asc&source=cexa_spot');
    expect(spot.body.items).toEqual(all.body.items.filter((row) => 'source' in row && row.source === 'cexa_spot'));
    expect(spot.body.items.length).toBeLessThan(all.body.items.length);
    expect((await toy.ask('/api/v1/streak', 'free')).body).toMatchObject({ total: 2, universe_size: 2 });
  });

  it('has a detail that ends in the row of the list', async () => {
    const { status, body } = await toy.ask('/api/v1/streak/BTC');
    expect(status).toBe(200);
    expect(body.history).toHaveLength(24);
    expect(body.history.at(-1)!).toEqual({ time: body['time'], streak: body['streak'] });
    expect((await toy.ask('/api/v1/streak/NOBODY')).status).toBe(404);
    expect((await toy.ask('/api/v1/streak/BTC', 'free')).status).toBe(403);
  });

  it('has a score of its rows', async () => {
    const { items } = (await toy.ask('/api/v1/streak')).body;
    const share = (sign: number): number => items.filter((row) => Math.sign(row.streak) === sign).length / items.length;
    const { status, body } = await toy.ask('/api/v1/streak/score', 'free');
    expect(status).toBe(200);
    expect(body).toMatchObject({ rising: share(1), falling: share(-1), symbols: items.length, as_of: AS_OF });
  });

  it('stands in the OpenAPI document, the catalog and the metrics', async () => {
    const { body } = await toy.ask('/api/openapi.json');
    expect(Object.keys(body['paths'] as object)).toEqual(
      expect.arrayContaining(streak.operations.map(({ path }) => path)),
    );
    expect(JSON.stringify((await toy.ask('/api/v1')).body)).toContain('/api/v1/streak/score');
    expect((await toy.host.server.inject('/metrics')).body).toContain(
      'barograph_snapshot_age_seconds{snapshot="streak"}',
    );
  });

  it('serves a list over an engine that was there', async () => {
    const { status, body } = await toy.ask('/api/v1/meme/hot');
    expect(status).toBe(200);
    expect(body.items.map(({ symbol }) => symbol).toSorted()).toEqual(['PEPE', 'kPEPE']);
  });

  it('is refreshed on demand, and goes on after a restart as if it had never stopped', async () => {
    clock.moveTo(AS_OF + HOUR_MS);
    expect((await toy.ask('/api/v1/streak/refresh', 'free', 'POST')).status).toBe(403);
    expect((await toy.ask('/api/v1/streak/refresh', 'pro', 'POST')).body).toMatchObject({
      status: 'recomputed',
      as_of: AS_OF + HOUR_MS,
    });
    await toy.host.stop();
    hosts.splice(0);

    clock.moveTo(AS_OF + 2 * HOUR_MS);
    const create = vi.spyOn(streak.engine!, 'create');
    const again = await serve(database);
    await again.ask('/api/v1/streak/refresh', 'pro', 'POST');
    expect(create.mock.calls.length).toBeGreaterThan(4);
    expect(create.mock.calls.filter(([state]) => state === undefined)).toEqual([]);
    create.mockRestore();

    const fresh = await serve(await server.database());
    const path = '/api/v1/streak?sort=symbol&order=asc';
    expect((await again.ask(path)).body).toEqual((await fresh.ask(path)).body);
    expect((await again.ask(path)).body.items.length).toBeGreaterThan(4);
  });
});

/** Limits of the recipe. */
const MOST = { files: 8, lines: 250 };
const linesOf = (path: string): number => readText(path).trimEnd().split('\n').length;

describe('the cost', () => {
  const own = filesBelow('test/toy-feature/streak', '.ts');
  const list = readText('packages/contract/src/features.ts');

  /** Lines that name a feature in a file that lists it: its import and its place. */
  const namesOf = (text: string, name: string): number =>
    text.split('\n').filter((line) => new RegExp(`^(import .*\\b${name}\\b|  ${name},$)`).test(line)).length;

  it(`of a family of four over a new engine is at most ${MOST.files} files and ${MOST.lines} lines`, () => {
    const inList = namesOf(list, 'meme');
    expect(inList).toBe(2);
    const files = own.length + 1;
    const lines = own.reduce((sum, path) => sum + linesOf(path), inList);
    const counted = `${own.map((path) => `${posix.basename(path)} ${linesOf(path)}`).join(', ')}, features.ts ${inList}`;
    expect(streak.operations).toHaveLength(4);
    expect(files, `${files} files: ${counted}`).toBeLessThanOrEqual(MOST.files);
    expect(lines, `${lines} lines: ${counted}`).toBeLessThanOrEqual(MOST.lines);
  });

  it('has no part elsewhere: the files import the contract, their engine and each other', () => {
    const elsewhere = own.flatMap((path) =>
      importsOf(readText(path)).filter((specifier) => {
        if (specifier === '@barograph/core' || specifier.startsWith('./')) return false;
        const target = posix.join(posix.dirname(path), specifier);
        return (
          !/^packages\/contract\/src\/(shapes\/)?[a-z-]+\.ts$/.test(target) &&
          target !== 'test/toy-feature/engine/streak.ts'
        );
      }),
    );
    expect(elsewhere).toEqual([]);
  });

  it('of a list over an engine that is there is one file and one name in the index of its feature', () => {
    const files = filesBelow('test/toy-feature', '.ts').filter((path) => posix.dirname(path) === 'test/toy-feature');
    expect(files, `${files.length} new file: ${files.join(', ')}`).toEqual(['test/toy-feature/hot-memes.ts']);
    const changed = withHotMemes.operations.filter((operation) => !meme.operations.includes(operation));
    expect(changed, `${changed.length} new line`).toEqual([hotMemes]);
    expect({ ...withHotMemes, operations: meme.operations }).toEqual(meme);
  });
});
