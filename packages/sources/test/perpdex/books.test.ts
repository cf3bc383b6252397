/** Books of the perp venue by significant figures, over the loopback venue. */

import { afterEach, describe, expect, it } from 'vitest';
import type { BookQuery } from '../../src/market/book.ts';
import { liveSource, type LiveSource } from './test-support.ts';

let live: LiveSource | undefined;
afterEach(async () => {
  await live?.close();
  live = undefined;
});

describe('books by significant figures', () => {
  it('begin where the exact book does, rounded outward, and reach further, at a weight of 2', async () => {
    live = await liveSource({ coins: 1 });
    const { source, clock } = live;
    const spent = () => live!.spent();
    const bookOf = async (figures?: BookQuery['figures']) => {
      const query = { symbol: 'BTC', asOf: clock.now(), ...(figures === undefined ? {} : { figures }) };
      const answer = await source.feeds.book!.pull(query);
      if (!answer.ok) throw new Error(answer.error.reason);
      return answer.value.rows;
    };
    const exact = await bookOf();
    for (const [figures, step] of [
      [2, 1000],
      [3, 100],
      [4, 10],
      [5, 1],
    ] as const) {
      // prettier-ignore
      const before = spent().total;
      const { bids, asks } = await bookOf(figures);
      expect(spent().total - before).toBe(2);
      for (const price of [...bids.price, ...asks.price]) expect(price % step).toBe(0);
      expect(bids.price[0]).toBe(Math.floor(exact.bids.price[0]! / step) * step);
      expect(asks.price[0]).toBe(Math.ceil(exact.asks.price[0]! / step) * step);
      // Fewer digits reach further.
      expect(bids.price.at(-1)!).toBeLessThanOrEqual(exact.bids.price.at(-1)!);
      expect(asks.price.at(-1)!).toBeGreaterThanOrEqual(exact.asks.price.at(-1)!);
    }
  });

  it('are none where a level cannot be, and say why', async () => {
    live = await liveSource({ coins: 1 });
    await live.fault({ kind: 'malformed', request: 'l2Book' });
    const answer = await live.source.feeds.book!.pull({ symbol: 'BTC', figures: 3, asOf: live.clock.now() });
    expect(answer).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    const unknown = await live.source.feeds.book!.pull({ symbol: 'btc', figures: 3, asOf: live.clock.now() });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'unknown_symbol' } });
  });
});
