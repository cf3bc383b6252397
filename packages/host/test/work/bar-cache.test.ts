import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../sources/src/market/feed.ts';
import type { Listing } from '../../../sources/src/market/listing.ts';
import { createBarCache } from '../../../runtime/src/bar-cache.ts';
import { marketReader, type MarketReader } from '../../../runtime/src/market-reader.ts';
import { smallMarket, START } from '../test-support.ts';

const market = marketReader(smallMarket());
const BTC: Listing = { symbol: 'BTC', venue: 'perpdex_perp' };
const AT = START + 40 * DAY_MS;

const pull: MarketReader['closedBars'] = async (...which) => market.closedBars(...which);
function counted(closedBars = pull) {
  const pulls: (readonly [from: number, asOf: number])[] = [];
  const cache = createBarCache({
    ...market,
    closedBars: async (listing, interval, from, asOf) => {
      pulls.push([from, asOf]);
      return closedBars(listing, interval, from, asOf);
    },
  });
  return { cache, pulls };
}

describe('shared pulls', () => {
  it('bring what pulls of their own would, whatever was pulled before', async () => {
    const moment = fc.integer({ min: -60, max: 60 }).map((minutes) => AT + minutes * MINUTE_MS);
    const question = fc.record({
      interval: fc.constantFrom('1h' as const, '1d' as const),
      days: fc.integer({ min: 0, max: 45 }),
      asOf: moment,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 12 }), async (questions) => {
        const { cache, pulls } = counted();
        cache.hold();
        for (const { interval, days, asOf } of questions) {
          const from = asOf - days * DAY_MS;
          const shared = await cache.closedBars(BTC, interval, from, asOf);
          const own = (await market.closedBars(BTC, interval, from, asOf))!;
          expect(shared).toEqual({ ...own, provenance: { ...own.provenance, asOf: shared!.provenance.asOf } });
          expect(shared!.provenance.asOf).toBeLessThanOrEqual(asOf);
        }
        expect(pulls.length).toBeLessThanOrEqual(questions.length);
      }),
      { numRuns: 60 },
    );
  });

  it('are one for questions at once, and for any that starts later or asks about an earlier moment', async () => {
    const { cache, pulls } = counted();
    cache.hold();
    const ask = async (from: number, asOf: number) => cache.closedBars(BTC, '1h', from, asOf);
    await Promise.all([ask(0, AT), ask(0, AT), ask(AT - DAY_MS, AT + MINUTE_MS), ask(AT - DAY_MS, AT - HOUR_MS)]);
    expect(pulls).toEqual([[0, AT]]);
    await ask(AT - DAY_MS, AT + HOUR_MS); // an hour has closed
    expect(pulls).toHaveLength(2);
  });

  it('are made again for who asks when the last bar has settled', async () => {
    const { cache, pulls } = counted();
    cache.hold();
    await cache.closedBars(BTC, '1h', 0, AT + 4 * MINUTE_MS);
    await cache.closedBars(BTC, '1h', 0, AT + 5 * MINUTE_MS);
    await cache.closedBars(BTC, '1h', 0, AT + 59 * MINUTE_MS);
    expect(pulls).toHaveLength(2);
  });

  it('are not kept when they fail, and not beyond the last holder', async () => {
    let isDown = true;
    const { cache, pulls } = counted(async (...which) => {
      if (isDown) throw new SourceError('down');
      return pull(...which);
    });
    const [one, two] = [cache.hold(), cache.hold()];
    await expect(cache.closedBars(BTC, '1h', 0, AT)).rejects.toThrow('down');
    isDown = false;
    await cache.closedBars(BTC, '1h', 0, AT);
    one();
    one();
    await cache.closedBars(BTC, '1h', 0, AT);
    expect(pulls).toHaveLength(2);
    two();
    await cache.closedBars(BTC, '1h', 0, AT);
    expect(pulls).toHaveLength(3);
  });
});
