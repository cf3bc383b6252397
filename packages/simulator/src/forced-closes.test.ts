import { DAY_MS, firstAtOrAfter, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1, SIMULATOR_V2, type SimulatorConfig } from './config.ts';
import { createFlow } from './flow.ts';
import { levelOf, type ForcedClose } from './forced-close.ts';
import { createMarket } from './market.ts';
import { MICROSTRUCTURE_V2 } from './microstructure.ts';

const { start, listings } = SIMULATOR_V2;
const { forced: law } = MICROSTRUCTURE_V2;
const YEAR = 365 * DAY_MS;
const market = createMarket();
const flow = createFlow(market);
const plain = createMarket(SIMULATOR_V1);
const perp = fc.constantFrom('BTC', 'SOL', 'kPEPE', 'CRV');

const closesOf = new Map(
  ['BTC', 'SOL', 'kPEPE', 'CRV'].map((symbol) => [symbol, flow.forcedCloses(symbol, 0, start + YEAR)]),
);
const close: fc.Arbitrary<ForcedClose> = perp.chain((symbol) => fc.constantFrom(...closesOf.get(symbol)!));

/** Config whose pushes are `impact` times those of the default. */
function pushedBy(impact: number): SimulatorConfig {
  return {
    ...SIMULATOR_V2,
    microstructure: { ...MICROSTRUCTURE_V2, forced: { ...law, impact } },
  };
}

describe('the level of a position', () => {
  it('leaves exactly the maintenance margin', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long', 'short'),
        fc.double({ min: 1e-6, max: 1e5, noNaN: true }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        (side, entry, leverage, maintenance) => {
          const level = levelOf(side, entry, leverage, maintenance);
          const gain = (side === 'long' ? 1 : -1) * (level - entry);
          expect(entry / leverage + gain).toMatchOracle(maintenance * level, { rel: 1e-9, abs: 1e-9 * entry });
        },
      ),
    );
  });
});

