import { CANDLE_COLUMNS, checkCandles, DAY_MS, HOUR_MS, MINUTE_MS, sliceCandles, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1, SIMULATOR_V2, type SimulatorConfig } from './config.ts';
import type { ListingConfig, Venue } from './listings.ts';
import { createMarket, type Market } from './market.ts';
import { REGIMES } from './regimes.ts';

const START: number = SIMULATOR_V1.start;
const YEAR = 365 * DAY_MS;
/** Minute volumes are shares of the hour's volume: sixty roundings of a double. */
const VOLUME_SUM = { relative: 1e-13 };

const hourly = (market: Market, symbol: string, venue: Venue, to: number, from = 0): Candles =>
  market.candles(symbol, venue, '1h', from, to);

const named = (symbol: string, venue: Venue = 'perpdex_perp'): ListingConfig =>
  SIMULATOR_V1.listings.find((listing) => listing.symbol === symbol && listing.venue === venue)!;

/** A listing of the table, and a whole number of hours after the start. */
const listing = fc.constantFrom(...SIMULATOR_V1.listings);
const hours = fc.integer({ min: 0, max: 3_000 });

function sameBits(a: Candles, b: Candles): void {
  expect(a.length).toBe(b.length);
  for (const column of CANDLE_COLUMNS) expect(a[column], column).toEqual(b[column]);
}

describe.each([SIMULATOR_V1, SIMULATOR_V2])('the market of $version', (config) => {
  const market = createMarket(config);
  const year = START + YEAR;

  it('every listing gives good bars, one an hour', () => {
    for (const { symbol, venue, listedAfter, delistedAfter } of config.listings) {
      const bars = hourly(market, symbol, venue, year);
      expect(checkCandles(bars).ok, symbol).toBe(true);
      expect(bars.length, symbol).toBe((Math.min(YEAR, delistedAfter ?? Infinity) - listedAfter) / HOUR_MS);
      expect(bars.time.every((time, i) => time === START + listedAfter + i * HOUR_MS)).toBe(true);
    }
  });

  it('prices stay on a grid of five digits, and ties happen', () => {
    const bars = hourly(market, 'BTC', 'perpdex_perp', year);
    for (const column of ['open', 'high', 'low', 'close'] as const) {
      expect(bars[column].every((price) => Number(price.toPrecision(5)) === price)).toBe(true);
    }
    const peg = hourly(market, 'USDC', 'cexa_spot', year);
    const ties = peg.high.filter((high, i) => i > 0 && high === peg.high[i - 1]);
    expect(ties.length).toBeGreaterThan(100);
  });

  it('volume follows the size of the move', () => {
    const bars = hourly(market, 'ETH', 'perpdex_perp', year);
    const rank = Array.from(bars.close.keys()).sort(
      (i, j) => Math.abs(Math.log(bars.close[i]! / bars.open[i]!)) - Math.abs(Math.log(bars.close[j]! / bars.open[j]!)),
    );
    const mean = (rows: readonly number[]): number => rows.reduce((sum, i) => sum + bars.volume[i]!, 0) / rows.length;
    const third = Math.floor(rank.length / 3);
    expect(mean(rank.slice(-third))).toBeGreaterThan(1.3 * mean(rank.slice(0, third)));
  });

  it('the k-prefixed perp is a thousand of the plain coin, up to the basis', () => {
    const perp = hourly(market, 'kPEPE', 'perpdex_perp', year);
    const spot = hourly(market, 'PEPE', 'cexa_spot', year);
    const apart = perp.close.map((close, i) => Math.abs(close / spot.close[i]! / 1000 - 1)).sort();
    expect(apart[0]).toBeLessThan(1e-3);
    expect(apart.at(-1)).toBeGreaterThan(0);
    // Forced closes push the perp away from spot for hours: in one hour of thirty by more than the basis varies, never
    // by more than the bound on pushes.
    const { mostPush } = SIMULATOR_V2.microstructure!.forced;
    expect(apart[Math.floor(0.97 * apart.length)]).toBeLessThan(0.005);
    expect(apart.at(-1)).toBeLessThan(config.microstructure === null ? 0.005 : mostPush);
  });

  it('the thin pair never reaches $100k a day and the rest of spot does', () => {
    const mostInADay = (symbol: string): number => {
      const bars = hourly(market, symbol, 'cexa_spot', START + 3 * YEAR);
      let sum = 0;
      let most = 0;
      for (let i = 0; i < bars.length; i++) {
        sum += bars.close[i]! * bars.volume[i]!;
        if (i >= 24) sum -= bars.close[i - 24]! * bars.volume[i - 24]!;
        most = Math.max(most, sum);
      }
      return most;
    };
    expect(mostInADay('DUSK')).toBeLessThan(100_000);
    expect(mostInADay('QNT')).toBeGreaterThan(100_000);
  });

  it('the peg stays within a percent of one; the wrapped twin follows BTC', () => {
    const peg = hourly(market, 'USDC', 'cexa_spot', START + 3 * YEAR);
    expect(peg.close.every((close) => Math.abs(close - 1) < 0.01)).toBe(true);
    const twin = hourly(market, 'WBTC', 'cexa_spot', year);
    const coin = hourly(market, 'BTC', 'cexa_spot', year);
    expect(twin.close.every((close, i) => Math.abs(close / coin.close[i]! - 1) < 0.005)).toBe(true);
    expect(twin.close).not.toEqual(coin.close);
  });

  it('the late listing begins on its day and the delisted coin ends on its day', () => {
    const late = hourly(market, 'HYPE', 'perpdex_perp', START + 3 * YEAR);
    expect(late.time[0]).toBe(Date.parse('2024-11-29T00:00Z'));
    const gone = hourly(market, 'MATIC', 'perpdex_perp', START + 3 * YEAR);
    expect(gone.time.at(-1)).toBe(Date.parse('2024-09-09T23:00Z'));
    expect(hourly(market, 'HYPE', 'perpdex_perp', START + 30 * DAY_MS).length).toBe(0);
  });

  // The full check covers ten years of the earlier version, which no host serves.
  const years = config === SIMULATOR_V2 || process.env['BAROGRAPH_FULL'] === '1' ? 10 : 4;
  it(`prices stay plausible for ${years} years`, () => {
    for (const { symbol, venue, coin, multiplier } of config.listings) {
      const start = config.coins.find((config) => config.coin === coin)!.price * multiplier;
      const bars = hourly(market, symbol, venue, START + years * YEAR);
      const last = Math.max(...bars.close.map((close) => Math.abs(Math.log(close / start))));
      expect(Math.exp(last), symbol).toBeLessThan(1_000);
    }
  });

  it('a coin moves more in its wild regimes than in its calm ones', () => {
    const track = market.regimes(year);
    const bars = hourly(market, 'SOL', 'perpdex_perp', year);
    const size = (regime: string): number => {
      const moves = Array.from(bars.close.keys()).filter((i) => track.regime[i] === regime);
      return moves.reduce((sum, i) => sum + Math.abs(Math.log(bars.close[i]! / bars.open[i]!)), 0) / moves.length;
    };
    expect(size('vol_spike')).toBeGreaterThan(2 * size('range_low_vol'));
    expect(size('range_low_vol')).toBeGreaterThan(1.3 * size('squeeze'));
  });

  it('the truth names a regime for every closed hour', () => {
    const track = market.regimes(year + HOUR_MS - 1);
    expect(track.length).toBe(YEAR / HOUR_MS);
    expect(track.time[0]).toBe(START);
    expect(track.time.at(-1)).toBe(year - HOUR_MS);
    expect(new Set(track.regime)).toEqual(new Set(REGIMES));
  });
});

