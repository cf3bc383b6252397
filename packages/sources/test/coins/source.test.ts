/** The source of coins against a loopback server: pages within its budget, its key, and failures. */

import { HOUR_MS } from '@barograph/core';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createManualClock } from '../../src/clock.ts';
import { COINS_V1 } from '../../src/coins/config.ts';
import { createCoinsSource } from '../../src/coins/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';
import { settled } from '../deadlines.ts';

const NOW = Date.UTC(2026, 8, 20, 10, 30);
const KEY = 'CG-secret-key';

const coin = (page: number, i: number) => ({
  id: `coin-${page}-${i}`,
  symbol: `c${page}${i}`,
  name: 'Coin',
  market_cap_rank: (page - 1) * 2 + i,
  current_price: 1,
  market_cap: 10,
  circulating_supply: 10,
});

/** A source of three pages of two coins, on a server whose answers to a path can be changed. */
async function sourceOn(change: (path: string) => { readonly status: number; readonly body: unknown } | undefined) {
  const server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://coins');
    const changed = change(pathname);
    if (changed !== undefined) return json(response, changed.body, changed.status);
    if (pathname === '/api/v3/coins/markets') {
      const page = Number(searchParams.get('page'));
      return json(response, [coin(page, 1), coin(page, 2)]);
    }
    if (pathname === '/api/v3/coins/categories') return json(response, [{ name: 'Meme' }]);
    if (pathname === '/api/v3/coins/list') {
      return json(response, [{ id: 'coin-1-1', symbol: 'c11', name: 'Coin', platforms: { base: '0xabc' } }]);
    }
    return json(response, { id: pathname.split('/').at(-1), categories: ['Meme'] });
  });
  const lines: string[] = [];
  const clock = createManualClock(NOW);
  const steady = createManualClock(0);
  const source = createCoinsSource({
    url: server.baseUrl,
    key: KEY,
    clock,
    steady,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    meter: createUpstreamMeter('coins'),
    config: { ...COINS_V1, pages: 3, perPage: 2, budget: 100 },
  });
  onEnd(async () => source.close());
  /** The next request, and its answer. */
  const step = async (): Promise<void> => {
    const before = server.asked.length;
    steady.moveTo(steady.now() + COINS_V1.everyMs);
    await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(before));
    await settled();
  };
  const paths = (): readonly string[] => server.asked.map(({ url }) => url.replace(/\?.*$/, '').replace('/api/v3', ''));
  return { ...server, source, clock, lines, step, paths, coins: source.feeds.coins! };
}

describe('the source of coins', () => {
  it('asks for the pages, then for contracts and categories, then on, a coin of its own in between', async () => {
    const { source, step, paths, coins, asked } = await sourceOn(() => undefined);
    expect(await coins.pull({ asOf: NOW })).toMatchObject({ ok: false, error: { isWarming: true } });
    await source.start();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await settled();
    for (let i = 0; i < 8; i++) await step();
    expect(paths()).toEqual([
      '/coins/markets',
      '/coins/markets',
      '/coins/markets',
      '/coins/list',
      '/coins/categories',
      '/coins/markets',
      '/coins/markets',
      '/coins/coin-1-1',
      '/coins/markets',
    ]);
    const answer = await coins.pull({ asOf: NOW });
    expect(answer).toMatchObject({ ok: true, value: { asOf: NOW } });
    const rows = answer.ok ? answer.value.rows.coins : [];
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3].flatMap((page) => [`coin-${page}-1`, `coin-${page}-2`]));
    expect(rows[0]).toMatchObject({ categories: ['Meme'], contracts: [{ chain: 'base', address: '0xabc' }] });
    expect(await source.feeds.categories!.pull({ asOf: NOW })).toMatchObject({ value: { rows: { names: ['Meme'] } } });
  });

  it('sends its key in a header, and nowhere else', async () => {
    const { source, asked, lines } = await sourceOn((path) =>
      path.endsWith('/markets') ? { status: 401, body: { error: `bad key ${KEY}` } } : undefined,
    );
    await source.start();
    await vi.waitFor(() => expect(source.state(NOW)[0]!.status).toBe('unavailable'));
    expect(asked[0]!.headers['x-cg-demo-api-key']).toBe(KEY);
    expect(asked[0]!.url).not.toContain(KEY);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('') + JSON.stringify(source.state(NOW))).not.toContain(KEY);
  });

  it('keeps the pages that it has while one fails, says that they are stale, and asks for that page again', async () => {
    let isDown = false;
    const { source, step, coins, asked } = await sourceOn(() =>
      isDown ? { status: 404, body: { error: 'gone' } } : undefined,
    );
    await source.start();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await settled();
    isDown = true;
    await step();
    const stale = await coins.pull({ asOf: NOW });
    expect(stale).toMatchObject({ ok: true, value: { isStale: true } });
    expect(source.state(NOW)[0]).toMatchObject({ feed: 'coins', status: 'stale' });
    isDown = false;
    await step();
    expect(asked.map(({ url }) => new URL(url, 'http://x').searchParams.get('page'))).toEqual(['1', '2', '2']);
    const again = await coins.pull({ asOf: NOW });
    expect(again.ok && again.value.isStale).toBeUndefined();
  });

  it('is stale when its oldest page is hours old', async () => {
    const { source, clock, coins, asked } = await sourceOn(() => undefined);
    await source.start();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await vi.waitFor(async () => expect((await coins.pull({ asOf: NOW })).ok).toBe(true));
    clock.moveTo(NOW + COINS_V1.staleMs + HOUR_MS);
    expect(await coins.pull({ asOf: NOW })).toMatchObject({ ok: true, value: { isStale: true } });
  });
});

describe('the budget', () => {
  it('stays within 10,000 requests of a month, and 5 a minute', () => {
    const { everyMs, budget, categoriesMs, contractsMs } = COINS_V1;
    const month = 31 * 24 * HOUR_MS;
    expect(month / everyMs).toBeLessThan(10_000);
    expect(60_000 / COINS_V1.firstMs).toBeLessThan(budget);
    expect(Math.min(categoriesMs, contractsMs)).toBeGreaterThan(everyMs);
  });
});
