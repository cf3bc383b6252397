import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V1, SIMULATOR_V2 } from './config.ts';
import { WHOLE_PATH, type FillColumns } from './fills.ts';
import { createFlow } from './flow.ts';
import { createMarket } from './market.ts';
import { createObservations } from './observations.ts';

const { start } = SIMULATOR_V2;
const HOURS = 20_000;
const COLUMNS = ['time', 'price', 'size', 'isBuy', 'id'] as const;
const market = createMarket();
const flow = createFlow(market);
const perp = fc.constantFrom('BTC', 'ETH', 'kPEPE', 'CRV', 'MKR');
const minute = fc.integer({ min: 0, max: HOURS * 60 }).map((at) => start + at * MINUTE_MS);

/** Fills of a whole minute: includes those at its start, excludes those at its end. */
const ofMinute = (symbol: string, time: number): FillColumns => flow.fills(symbol, time - 1, time + MINUTE_MS - 1);
const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);

function sameBits(actual: FillColumns, expected: FillColumns): void {
  for (const column of COLUMNS) expect(actual[column], column).toEqual(expected[column]);
}

describe('fills of a minute', () => {
  it('add up to its volume within half a unit of the smallest size, and each has one at least', () => {
    const observations = createObservations(market);
    fc.assert(
      fc.property(perp, minute, (symbol, time) => {
        const { volume } = market.candles(symbol, 'perpdex_perp', '1m', time, time + MINUTE_MS);
        const unit = 10 ** -observations.perp(symbol, time + MINUTE_MS)!.sizeDecimals;
        const { size } = ofMinute(symbol, time);
        expect(Math.abs(sum(size) - volume[0]!)).toBeLessThanOrEqual(unit * 0.5 + 1e-9 * volume[0]!);
        expect(size.every((size) => size >= unit * (1 - 1e-9))).toBe(true);
        // A whole number of units.
        expect(size.every((size) => Math.abs(size / unit - Math.round(size / unit)) < 1e-6)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('stay within its bar, and from eight on open, peak, bottom and close as it does', () => {
    fc.assert(
      fc.property(perp, minute, (symbol, time) => {
        const bars = market.candles(symbol, 'perpdex_perp', '1m', time, time + MINUTE_MS);
        const [open, high, low, close] = [bars.open[0]!, bars.high[0]!, bars.low[0]!, bars.close[0]!];
        const { price, length, time: times } = ofMinute(symbol, time);
        fc.pre(length > 0);
        expect(price.every((price) => price >= low && price <= high && Number(price.toPrecision(5)) === price)).toBe(
          true,
        );
        expect(times.every((at) => at >= time && at < time + MINUTE_MS)).toBe(true);
        fc.pre(length >= WHOLE_PATH);
        expect([price[0], Math.max(...price), Math.min(...price), price[length - 1]]).toEqual([open, high, low, close]);
      }),
      { numRuns: 200 },
    );
  });

  it('are in the order of time, with ids that grow and are never given twice', () => {
    fc.assert(
      fc.property(perp, minute, (symbol, time) => {
        const { time: times, id, length } = flow.fills(symbol, time, time + 3 * MINUTE_MS);
        for (let i = 1; i < length; i++) {
          expect(times[i]).toBeGreaterThanOrEqual(times[i - 1]!);
          expect(id[i]).toBeGreaterThan(id[i - 1]!);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are the same in every window, whatever was asked before', () => {
    const from = start + 9_000 * HOUR_MS;
    const span = 20 * MINUTE_MS;
    const whole = createFlow(createMarket()).fills('ETH', from, from + span);
    const moment = fc.integer({ min: 0, max: span });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [first, last] = [from + Math.min(a, b), from + Math.max(a, b)];
        const keep = Array.from(whole.time.keys()).filter((i) => whole.time[i]! > first && whole.time[i]! <= last);
        const part = flow.fills('ETH', first, last);
        for (const column of COLUMNS) expect([...part[column]], column).toEqual(keep.map((i) => whole[column][i]));
      }),
      { numRuns: 30 },
    );
  });

  it('lean to the side that the minute moves to, and are even where it does not move', () => {
    const [rises, falls, flat] = [0, 0, 0].map(() => ({ buys: 0, fills: 0 }));
    const from = start + 5_000 * HOUR_MS;
    const bars = market.candles('SOL', 'perpdex_perp', '1m', from, from + 24 * HOUR_MS);
    for (let i = 0; i < bars.length; i++) {
      const lean = (bars.close[i]! - bars.open[i]!) / (bars.high[i]! - bars.low[i]!);
      const { isBuy, length } = ofMinute('SOL', bars.time[i]!);
      const side = lean > 0.5 ? rises! : lean < -0.5 ? falls! : flat!;
      side.buys += sum(isBuy);
      side.fills += length;
    }
    const share = ({ buys, fills }: { buys: number; fills: number }): number => buys / fills;
    expect(share(rises!)).toBeGreaterThan(0.65);
    expect(share(falls!)).toBeLessThan(0.35);
    expect(Math.abs(share(flat!) - 0.5)).toBeLessThan(0.05);
  });

  it('have fat tails: a few of a major are above $25,000, and they carry more than their share', () => {
    const from = start + 5_000 * HOUR_MS;
    for (const symbol of ['BTC', 'ETH']) {
      const { price, size, length } = flow.fills(symbol, from, from + 6 * HOUR_MS);
      const notional = Array.from(price, (price, i) => price * size[i]!);
      const large = notional.filter((usd) => usd >= 25_000);
      expect(large.length / length, symbol).toBeGreaterThan(0.005);
      expect(large.length / length, symbol).toBeLessThan(0.1);
      expect(sum(large) / sum(notional), symbol).toBeGreaterThan(0.2);
    }
  });

  it('know nothing of a later hour: a market that ends with theirs has the same', () => {
    const hours = 2_000;
    const to = start + hours * HOUR_MS;
    const ended = createMarket({
      ...SIMULATOR_V2,
      listings: SIMULATOR_V2.listings.map((listing) =>
        listing.symbol === 'SOL' ? { ...listing, delistedAfter: hours * HOUR_MS } : listing,
      ),
    });
    sameBits(createFlow(ended).fills('SOL', to - HOUR_MS, to - 1), flow.fills('SOL', to - HOUR_MS, to - 1));
    expect(createFlow(ended).fills('SOL', to, to + HOUR_MS).length).toBe(0);
  });

  it('are of perps of a market that has laws of them', () => {
    expect(flow.symbols).toContain('HYPE');
    expect(() => flow.fills('USDC', start, start)).toThrow(/"symbol" expected a perp of the market, got "USDC"/);
    expect(() => flow.fills('BTC', start, start - 1)).toThrow(/"to" expected an integer/);
    expect(() => createFlow(createMarket(SIMULATOR_V1))).toThrow(
      /"config.microstructure" expected laws of fills, got null/,
    );
  });
});
