import { DAY_MS, HOUR_MS, candlesOf, resample, type Bar } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMIT_V1 } from './commit.ts';
import { CYCLE_DAILY_V1, CYCLE_V1 } from './config.ts';
import { createCycle, cycleDays, type CycleSnapshot, type MarketDay } from './cycle.ts';
import { marketDays, type CoinCandles } from './market-days.ts';

const DAYS = 480;
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];

function simulated(): readonly MarketDay[] {
  const market = createMarket(SIMULATOR_V1);
  const to = SIMULATOR_V1.start + DAYS * DAY_MS;
  const universe: CoinCandles[] = SYMBOLS.map((symbol) => ({
    symbol,
    daily: resample(market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V1.start, to), '1h', '1d').bars,
  }));
  return marketDays(universe[0]!.daily, universe);
}

const days = simulated();
const read = cycleDays(days);

describe('the long-horizon regime', () => {
  it('reads every day once there is something to read', () => {
    expect(read.length).toBe(DAYS);
    const first = read.findIndex(({ report }) => report !== undefined);
    expect(first).toBeGreaterThan(0);
    // every signal is known from day 395 on
    expect(read.slice(395).every(({ report }) => report !== undefined)).toBe(true);
    const regimes = new Set(read.map(({ report }) => report?.regime));
    expect(regimes.size).toBeGreaterThan(3);
  });

  it('goes on from a snapshot through JSON as if nothing had been', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: DAYS - 1 }), (at) => {
        const one = createCycle(CYCLE_DAILY_V1);
        const feed = (cycle: typeof one, from: number, to: number): unknown[] =>
          days.slice(from, to).map((day) => {
            cycle.day(day);
            return cycle.refresh(day.btc.time + DAY_MS);
          });
        feed(one, 0, at);
        const snapshot = JSON.parse(JSON.stringify(one.snapshot())) as CycleSnapshot;
        const rest = feed(createCycle(CYCLE_DAILY_V1, snapshot), at, DAYS);
        expect(rest).toEqual(read.slice(at).map(({ report }) => report));
      }),
      { numRuns: 4 },
    );
  });

  it('sees no day before it has closed', () => {
    const short = cycleDays(days.slice(0, 400));
    expect(short).toEqual(read.slice(0, 400));
  });

  it('reads the same at any price unit', () => {
    const scaled = days.map(({ btc, coins }) => ({
      btc: { ...btc, open: btc.open * 1024, high: btc.high * 1024, low: btc.low * 1024, close: btc.close * 1024 },
      coins: coins.map((coin) => ({ ...coin, close: coin.close / 64 })),
    }));
    expect(cycleDays(scaled).map(({ report }) => report?.raw)).toEqual(read.map(({ report }) => report?.raw));
  });

  it('has a stage exactly in regime 10 and a kind exactly in regime 9, pending exactly where the read differs', () => {
    for (const { report } of read) {
      if (report === undefined) continue;
      expect('stage' in report).toBe(report.regime === 10);
      expect('euphoriaScore' in report).toBe(report.regime === 9);
      expect(report.pending === null).toBe(report.raw.matchesCommitted);
    }
  });

  it('sees a shock within the day, and stamps what the running day told', () => {
    const cycle = createCycle(CYCLE_V1);
    for (const day of days) cycle.day(day);
    const { close } = days.at(-1)!.btc;
    const at = (days.at(-1)!.btc.time + DAY_MS) as number;
    const calm = cycle.refresh(at + HOUR_MS, { price: close, low: close * 0.99 })!;
    expect(calm.signalTimes.r1).toBe(at + HOUR_MS);
    expect(calm.signalTimes.r7).toBe(at);
    expect(calm.signalTimes.funding7).toBeNull();
    const crash = cycle.refresh(at + 1.25 * HOUR_MS, { price: close * 0.7, low: close * 0.68 })!;
    expect(crash.regime).toBe(1);
    expect(crash.stability.lockedForS).toBe(7200);
    expect(crash.inRegimeSince).toBe(at + 1.25 * HOUR_MS);
  });

  it('blocks a candidate by the floor of the regime that holds, and says so', () => {
    const cycle = createCycle({ ...CYCLE_V1, commit: { ...COMMIT_V1, afterShockConfirmations: 1 } });
    for (const day of days) cycle.day(day);
    const { close } = days.at(-1)!.btc;
    const at = days.at(-1)!.btc.time + DAY_MS;
    const shock = cycle.refresh(at, { price: close * 0.7, low: close * 0.7 })!;
    expect(shock.regime).toBe(1);
    const after = cycle.refresh(at + HOUR_MS, { price: close, low: close })!;
    expect(after.regime).toBe(1);
    expect(after.pending).toMatchObject({ count: 1, needed: 1, blockedBy: 'dwell_floor' });
    expect(after.stability).toMatchObject({ heldS: 3600, lockedForS: 3600, confirmationsAgainst: 1 });
  });

  it('keeps a history, and repeats itself at a repeated moment', () => {
    const cycle = createCycle(CYCLE_DAILY_V1);
    for (const day of days.slice(0, 300)) {
      cycle.day(day);
      cycle.refresh(day.btc.time + DAY_MS);
    }
    const before = cycle.snapshot();
    cycle.refresh(days[299]!.btc.time + DAY_MS);
    expect(cycle.snapshot()).toEqual(before);
    const history = cycle.history();
    expect(history.at(-1)!.endedAt).toBeNull();
    history.slice(1).forEach((entry, i) => {
      const isAnew = entry.anchor === 'coverage_start';
      expect(isAnew ? entry.committedAt > history[i]!.endedAt! : entry.committedAt === history[i]!.endedAt).toBe(true);
    });
  });

  it('says nothing after two days in which nothing can be read, and ends the spell', () => {
    const alone = days.slice(0, 300).map(({ btc }, i) => {
      // a crash on day 100, when nothing but a shock can be read of one coin
      const scale = i < 100 ? 1 : 0.5;
      const { open, high, low, close } = btc;
      const first = i === 100 ? 1 : scale;
      return {
        btc: {
          ...btc,
          open: open * first,
          high: Math.max(high * scale, open * first),
          low: low * scale,
          close: close * scale,
        },
        coins: [],
      };
    });
    const cycle = createCycle(CYCLE_DAILY_V1);
    const seen = alone.map((day) => {
      cycle.day(day);
      return cycle.refresh(day.btc.time + DAY_MS)?.regime ?? null;
    });
    // the crash is in the three-day return for three days; two more may lack a read
    expect(seen.slice(99, 107)).toEqual([null, 1, 1, 1, 1, 1, null, null]);
    const closeOf = (i: number): number => days[i]!.btc.time + DAY_MS;
    expect(cycle.history().find(({ committedAt }) => committedAt === closeOf(100))).toMatchObject({
      regime: 1,
      endedAt: closeOf(105),
      dwellSeconds: 5 * 86_400,
      lastObservedAt: closeOf(104),
      observations: 5,
    });
  });

  it('refuses a snapshot of another config', () => {
    const snapshot = createCycle(CYCLE_V1).snapshot();
    expect(() => createCycle(CYCLE_DAILY_V1, snapshot)).toThrow(
      /"resume" expected a version 1 snapshot of cycle\/daily-1, got version 1 of cycle\/1/,
    );
  });
});

