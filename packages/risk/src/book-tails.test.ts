import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '@barograph/core';
import { COINS, madePanel, SMALL } from '../test/made-panel.ts';
import { bookTails, drawScenarios, REFERENCE_BOOKS_V1, referenceBooks, tailOf, type RiskPanel } from './index.ts';

const books = { ...REFERENCE_BOOKS_V1, lead: 'AAA', majors: 2, alts: 2 };
const COIN_NAMES = Array.from({ length: 14 }, (_, i) => `c${i}`);
const seeds = fc.nat({ max: 500 });
const lastOf = ({ first, hours }: RiskPanel): number => first + (hours - 1) * HOUR_MS;

describe('reference books', () => {
  it('have the weights that their rules say, and are left out where coins are missing', () => {
    const ranked = fc.uniqueArray(fc.constantFrom('BTC', ...COIN_NAMES), { maxLength: 14 });
    fc.assert(
      fc.property(ranked, (coins) => {
        const made = new Map(referenceBooks(coins).map(({ name, positions }) => [name, positions]));
        expect(made.has('btc')).toBe(coins.includes('BTC'));
        expect(made.has('majors')).toBe(coins.length >= 5);
        expect(made.has('long_short')).toBe(coins.includes('BTC') && coins.length >= 11);
        expect(made.get('majors')?.map(({ coin }) => coin) ?? coins.slice(0, 5)).toEqual(coins.slice(0, 5));
        const net = made.get('long_short')?.reduce((sum, { weight }) => sum + weight, 0) ?? 0;
        expect(net).toBeCloseTo(0, 12);
      }),
    );
  });
});

describe('tails of reference books', () => {
  it('do not read an hour after the asked one', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('h4' as const, 'h24' as const),
        (seed, later, horizon) => {
          const panel = madePanel(seed);
          const hours = panel.hours - later;
          const options = { at: panel.first + (hours - 1) * HOUR_MS, horizon, config: SMALL, books };
          const spoiled = panel.coins.map((coin) => ({ ...coin, returns: coin.returns.map((value, t) => (t < hours ? value : 9)) })); // prettier-ignore
          const known = bookTails(panel, options);
          expect(known.length).toBe(3);
          expect(bookTails({ ...panel, coins: spoiled }, options)).toEqual(known);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('of one coin are the sorted scenarios of it, and the sorted returns of its past', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const panel = madePanel(seed);
        const [own] = bookTails(panel, { at: lastOf(panel), horizon: 'h4', config: SMALL, books });
        const [drawn] = drawScenarios(panel, [...COINS], { horizon: 'h4', config: SMALL }).coins;
        expect(own!.tails).toEqual(SMALL.levels.map((level) => tailOf(drawn!.returns, level)));
        const { returns } = panel.coins[0]!;
        const past: number[] = [];
        for (let t = panel.hours - 1 - 4; t > panel.hours - 1 - 4 - SMALL.lookback && t >= 0; t--) {
          const sum = [1, 2, 3, 4].reduce((total, s) => total + returns[t + s]!, 0);
          if (!Number.isNaN(sum)) past.push(Math.expm1(sum));
        }
        const worst = past.toSorted((a, b) => a - b);
        own!.baseline!.forEach(({ level, valueAtRisk }) => {
          expect(valueAtRisk).toBeCloseTo(-worst[Math.ceil(level * worst.length) - 1]!, 10);
        });
      }),
      { numRuns: 10 },
    );
  });

  it('have no baseline with too few dates that all coins share', () => {
    const panel = madePanel(7);
    const config = { ...SMALL, minDates: 300 };
    const gaps = [(t: number) => t < 500, (t: number) => t >= 500 && t < 900];
    const coins = panel.coins.map((coin, i) => ({ ...coin, returns: coin.returns.map((value, t) => (gaps[i]?.(t) ?? false) ? NaN : value) })); // prettier-ignore
    const baselines = bookTails({ ...panel, coins }, { at: lastOf(panel), horizon: 'h24', config, books }).map(({ name, baseline }) => [name, baseline !== null]); // prettier-ignore
    expect(Object.fromEntries(baselines)).toEqual({ btc: true, majors: false, long_short: false });
  });
});
