import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALTCOIN_BREADTH_V1,
  checkAltcoinBreadthConfig,
  drawBreadthUniverse,
  type AltcoinBreadthConfig,
  type BreadthCandidate,
} from './universe.ts';

const coin = (symbol: string, size: number | null, pegged = false): BreadthCandidate => ({ symbol, size, pegged });
const TODAY = 400 * DAY_MS;
const SIX: AltcoinBreadthConfig = { ...ALTCOIN_BREADTH_V1, version: 'breadth/test', size: 3 };

describe('the universe', () => {
  it('is the 30 largest coins, largest first', () => {
    const candidates = Array.from({ length: 40 }, (_, i) => coin(`C${i}`, (i * 7) % 40));
    const { day, symbols } = drawBreadthUniverse(undefined, candidates, TODAY + HOUR_MS);
    expect(day).toBe(TODAY);
    expect(symbols.length).toBe(30);
    expect(symbols.map((symbol) => (Number(symbol.slice(1)) * 7) % 40)).toEqual(
      Array.from({ length: 30 }, (_, i) => 39 - i),
    );
  });

  it('leaves out pegged coins and those of unknown size, and counts BTC', () => {
    const candidates = [coin('USDT', 9, true), coin('BTC', 8), coin('NEW', null), coin('ETH', 7), coin('DUST', 0)];
    expect(drawBreadthUniverse(undefined, candidates, TODAY).symbols).toEqual(['BTC', 'ETH', 'DUST']);
  });

  it('breaks ties by symbol, whatever the order of the candidates', () => {
    const candidates = [coin('D', 1), coin('A', 1), coin('C', 1), coin('B', 1)];
    fc.assert(
      fc.property(fc.shuffledSubarray(candidates, { minLength: 4 }), (shuffled) => {
        expect(drawBreadthUniverse(undefined, shuffled, TODAY, SIX).symbols).toEqual(['A', 'B', 'C']);
      }),
    );
  });

  it('stays for its UTC day and is drawn anew at 00:00, from the sizes of that moment', () => {
    const first = drawBreadthUniverse(undefined, [coin('A', 2), coin('B', 1)], TODAY + HOUR_MS);
    const turned = [coin('A', 1), coin('B', 2)];
    expect(drawBreadthUniverse(first, turned, TODAY + DAY_MS - 1)).toBe(first);
    expect(drawBreadthUniverse(first, turned, TODAY + DAY_MS)).toEqual({ day: TODAY + DAY_MS, symbols: ['B', 'A'] });
  });

  it('keeps the coins of each day: what is delisted later stays in the days before', () => {
    const days = [[coin('LUNA', 3), coin('BTC', 9)], [coin('BTC', 9)]];
    const drawn = days.map((candidates, i) => drawBreadthUniverse(undefined, candidates, TODAY + i * DAY_MS));
    expect(drawn.map(({ symbols }) => symbols)).toEqual([['BTC', 'LUNA'], ['BTC']]);
  });

  it('refuses to go back in time, a symbol twice, a non-numeric size and an invalid config', () => {
    const current = { day: TODAY, symbols: [] };
    expect(() => drawBreadthUniverse(current, [], TODAY - 1)).toThrow(
      `"asOf" expected a time from ${TODAY} on, got ${TODAY - 1}`,
    );
    expect(() => drawBreadthUniverse(undefined, [coin('A', 1), coin('B', 2), coin('A', 3)], TODAY)).toThrow(
      '"candidates" expected each symbol once, got A twice',
    );
    expect(() => drawBreadthUniverse(undefined, [coin('A', NaN)], TODAY)).toThrow(
      '"size of A" expected a finite number, got NaN',
    );
    expect(() => checkAltcoinBreadthConfig({ ...SIX, minCoins: 0 })).toThrow(
      '"minCoins" expected an integer ≥ 1, got 0',
    );
    expect(() => checkAltcoinBreadthConfig({ ...SIX, maxPeriod: 4 })).toThrow(
      '"maxPeriod" expected an integer ≥ 5, got 4',
    );
  });
});
