import { DAY_MS, HOUR_MS, candlesOf, resample, type Bar } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMIT_V1, commitMachine } from './commit.ts';
import { checkCycleConfig, CYCLE_DAILY_V1, CYCLE_DAILY_V3, CYCLE_V1, CYCLE_V3 } from './config.ts';
import { createCycle, cycleDays, type CycleSnapshot, type MarketDay } from './cycle.ts';
import { migratedCycle } from './migrate.ts';
import type { CycleReport } from './report.ts';
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
    // Every signal is known from day 395 on.
    expect(read.slice(395).every(({ report }) => report !== undefined)).toBe(true);
    const regimes = new Set(read.map(({ report }) => report?.regime));
    expect(regimes.size).toBeGreaterThan(3);
  });

  it('goes on from a snapshot through JSON as if nothing had been', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: DAYS - 1 }), (at) => {
        const one = createCycle(CYCLE_DAILY_V3);
        const feed = (cycle: typeof one, from: number, to: number): unknown[] =>
          days.slice(from, to).map((day) => {
            cycle.day(day);
            return cycle.refresh(day.btc.time + DAY_MS);
          });
        feed(one, 0, at);
        const snapshot = JSON.parse(JSON.stringify(one.snapshot())) as CycleSnapshot;
        const rest = feed(createCycle(CYCLE_DAILY_V3, snapshot), at, DAYS);
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
      coins: coins.map((coin) => ({ ...coin, close: coin.close / 64, high: coin.high! / 64, low: coin.low! / 64 })),
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
    const cycle = createCycle(CYCLE_V3);
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
    const cycle = createCycle({ ...CYCLE_V3, commit: { ...COMMIT_V1, afterShockConfirmations: 1 } });
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
    const cycle = createCycle(CYCLE_DAILY_V3);
    const reports = new Map<number, CycleReport | undefined>();
    for (const day of days) {
      cycle.day(day);
      reports.set(day.btc.time + DAY_MS, cycle.refresh(day.btc.time + DAY_MS));
    }
    for (const { lastObservedAt, regime, stage, euphoriaScore } of cycle.history()) {
      const report = reports.get(lastObservedAt)!;
      expect({ regime, stage, euphoriaScore }).toEqual({
        regime: report.regime,
        stage: report.stage,
        euphoriaScore: report.euphoriaScore,
      });
    }
    const before = cycle.snapshot();
    cycle.refresh(days.at(-1)!.btc.time + DAY_MS);
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
      // A crash on day 100, when one coin allows no read but a shock.
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
    const cycle = createCycle(CYCLE_DAILY_V3);
    const seen = alone.map((day) => {
      cycle.day(day);
      return cycle.refresh(day.btc.time + DAY_MS)?.regime ?? null;
    });
    // The crash is in the three-day return for three days; two more may lack a read.
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

  it('says what breadth is worth behind every read, committed or not', () => {
    for (const { report, read: moment } of read) {
      const { signals, raw, breadth, breadthReads, universe } = moment;
      expect(breadth === 'unavailable').toBe(signals.b200 === null);
      expect(breadth === 'near_cutoff').toBe(breadthReads.length > 0);
      expect(breadthReads).not.toContain(raw.regime);
      expect(universe.version).toBe('cycle-breadth/3');
      if (report !== undefined) expect(report).toMatchObject({ universe, breadth, breadthReads, signals });
    }
    const standings = new Set(read.map(({ read: { breadth } }) => breadth));
    expect([...standings].sort()).toEqual(['available', 'near_cutoff', 'unavailable']);
  });

  it('reads Bitcoin alone where no state that needs the other coins may fit better', () => {
    const alone = cycleDays(days.map(({ btc }) => ({ btc, coins: [] })));
    expect(alone.every(({ read: { breadth, universe } }) => breadth === 'unavailable' && universe.n === 0)).toBe(true);
    const labelled = alone.filter(({ read: { raw } }) => raw.regime !== null);
    const silent = alone.filter(({ read: { raw } }) => raw.regime === null);
    expect([labelled.length > 0, silent.length > 0]).toEqual([true, true]);
    for (const {
      read: { raw },
    } of labelled) {
      expect([1, 2, 3, 4, 5, 10]).toContain(raw.regime);
      if (raw.regime !== 1) expect(raw.open).toEqual([]);
    }
    // With the other coins every day has a read after one year of days.
    expect(read.slice(395).every(({ read: { raw } }) => raw.regime !== null && raw.open.length === 0)).toBe(true);
  });

  it('goes on from version 1 with its committed regime and history, and the reads of version 2', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: DAYS - 1 }), (at) => {
        const old = createCycle(CYCLE_V1);
        for (const day of days.slice(0, at)) {
          old.day(day);
          old.refresh(day.btc.time + DAY_MS);
        }
        const before = JSON.parse(JSON.stringify(old.snapshot())) as CycleSnapshot;
        const next = createCycle(CYCLE_V3, migratedCycle(before, CYCLE_V3));
        expect(next.lastDay).toBeNull();
        expect(next.history()).toEqual(before.history);
        const anew = createCycle(CYCLE_V3);
        for (const day of days.slice(0, at)) {
          next.day(day);
          anew.day(day);
        }
        const now = days[at - 1]!.btc.time + DAY_MS + HOUR_MS;
        const report = next.refresh(now);
        anew.refresh(now);
        expect(next.lastRead).toEqual(anew.lastRead);
        // The committed and the pending regime continue.
        const { output } = commitMachine(COMMIT_V1).step(before.commit, { at: now, raw: next.lastRead!.raw.regime });
        expect(report?.regime ?? null).toBe(output.committed);
        expect(next.history().slice(0, before.history.length - 1)).toEqual(before.history.slice(0, -1));
      }),
      { numRuns: 4 },
    );
    const daily = createCycle(CYCLE_DAILY_V1).snapshot();
    expect(() => migratedCycle(daily, CYCLE_V3)).toThrow(
      /"snapshot" expected version 1 with the machine commit\/1, got version 1 with commit\/daily-1/,
    );
  });

  it('refuses a universe that makes none', () => {
    const of = (breadth: object) => () =>
      checkCycleConfig({ ...CYCLE_V3, breadth: { ...CYCLE_V3.breadth, ...breadth } });
    expect(of({ minDays: 201 })).toThrow(/"minDays" expected an integer of 1 to 200, got 201/);
    expect(of({ minDays: 0 })).toThrow(/"minDays"/);
    expect(of({ silentDays: 31 })).toThrow(/"silentDays" expected 0 to 30, got 31/);
    expect(of({ minDays: 200, silentDays: 0 })).not.toThrow();
  });

  it('names the last day it has, and says nothing before the first, whatever the running day shows', () => {
    const cycle = createCycle();
    expect(cycle.refresh(0, { price: 1, low: 1 })).toBeUndefined();
    expect(cycle.lastDay).toBeNull();
    for (const day of days.slice(0, 3)) {
      cycle.day(day);
      expect(cycle.lastDay).toBe(day.btc.time);
    }
  });

  it('takes its own snapshot, and refuses one of another version', () => {
    const cycle = createCycle(CYCLE_V3);
    cycle.day(days[0]!);
    const snapshot = cycle.snapshot();
    expect(createCycle(CYCLE_V3, snapshot).snapshot()).toEqual(snapshot);
    const other = { ...snapshot, version: 2 } as unknown as CycleSnapshot;
    expect(() => createCycle(CYCLE_V3, other)).toThrow('"resume" expected a version 1 snapshot of');
  });

  it('refuses a snapshot of another config', () => {
    const snapshot = createCycle(CYCLE_V3).snapshot();
    expect(() => createCycle(CYCLE_DAILY_V3, snapshot)).toThrow(
      /"resume" expected a version 1 snapshot of cycle\/daily-3, got version 1 of cycle\/3/,
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
    expect(made.map(({ coins }) => coins)).toMatchObject([
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