describe('forced closes', () => {
  it('fire in the first minute that reaches their level, at the grid price beside it', () => {
    fc.assert(
      fc.property(
        close,
        ({ symbol, side, level, time, price, size, notional, opened, entry, leverage, maintenance }) => {
          const from = Math.max(opened, time - DAY_MS);
          const bars = market.candles(
            symbol,
            'perpdex_perp',
            '1m',
            from,
            Math.ceil((time + 1) / MINUTE_MS) * MINUTE_MS,
          );
          const last = bars.length - 1;
          const reaches = (i: number): boolean => (side === 'long' ? bars.low[i]! <= level : bars.high[i]! >= level);
          expect(Array.from(bars.time.keys()).filter(reaches)).toEqual([last]);
          expect(time).toBeGreaterThanOrEqual(bars.time[last]!);
          expect(price).toBeGreaterThanOrEqual(bars.low[last]!);
          expect(price).toBeLessThanOrEqual(bars.high[last]!);
          expect(Number(price.toPrecision(5))).toBe(price);
          expect(side === 'long' ? level - price : price - level).toBeGreaterThanOrEqual(0);
          expect(Math.abs(price / level - 1)).toBeLessThan(1.1e-4);
          expect(notional).toBe(size * price);
          expect(level).toBe(levelOf(side, entry, leverage, maintenance));
          const hours = market.candles(symbol, 'perpdex_perp', '1h', opened, opened + HOUR_MS);
          expect(entry).toBe(hours.open[0]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are among the fills, as orders of the other side, and the minute has their volume', () => {
    fc.assert(
      fc.property(close, ({ symbol, side, time, price, size }) => {
        const fills = flow.fills(symbol, time - 1, time);
        const own = Array.from(fills.time.keys()).filter(
          (i) => fills.price[i] === price && fills.isBuy[i] === (side === 'short' ? 1 : 0),
        );
        const traded = own.reduce((sum, i) => sum + fills.size[i]!, 0);
        expect(traded).toBeGreaterThanOrEqual(size * (1 - 1e-9));
      }),
      { numRuns: 100 },
    );
  });

  it('push the bars: prices go beyond those without an impact, by no more than the bound, and come back', () => {
    const unpushed = createMarket(pushedBy(0));
    let [reached, left, hours] = [0, 0, 0];
    for (const symbol of ['SOL', 'kPEPE']) {
      const pushed = market.candles(symbol, 'perpdex_perp', '1h', start, start + YEAR);
      const calm = plain.candles(symbol, 'perpdex_perp', '1h', start, start + YEAR);
      // Without impact forced closes add volume and nothing else.
      const without = unpushed.candles(symbol, 'perpdex_perp', '1h', start, start + YEAR);
      for (const name of ['open', 'high', 'low', 'close'] as const) expect(without[name]).toEqual(calm[name]);
      expect(without.volume.every((volume, i) => volume >= calm.volume[i]!)).toBe(true);
      for (const { time, side } of closesOf.get(symbol)!) {
        const i = firstAtOrAfter(pushed, time - (time % HOUR_MS));
        if (i + 12 >= pushed.length) continue;
        const [beyond, plainOne] = side === 'long' ? [pushed.low, calm.low] : [pushed.high, calm.high];
        reached += Math.abs(Math.log(beyond[i]! / plainOne[i]!));
        left += Math.abs(Math.log(pushed.close[i + 12]! / calm.close[i + 12]!));
        hours++;
      }
      const apart = pushed.close.map((close, i) => Math.abs(Math.log(close / calm.close[i]!)));
      expect(Math.max(...apart)).toBeGreaterThan(0.005);
      expect(Math.max(...apart)).toBeLessThan(law.mostPush);
    }
    expect(reached / hours).toBeGreaterThan(0.002);
    expect(left).toBeLessThan(0.35 * reached);
  });

  it('leave spot alone: its bars are those of simulator/1', () => {
    for (const { symbol, venue } of listings.filter((listing) => listing.venue === 'cexa_spot')) {
      expect(market.candles(symbol, venue, '1h', start, start + YEAR).close).toEqual(
        plain.candles(symbol, venue, '1h', start, start + YEAR).close,
      );
    }
  });

  it('a larger impact closes more', () => {
    const count = (impact: number): number =>
      createMarket(pushedBy(impact)).forcedCloses('DOGE', start, start + YEAR).length;
    const [none, some, more] = [0, law.impact, 3 * law.impact].map(count);
    expect(some).toBeGreaterThan(none!);
    expect(more).toBeGreaterThan(some!);
  });

  it('are the same in every window, whatever was asked before, and of any longer market', () => {
    const all = closesOf.get('SOL')!;
    const fresh = createMarket();
    const moment = fc.integer({ min: 0, max: YEAR });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [from, to] = [start + Math.min(a, b), start + Math.max(a, b)];
        const expected = all.filter(({ time }) => time > from && time <= to);
        expect(fresh.forcedCloses('SOL', from, to)).toEqual(expected);
        fc.pre(expected.length < 50);
        expect(createMarket().forcedCloses('SOL', from, to)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});

describe('open positions', () => {
  const moment = fc.integer({ min: 40 * 24, max: 340 * 24 }).map((hour) => start + hour * HOUR_MS + 1_234_567);

  it('have not reached their level, and those that a close names were among them the moment before', () => {
    fc.assert(
      fc.property(perp, moment, (symbol, time) => {
        const open = market.positions(symbol, time);
        expect(new Set(open.map(({ id }) => id)).size).toBe(open.length);
        for (const { side, level, opened } of open) {
          expect(opened).toBeLessThanOrEqual(time);
          const bars = market.candles(symbol, 'perpdex_perp', '1h', opened, time);
          expect(side === 'long' ? bars.low.every((low) => low > level) : bars.high.every((high) => high < level)).toBe(
            true,
          );
        }
      }),
      { numRuns: 25 },
    );
    fc.assert(
      fc.property(close, ({ time, price, notional, ...position }) => {
        const before = market.positions(position.symbol, time - 1);
        expect(before).toContainEqual(position);
        expect(market.positions(position.symbol, time)).not.toContainEqual(position);
        expect(price * position.size).toBe(notional);
      }),
      { numRuns: 25 },
    );
  });

  it('hold about the stated share of the mean open interest a side, never all of it', () => {
    for (const symbol of ['BTC', 'CRV', 'kPEPE']) {
      const { coin, multiplier, quoteVolume } = listings.find(
        (listing) => listing.symbol === symbol && listing.venue === 'perpdex_perp',
      )!;
      const price = SIMULATOR_V2.coins.find((config) => config.coin === coin)!.price * multiplier;
      const openInterest = (law.openInterestDays * quoteVolume) / price;
      const shares: number[] = [];
      for (let day = 40; day < 360; day += 5) {
        const open = market.positions(symbol, start + day * DAY_MS);
        for (const side of ['long', 'short']) {
          shares.push(
            open.reduce((sum, position) => sum + (position.side === side ? position.size : 0), 0) / openInterest,
          );
        }
      }
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      // Positions closed by force are missing from the share, and the longest stays are cut.
      expect(mean, symbol).toBeGreaterThan(0.7 * law.share);
      expect(mean, symbol).toBeLessThan(1.05 * law.share);
      expect(Math.max(...shares), symbol).toBeLessThan(0.8);
    }
  });
});