describe('the days of a market', () => {
  const bar = (i: number, close: number): Bar => ({
    time: i * DAY_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: 2,
  });
  const btc = candlesOf([bar(0, 100), bar(1, 110), bar(3, 120)]);

  it('have the coins that traded, Bitcoin among them, and no stablecoin', () => {
    const eth = candlesOf([bar(1, 10), bar(2, 11), bar(3, 12)]);
    const made = marketDays(btc, [
      { symbol: 'ETH', daily: eth },
      { symbol: 'USDC', daily: candlesOf([bar(0, 1), bar(1, 1)]) },
    ]);
    expect(made.map(({ coins }) => coins)).toEqual([
      [{ symbol: 'BTC', close: 100, dollarVolume: 200 }],
      [
        { symbol: 'BTC', close: 110, dollarVolume: 220 },
        { symbol: 'ETH', close: 10, dollarVolume: 20 },
      ],
      [
        { symbol: 'BTC', close: 120, dollarVolume: 240 },
        { symbol: 'ETH', close: 12, dollarVolume: 24 },
      ],
    ]);
  });

  it('refuse a symbol twice', () => {
    expect(() =>
      marketDays(btc, [
        { symbol: 'BTC', daily: btc },
        { symbol: 'BTC', daily: btc },
      ]),
    ).toThrow(/"universe" expected each symbol once, got BTC twice/);
  });
});
