/** Breaks in the long-horizon regime: days of Bitcoin, and days of the coins around it. */

import { checkBar, DAY_MS, type Bar } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breadthSignals, CYCLE_BREADTH_V3, NO_UNIVERSE, withCoins, type CoinDay } from './breadth-signals.ts';
import { CYCLE_DAILY_V2, CYCLE_DAILY_V3, type CycleConfig } from './config.ts';
import { createCycle, type Cycle, type CycleSnapshot, type MarketDay } from './cycle.ts';

const SYMBOLS = ['ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];
const CONFIG: CycleConfig = {
  ...CYCLE_DAILY_V3,
  version: 'cycle/test',
  breaks: { quietBars: 3, maxGap: 6, maxJump: 5 },
  breadth: { ...CYCLE_BREADTH_V3, minDays: 1, minCoins: 3 },
};

/** A trading market from a seed; day 0 is at `from`. */
function market(seed: number, length: number, from = 0, price = 100): MarketDay[] {
  let state = (seed % 2_147_483_646) + 1;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  let close = price;
  return Array.from({ length }, (_, i): MarketDay => {
    const open = close;
    close = open * (1 + draw() / 12);
    const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99];
    const btc = { time: (from + i) * DAY_MS, open, high, low, close, volume: 1000 };
    checkBar(btc);
    const coins = ['BTC', ...SYMBOLS].map((symbol, k): CoinDay => {
      const value = symbol === 'BTC' ? close : close / (k + 2) + Math.abs(draw());
      return { symbol, close: value, dollarVolume: 1e6 / (k + 1), high: value * 1.01, low: value * 0.99 };
    });
    return { btc, coins };
  });
}

const stillBar = (time: number, close: number): Bar => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: 0,
});
const stillCoin = (coin: CoinDay): CoinDay => ({ ...coin, dollarVolume: 0, high: coin.close, low: coin.close });

/** Days after `before` without trades in Bitcoin or any coin. */
const halt = (before: MarketDay, days: number): MarketDay[] =>
  Array.from({ length: days }, (_, i) => ({
    btc: stillBar(before.btc.time + (i + 1) * DAY_MS, before.btc.close),
    coins: before.coins.map(stillCoin),
  }));

const feed = (cycle: Cycle, days: readonly MarketDay[]) =>
  days.map((day) => {
    cycle.day(day);
    cycle.refresh(day.btc.time + DAY_MS);
    const { signals, raw, quality } = cycle.lastRead!;
    return { signals, regime: raw.regime, quality };
  });

/** Signals from Bitcoin's own days. */
const ofBitcoin = ({ signals }: ReturnType<typeof feed>[number]) => [
  signals.d200,
  signals.r1,
  signals.r30,
  signals.ddAth,
];

const anySeed = fc.nat({ max: 1_000_000 });

describe('breaks in the long-horizon regime', () => {
  it('reads nothing of Bitcoin in a halt, from its third day on, and says why', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 3, max: 9 }), (seed, pause) => {
        const before = market(seed, 230);
        const said = feed(createCycle(CONFIG), [...before, ...halt(before.at(-1)!, pause)]).slice(before.length);
        said.forEach((read, i) => {
          expect(read.regime === null && ofBitcoin(read).every((value) => value === null)).toBe(i >= 2);
          expect(read.quality).toEqual(i >= 2 ? ['no_trade'] : undefined);
        });
      }),
      { numRuns: 10 },
    );
  });

  it('reads the days behind a halt as it reads them behind missing ones, also after a restart of the program', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 3, max: 6 }), fc.nat(), (seed, pause, at) => {
        const before = market(seed, 230);
        const last = before.at(-1)!;
        const after = market(seed + 1, 12, before.length + pause, last.btc.close);
        const written = [...before, ...halt(last, pause), ...after];
        const flat = feed(createCycle(CONFIG), written).slice(before.length + pause);
        const missing = feed(createCycle(CONFIG), [...before, ...after]).slice(before.length);
        expect(flat.map(ofBitcoin)).toEqual(missing.map(ofBitcoin));

        const cut = before.length + (at % (pause + 2));
        const first = createCycle(CONFIG);
        feed(first, written.slice(0, cut));
        const resumed = createCycle(CONFIG, JSON.parse(JSON.stringify(first.snapshot())) as CycleSnapshot);
        expect(resumed.lastDay).toBe(written[cut - 1]!.btc.time);
        expect(feed(resumed, written.slice(cut)).slice(-after.length)).toEqual(flat);
      }),
      { numRuns: 10 },
    );
  });

  it('begins anew behind a gap beyond the limit and at another scale, and not before', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 0, max: 40 }), fc.constantFrom(1, 1, 1000, 0.01), (seed, gap, scale) => {
        const before = market(seed, 230);
        const after = market(seed + 1, 20, before.length + gap, before.at(-1)!.btc.close * scale);
        const [whole, fresh] = [[...before, ...after], after].map((days) => feed(createCycle(CONFIG), days));
        const said = whole!.slice(before.length);
        const isBroken = gap > 6 || scale !== 1;
        expect(said.map(ofBitcoin).every((values, i) => Object.is(values[1], ofBitcoin(fresh![i]!)[1]))).toBe(isBroken);
        expect(said[0]!.signals.d200 === null).toBe(isBroken);
        expect(said[0]!.quality).toEqual(isBroken ? [scale === 1 ? 'gap' : 'scale_change'] : undefined);
      }),
      { numRuns: 15 },
    );
  });

  it('draws coins that do not trade as it draws coins without bars, and another coin under a ticker anew', () => {
    const config = CONFIG.breadth;
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 45 }), fc.constantFrom(1, 1000), (seed, pause, scale) => {
        const days = market(seed, 120 + pause + 20);
        const universe = (isWritten: boolean) =>
          days.reduce((kept, { btc, coins }, i) => {
            const isPause = i >= 120 && i < 120 + pause;
            const own = days[119]!.coins.find(({ symbol }) => symbol === 'SOL')!;
            const today = coins.flatMap((coin): CoinDay[] => {
              if (coin.symbol !== 'SOL') return [coin];
              if (isPause) return isWritten ? [stillCoin(own)] : [];
              const factor = i < 120 ? 1 : scale;
              return [{ ...coin, close: coin.close * factor, high: coin.high! * factor, low: coin.low! * factor }];
            });
            return withCoins(kept, btc.time, today, config);
          }, NO_UNIVERSE);
        const [written, missing] = [universe(true), universe(false)];
        expect(written).toEqual(missing);
        expect(breadthSignals(written, config)).toEqual(breadthSignals(missing, config));
        const isNew = pause >= 30 || scale !== 1;
        expect(written.coins['SOL']!.closes.length).toBe(isNew ? 20 : 140 + pause);
      }),
      { numRuns: 20 },
    );
  });

  it('is version 2 on days without a break', () => {
    const days = market(7, 420);
    const [two, three] = [CYCLE_DAILY_V2, CYCLE_DAILY_V3].map((config) => feed(createCycle(config), days));
    expect(three).toEqual(two);
    expect(new Set(three!.map(({ regime }) => regime)).size).toBeGreaterThan(1);
  });
});
