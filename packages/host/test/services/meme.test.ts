import type { MemeRowWire } from '@barograph/contract';
import { DAY_MS, err } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { BarsRequest } from '../../../sources/src/market/bars.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { asker } from '../ask.ts';
import { refreshOf, simulatedMarket } from '../test-support.ts';
import { readOver } from '../../../sources/src/market/market.ts';

const AS_OF = Date.UTC(2024, 8, 2, 10, 23);

const source = simulatedMarket();
const store = createMemorySnapshotStore();
const refresh = refreshOf(source, createManualClock(AS_OF), store);
const ask = asker({ source, latest: () => store.latest('meme') });

interface List {
  readonly items: readonly MemeRowWire[];
  readonly count: number;
  readonly total: number;
}
interface Score {
  readonly composite: number;
  readonly band: string;
  readonly coins: number;
  readonly sub_scores: Readonly<Record<string, number | null>>;
  readonly effective_weights: Readonly<Record<string, number>>;
  readonly inputs_available: Readonly<Record<string, boolean>>;
}
type Detail = MemeRowWire & { readonly history: readonly { readonly timestamp: number; readonly close: number }[] };
const list = async (query: object = {}): Promise<List> =>
  ask.json<List>('meme.regime', { query: { sort: 'symbol', order: 'asc', ...query } });
const detail = async (symbol: string): Promise<Detail> => ask.json<Detail>('meme.regime_symbol', { path: { symbol } });

const unready = (message: RegExp, seconds: string) => ({
  ok: false,
  error: {
    status: 503,
    headers: { 'retry-after': seconds },
    body: { detail: { error: 'warming_up', message: expect.stringMatching(message) as string } },
  },
});

describe('before there are rows', () => {
  const empty = createMemorySnapshotStore();
  const early = asker({ source, latest: () => empty.latest('meme') });

  it.each(['meme.regime', 'meme.regime_score', 'meme.regime_symbol'])('%s is 503', async (id) => {
    expect(await early.outcome(id, { path: { symbol: 'DOGE' } })).toMatchObject(unready(/are being computed/, '5'));
  });

  it('[#151] the score is 503 and says so when the market has no meme coin with days enough', async () => {
    const own = createMemorySnapshotStore();
    await own.publish('meme', { asOf: 1, head: { warming: [], score: null } as never, records: [] });
    const unscored = asker({ source, latest: () => own.latest('meme') });
    expect(await unscored.outcome('meme.regime_score')).toMatchObject(
      unready(/No meme coin of this market has enough completed days/, '3600'),
    );
  });
});

describe('meme coins', () => {
  beforeAll(async () => {
    await refresh.all();
  });

  it('[#592] lists the memes of both venues and no other coin', async () => {
    const { items, ...rest } = await list();
    expect(items.map(({ symbol, pd_symbol }) => `${symbol} ${pd_symbol}`)).toEqual([
      'DOGE DOGE',
      'PEPE kPEPE',
      'kBONK kBONK',
      'kPEPE kPEPE',
      'kSHIB kSHIB',
    ]);
    expect(rest).toMatchObject({ universe_size: 5, warming: [], as_of: AS_OF, data_source: 'simulated' });
  });

  it('[#592] filters, sorts and cuts', async () => {
    expect(await list({ source: 'cexa_spot' })).toMatchObject({ total: 1, count: 1, items: [{ symbol: 'PEPE' }] });
    const { regime } = (await list()).items[0]!;
    expect(new Set((await list({ regime })).items.map((row) => row.regime))).toEqual(new Set([regime]));
    const sorted = await list({ sort: 'ret_7d', order: 'desc', limit: 3 });
    expect([sorted.count, sorted.total]).toEqual([3, 5]);
    const returns = (await list({ sort: 'ret_7d', order: 'desc' })).items.map((row) => row.ret_7d!);
    expect(returns).toEqual([...returns].sort((a, b) => b - a));
    expect(sorted.items.map((row) => row.ret_7d)).toEqual(returns.slice(0, 3));
  });

  it('[#594] gives the row with its last 60 days, the last of which is the row itself', async () => {
    const row = await detail('kPEPE');
    const last = row.history.at(-1)!;
    expect(row.history.length).toBe(60);
    expect(last.timestamp - row.history[0]!.timestamp).toBe(59 * DAY_MS);
    const { timestamp, close, ...day } = last;
    expect([timestamp, close]).toEqual([row.computed_from, row.price]);
    expect(row).toMatchObject(day);
  });

  it('finds a bare ticker: exactly, in any case, and as the perp that has a k before it', async () => {
    const symbols = ['kPEPE', 'pepe', 'KPEPE', 'SHIB', 'shib', 'doge'].map(async (name) => (await detail(name)).symbol);
    expect(await Promise.all(symbols)).toEqual(['kPEPE', 'PEPE', 'kPEPE', 'kSHIB', 'kSHIB', 'DOGE']);
    expect(await ask.outcome('meme.regime_symbol', { path: { symbol: 'BTC' } })).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_symbol' } } },
    });
  });

  it('[#593] has a score of the market for any key: the weighted mean of its parts, and the band that it lies in', async () => {
    const score = await ask.json<Score>('meme.regime_score', { tier: 'free' });
    const parts = Object.entries(score.sub_scores);
    const mean = parts.reduce((sum, [name, part]) => sum + (part ?? 0) * score.effective_weights[name]!, 0);
    // Rounded to a tenth.
    expect(Math.abs(score.composite - mean)).toBeLessThan(0.0501);
    expect(parts.some(([, part]) => part !== null && Math.abs(part - score.composite) > 1)).toBe(true);
    expect(Object.values(score.effective_weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    const edges = { euphoric: 80, heating: 60, neutral: 40, cooling: 20, dormant: 0 };
    expect(score.band).toBe(Object.entries(edges).find(([, edge]) => score.composite >= edge)![0]);
    expect(score.coins).toBe(4);
    expect(parts.map(([name, part]) => [name, part !== null])).toEqual(Object.entries(score.inputs_available));
  });

  it('answers with the same bytes until the next refresh', async () => {
    const score = async () => {
      const done = await ask.outcome('meme.regime_score');
      return done.ok ? done.value : undefined;
    };
    const before = await score();
    expect(JSON.parse(before!.json.toString())).toMatchObject({ coins: 4, as_of: AS_OF, source: 'simulated' });
    expect(await score()).toBe(before);
    await refresh.all();
    expect(await score()).not.toBe(before);
    expect((await refresh.of('meme')).rows).toBe(5);
  });

  it('fails a detail once when its bars do not come, and is asked again the next time', async () => {
    let isDown = true;
    const down = async () => err({ code: 'stale_source', reason: 'down' } as const);
    const bars = async (request: BarsRequest) => (isDown ? down() : source.read('bars', request));
    const shaky = { ...source, read: readOver(source.read, 'bars', bars) };
    const shakily = asker({ source: shaky, latest: () => store.latest('meme') });
    const path = { symbol: 'DOGE' };
    await expect(shakily.outcome('meme.regime_symbol', { path })).rejects.toThrow(SourceError);
    isDown = false;
    expect(await shakily.outcome('meme.regime_symbol', { path })).toMatchObject({ ok: true });
  });
});
