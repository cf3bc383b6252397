import { DAY_MS, HOUR_MS, WEEK_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import type { Cascade } from './cascades.ts';
import { SIMULATOR_V1, SIMULATOR_V2 } from './config.ts';
import { createFlow } from './flow.ts';
import { createMarket } from './market.ts';
import { MICROSTRUCTURE_V2 } from './microstructure.ts';

const { start } = SIMULATOR_V2;
const { gapMs, share: least } = MICROSTRUCTURE_V2.forced.cascade;
const market = createMarket();
const flow = createFlow(market);
const DAYS = 900;
const until = start + DAYS * DAY_MS;
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'DOGE', 'LINK', 'SUI', 'CRV', 'kPEPE'];
const cascades: ReadonlyMap<string, readonly Cascade[]> = new Map(
  SYMBOLS.map((symbol) => [symbol, flow.cascades(symbol, start, until)]),
);
const all = [...cascades.values()].flat();
const { regime, time } = market.regimes(until);
const regimeAt = (at: number): string => regime[Math.floor((at - start) / HOUR_MS)]!;

describe('cascades', () => {
  it('come as often as stated: between 0.3 and 6 a month of each coin, 1 to 3 on average', () => {
    const months = DAYS / 30;
    for (const [symbol, { length }] of cascades) {
      expect(length / months, symbol).toBeGreaterThan(0.3);
      expect(length / months, symbol).toBeLessThan(6);
    }
    const mean = all.length / months / SYMBOLS.length;
    expect(mean).toBeGreaterThan(1);
    expect(mean).toBeLessThan(3);
  });

  it('are of stress: an hour of a spike has more than twenty times those of a calm one', () => {
    const rate = (names: readonly string[]): number => {
      const hours = regime.filter((name) => names.includes(name)).length;
      return all.filter((cascade) => names.includes(regimeAt(cascade.start))).length / hours;
    };
    expect(rate(['vol_spike'])).toBeGreaterThan(20 * rate(['range_low_vol', 'squeeze']));
    // A calm week of a coin has at most a tenth of a cascade.
    expect((rate(['range_low_vol', 'squeeze']) * 168) / SYMBOLS.length).toBeLessThan(0.1);
  });

  it('leave calm weeks calm: their bars hardly differ from those without positions', () => {
    const plain = createMarket(SIMULATOR_V1);
    let weeks = 0;
    for (let from = start + 30 * DAY_MS; from + WEEK_MS <= until; from += WEEK_MS) {
      const first = (from - start) / HOUR_MS;
      const names = new Set(regime.slice(first - 24, first + WEEK_MS / HOUR_MS));
      if (names.has('vol_spike') || names.has('choppy_high_vol')) continue;
      weeks++;
      for (const symbol of ['BTC', 'ETH']) {
        const closes = market.candles(symbol, 'perpdex_perp', '1h', from, from + WEEK_MS).close;
        const calm = plain.candles(symbol, 'perpdex_perp', '1h', from, from + WEEK_MS).close;
        const apart = closes.map((close, i) => Math.abs(close / calm[i]! - 1)).sort();
        expect(apart[apart.length >> 1], `${symbol} ${from}`).toBeLessThan(1e-3);
      }
    }
    expect(weeks).toBeGreaterThan(20);
  });

  it('are told whole: what a window finds does not depend on where it is cut', () => {
    const whole = cascades.get('kPEPE')!;
    for (const { start: first } of whole.slice(0, 20)) {
      expect(flow.cascades('kPEPE', first - 1, first)).toEqual(whole.filter((cascade) => cascade.start === first));
    }
    expect(flow.cascades('kPEPE', start + 100 * DAY_MS, start + 300 * DAY_MS)).toEqual(
      whole.filter((cascade) => cascade.start > start + 100 * DAY_MS && cascade.start <= start + 300 * DAY_MS),
    );
  });

  it('are made of closes of one side that follow each other, and of all of them', () => {
    for (const cascade of all.slice(0, 40)) {
      const { symbol, side, share } = cascade;
      const closes = market.forcedCloses(symbol, cascade.start - 1, cascade.end).filter((close) => close.side === side);
      expect(closes.length).toBe(cascade.closes);
      expect(closes.reduce((sum, { notional }) => sum + notional, 0)).toMatchOracle(cascade.notional, {
        rel: 1e-12,
        abs: 0,
      });
      closes.forEach((close, i) => {
        if (i > 0) expect(close.time - closes[i - 1]!.time).toBeLessThanOrEqual(gapMs);
      });
      expect(share).toBeGreaterThanOrEqual(least);
      const around = market.forcedCloses(symbol, cascade.start - gapMs - 1, cascade.end + gapMs);
      expect(around.filter((close) => close.side === side).length).toBe(cascade.closes);
    }
  });

  it('fall on the regimes that the truth names', () => {
    expect(time.length).toBe(regime.length);
    expect(() => flow.cascades('USDC', start, until)).toThrow(/"symbol" expected a perp of the market/);
  });
});
