import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookSideColumns } from './book.ts';
import { SIMULATOR_V2 } from './config.ts';
import { createFlow } from './flow.ts';
import { outward } from './grid.ts';
import { createMarket } from './market.ts';
import { MICROSTRUCTURE_V2 } from './microstructure.ts';
import { createObservations } from './observations.ts';

const { start, listings } = SIMULATOR_V2;
const { depth: law } = MICROSTRUCTURE_V2;
const market = createMarket();
const observations = createObservations(market);
const flow = createFlow(market);
const perp = fc.constantFrom('BTC', 'ETH', 'kPEPE', 'CRV', 'DOGE');
const moment = fc.integer({ min: HOUR_MS, max: 300 * DAY_MS }).map((after) => start + after);
const figures = fc.constantFrom(2, 3, 4, 5);

const units = (side: BookSideColumns): number => side.size.reduce((sum, size) => sum + size, 0);
/** Share of the depth within 1 % that the law has within `bps` basis points of mid. */
function lawWithin(bps: number): number {
  const { far, farBps } = law.profile;
  const area = (to: number): number => {
    const near = Math.min(to, farBps);
    return near + ((far - 1) * near * near) / (2 * farBps) + far * Math.max(0, to - farBps);
  };
  return area(bps) / area(100);
}