describe.each([SIMULATOR_V1, SIMULATOR_V2])('laws of the market of $version', (config) => {
  it('the same config gives the same bars to the bit, whatever was asked before', () => {
    fc.assert(
      fc.property(listing, hours, hours, ({ symbol, venue }, first, second) => {
        const fresh = hourly(createMarket(config), symbol, venue, START + second * HOUR_MS);
        const used = createMarket(config);
        hourly(used, 'ETH', 'cexa_spot', START + first * HOUR_MS);
        hourly(used, symbol, venue, START + first * HOUR_MS);
        sameBits(hourly(used, symbol, venue, START + second * HOUR_MS), fresh);
      }),
      { numRuns: 20 },
    );
  });

  it('a later end gives the same prefix, and bars handed out earlier stay as they were', () => {
    fc.assert(
      fc.property(listing, hours, hours, ({ symbol, venue }, a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        const market = createMarket(config);
        const before = hourly(market, symbol, venue, START + early * HOUR_MS);
        const copy = structuredClone(before);
        const after = hourly(market, symbol, venue, START + late * HOUR_MS);
        sameBits(sliceCandles(after, 0, before.length), copy);
        sameBits(before, copy);
      }),
      { numRuns: 20 },
    );
  });

  it('another seed is another market', () => {
    const to = START + 30 * DAY_MS;
    const other = createMarket({ ...config, seed: 'another' });
    expect(hourly(other, 'BTC', 'perpdex_perp', to).close).not.toEqual(
      hourly(createMarket(config), 'BTC', 'perpdex_perp', to).close,
    );
    expect(other.regimes(to).change).not.toEqual(createMarket(config).regimes(to).change);
  });

  it('listing more or fewer symbols changes nobody else', () => {
    const alone: SimulatorConfig = {
      ...config,
      coins: config.coins.filter(({ coin }) => coin === 'SOL'),
      listings: [named('SOL')],
    };
    const to = START + 60 * DAY_MS;
    sameBits(
      hourly(createMarket(alone), 'SOL', 'perpdex_perp', to),
      hourly(createMarket(config), 'SOL', 'perpdex_perp', to),
    );
  });

  it('a window holds the bars that open at its start or later and close by its end', () => {
    const market = createMarket(config);
    const from = START + 100 * HOUR_MS;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * HOUR_MS }), fc.integer({ min: 0, max: 5 * HOUR_MS }), (a, b) => {
        for (const [interval, step] of [
          ['1h', HOUR_MS],
          ['1m', MINUTE_MS],
        ] as const) {
          const all = market.candles('ETH', 'perpdex_perp', interval, from, from + 12 * HOUR_MS);
          const expected = all.time.filter((time) => time >= from + a && time + step <= from + a + b);
          const window = market.candles('ETH', 'perpdex_perp', interval, from + a, from + a + b);
          expect(window.time).toEqual(expected);
          const first = all.time.indexOf(window.time[0]!);
          if (window.length > 0) sameBits(window, sliceCandles(all, first, first + window.length));
        }
      }),
    );
  });

  it('minutes aggregate to their hour: prices to the bit, volumes within 1e-13', () => {
    const market = createMarket(config);
    fc.assert(
      fc.property(listing, fc.integer({ min: 0, max: 9_000 }), ({ symbol, venue }, hour) => {
        const from = START + hour * HOUR_MS;
        const whole = hourly(market, symbol, venue, from + HOUR_MS, from);
        const minutes = market.candles(symbol, venue, '1m', from, from + HOUR_MS);
        expect(minutes.length).toBe(60 * whole.length);
        fc.pre(whole.length > 0);
        expect(checkCandles(minutes).ok).toBe(true);
        expect(minutes.time[0]).toBe(from);
        expect(minutes.open[0]).toBe(whole.open[0]);
        expect(Math.max(...minutes.high)).toBe(whole.high[0]);
        expect(Math.min(...minutes.low)).toBe(whole.low[0]);
        expect(minutes.close.at(-1)).toBe(whole.close[0]);
        const volume = minutes.volume.reduce((sum, part) => sum + part, 0);
        expect(Math.abs(volume / whole.volume[0]! - 1)).toBeLessThan(VOLUME_SUM.relative);
        expect(minutes.open.every((open, i) => i === 0 || open === minutes.close[i - 1])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('misuse', () => {
  const market = createMarket(SIMULATOR_V1);

  it('an unlisted symbol is refused by name', () => {
    expect(() => market.candles('PEPE', 'perpdex_perp', '1h', 0, START)).toThrow(
      /"symbol" expected one that "perpdex_perp" lists, got "PEPE"/,
    );
  });

  it('an end before the beginning is refused', () => {
    expect(() => market.candles('BTC', 'perpdex_perp', '1h', START, START - 1)).toThrow(/"to" expected an integer ≥/);
  });

  it.each([
    [{ start: 1 }, /"start" expected a multiple of an hour, got 1/],
    [{ listings: [named('BTC'), named('BTC')] }, /"listings" expected every symbol once a venue, got perpdex_perp:BTC/],
    [{ coins: [] }, /"listings\.perpdex_perp:BTC\.coin" expected one of the coins, got "BTC"/],
    [{ coins: [...SIMULATOR_V1.coins, ...SIMULATOR_V1.coins] }, /"coins" expected every coin once, got "BTC" twice/],
    [
      { regimes: { ...SIMULATOR_V1.regimes, squeeze: { ...SIMULATOR_V1.regimes.squeeze, next: {} } } },
      /"regimes\.squeeze\.next" expected a weight on another regime/,
    ],
    [
      { regimes: { ...SIMULATOR_V1.regimes, squeeze: { ...SIMULATOR_V1.regimes.squeeze, meanHours: 0 } } },
      /"regimes\.squeeze\.meanHours" expected a number within 1…1000000, got 0/,
    ],
  ])('a config that makes no market is refused: %o', (change, message) => {
    expect(() => createMarket({ ...SIMULATOR_V1, ...(change as Partial<SimulatorConfig>) })).toThrow(message);
  });
});