describe('a book of simulator/2', () => {
  it('by fewer digits has the same levels put together, outward, and loses nothing of what both show', () => {
    fc.assert(
      fc.property(perp, moment, figures, (symbol, time, digits) => {
        const exact = observations.book(symbol, time)!;
        const coarse = observations.book(symbol, time, { figures: digits })!;
        for (const side of ['bids', 'asks'] as const) {
          const sign = side === 'bids' ? 1 : -1;
          const { price, size } = coarse[side];
          expect(price.length).toBeLessThanOrEqual(20);
          expect(price.every((level, i) => i === 0 || sign * (level - price[i - 1]!) < 0)).toBe(true);
          expect(price.every((level) => outward(level, { figures: digits }, side) === level)).toBe(true);
          expect(outward(exact[side].price[0]!, { figures: digits }, side)).toBe(price[0]);
          // Every coarse level that the exact book fully covers holds exactly its levels.
          const at = exact[side].price.map((level) => outward(level, { figures: digits }, side));
          const last = at.at(-1)!;
          for (const [i, level] of price.entries()) {
            if (level === last || !at.includes(level)) continue;
            const sum = at.reduce((total, size, j) => total + (size === level ? exact[side].size[j]! : 0), 0);
            expect(size[i]).toMatchOracle(sum, { rel: 1e-9, abs: 0 });
          }
          expect(units(coarse[side])).toBeGreaterThanOrEqual(
            digits === 5 ? units(exact[side]) : 0.5 * units(exact[side]),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('reaches beyond 100 bps by three figures, with the depth of the moment on each side', () => {
    for (const symbol of ['BTC', 'SOL', 'CRV']) {
      const { quoteVolume } = listings.find(
        (listing) => listing.symbol === symbol && listing.venue === 'perpdex_perp',
      )!;
      let [seen, stated] = [0, 0];
      for (let hour = 200; hour < 6_000; hour += 37) {
        const time = start + hour * HOUR_MS;
        const book = observations.book(symbol, time, { figures: 3 })!;
        const { mid } = observations.perp(symbol, time)!;
        const shares = market.depth(symbol, time);
        for (const side of ['bids', 'asks'] as const) {
          const { price, size } = book[side];
          const bps = Array.from(price, (level) => Math.abs(level / mid - 1) * 1e4);
          expect(bps.at(-1), symbol).toBeGreaterThan(100);
          // A level holds all orders up to its price: the sum to it is the depth within its distance.
          const inside = bps.filter((distance) => distance <= 100).length;
          for (let i = 0; i < inside; i++) seen += price[i]! * size[i]!;
          if (inside > 0) stated += shares[side] * law.share * quoteVolume * lawWithin(bps[inside - 1]!);
        }
      }
      expect(seen / stated, symbol).toBeGreaterThan(0.95);
      expect(seen / stated, symbol).toBeLessThan(1.05);
    }
  });

  it('is sorted, positive, not crossed, and stands back from mid where it is thin', () => {
    fc.assert(
      fc.property(perp, moment, (symbol, time) => {
        const { bids, asks } = observations.book(symbol, time)!;
        const { mid, sizeDecimals } = observations.perp(symbol, time)!;
        expect(bids.price[0]).toBeLessThan(mid);
        expect(asks.price[0]).toBeGreaterThan(mid);
        for (const [{ price, size, orders }, sign] of [
          [bids, -1],
          [asks, 1],
        ] as const) {
          expect(price.every((level, i) => level > 0 && (i === 0 || sign * (level - price[i - 1]!) > 0))).toBe(true);
          expect(size.every((size) => size > 0 && Number(size.toFixed(sizeDecimals)) === size)).toBe(true);
          expect(orders.every((count) => count >= 1)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('depth', () => {
  it('is that of the regime: deep in calm, thin in stress', () => {
    const track = market.regimes(start + 300 * DAY_MS);
    const median = (regime: string): number => {
      const hours = track.regime.flatMap((label, i) => (label === regime ? [track.time[i]!] : []));
      const shares = hours.map((time) => market.depth('BTC', time + MINUTE_MS).bids).sort((a, b) => a - b);
      return shares[shares.length >> 1]!;
    };
    expect(median('range_low_vol')).toBeGreaterThan(1.2 * median('choppy_high_vol'));
    expect(median('choppy_high_vol')).toBeGreaterThan(1.4 * median('vol_spike'));
    expect(median('squeeze')).toBeGreaterThan(2 * median('vol_spike'));
  });

  it('is drained by a cascade, most on the side that is hit, and half of the drain is gone after its half-life', () => {
    const cascades = flow.cascades('SOL', start, start + 600 * DAY_MS);
    expect(cascades.length).toBeGreaterThan(5);
    for (const { start: first, end, side } of cascades) {
      const before = market.depth('SOL', first - 1);
      const after = market.depth('SOL', end);
      const [hit, other] = side === 'long' ? (['bids', 'asks'] as const) : (['asks', 'bids'] as const);
      // Changes by the regime within the hour are not part of the drain.
      const calm = (time: number): number => {
        const { bids } = createCalm().depth('SOL', time);
        return bids;
      };
      const [was, is, later] = [first - 1, end, end + law.drain.halfLifeMs].map(calm);
      expect(after[hit] / is!).toBeLessThan(0.75 * (before[hit] / was!));
      expect(after[hit]).toBeLessThan(after[other]);
      const drain = (depth: number, calmDepth: number): number => calmDepth / depth - 1;
      const left = drain(market.depth('SOL', end + law.drain.halfLifeMs)[hit], later!);
      // More closes may follow; the neglected effect of earlier ones is below a thousandth.
      expect(left).toBeGreaterThanOrEqual(0.498 * drain(after[hit], is!));
    }
  });

  /** The same market with closes that drain nothing; created once. */
  let calmMarket: ReturnType<typeof createMarket> | undefined;
  function createCalm(): ReturnType<typeof createMarket> {
    calmMarket ??= createMarket({
      ...SIMULATOR_V2,
      microstructure: { ...MICROSTRUCTURE_V2, depth: { ...law, drain: { ...law.drain, strength: 0 } } },
    });
    return calmMarket;
  }

  it('knows no close of a later moment', () => {
    const [first] = flow.cascades('SOL', start, start + 600 * DAY_MS);
    const hour = first!.start - (first!.start % HOUR_MS);
    const quiet = market.forcedCloses('SOL', Math.max(hour, first!.start - 20 * MINUTE_MS), first!.start - 1).length;
    expect(quiet).toBe(0);
    const [early, late] = [Math.max(hour, first!.start - 20 * MINUTE_MS), first!.start - 1].map((time) =>
      market.depth('SOL', time),
    );
    expect(late!.bids).toBeGreaterThanOrEqual(early!.bids);
    expect(late!.asks).toBeGreaterThanOrEqual(early!.asks);
  });
});
