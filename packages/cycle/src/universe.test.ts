import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breadthSignals,
  CYCLE_BREADTH_V1,
  CYCLE_BREADTH_V2,
  CYCLE_BREADTH_V3,
  NO_UNIVERSE,
  universeOf,
  withCoins,
  type BreadthConfig,
  type CoinDay,
  type UniverseDays,
} from './breadth-signals.ts';
import { createLastValues } from './last-values.ts';
import { createUniverse } from './universe.ts';

const SYMBOLS = ['BTC', 'ETH', '1000', ...Array.from({ length: 12 }, (_, i) => `C${i}`)];
const CONFIGS: readonly BreadthConfig[] = [
  CYCLE_BREADTH_V1,
  CYCLE_BREADTH_V2,
  { ...CYCLE_BREADTH_V2, coins: 4, minCoins: 2, minDays: 3, volumeDays: 2 },
  CYCLE_BREADTH_V3,
  { ...CYCLE_BREADTH_V3, coins: 4, minCoins: 2, minDays: 3, volumeDays: 2 },
  { ...CYCLE_BREADTH_V1, coins: 5, minCoins: 1, volumeDays: 1 },
];

/**
 * A day: days since the previous one, and for each coin a close (0: no bar) and a volume; few values, so that sizes
 * tie.
 */
const DAY = fc.record({
  step: fc.constantFrom(1, 1, 1, 1, 2, 9, 31),
  closes: fc.array(fc.constantFrom(0, 1, 2.5, 3.7, 0.1), { minLength: SYMBOLS.length, maxLength: SYMBOLS.length }),
  volumes: fc.array(fc.constantFrom(0, 1, 1, 7.3), { minLength: SYMBOLS.length, maxLength: SYMBOLS.length }),
});

const coinsOf = ({ closes, volumes }: { readonly closes: readonly number[]; readonly volumes: readonly number[] }) =>
  SYMBOLS.flatMap((symbol, i): CoinDay[] =>
    closes[i] === 0
      ? []
      : [{ symbol, close: closes[i]!, dollarVolume: volumes[i]!, high: closes[i]! * 1.01, low: closes[i]! * 0.99 }],
  );

describe('the universe at work', () => {
  it('says of every day what the plain data say, to the bit, also when it goes on from them', () => {
    fc.assert(
      fc.property(
        fc.array(DAY, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...CONFIGS),
        fc.constantFrom(1, 40),
        (days, config, turns) => {
          let plain: UniverseDays = NO_UNIVERSE;
          let universe = createUniverse(config, NO_UNIVERSE);
          let time = 0;
          // Repeats the days: averages need 200 of them.
          for (let turn = 0; turn < turns; turn++) {
            for (const day of days) {
              time += (turn === 0 ? day.step : 1) * DAY_MS;
              const coins = coinsOf(day);
              plain = withCoins(plain, time, coins, config);
              universe.day(time, coins);
              if (turn % 3 === 0) universe = createUniverse(config, JSON.parse(JSON.stringify(universe.days())));
              expect(universe.signals()).toStrictEqual(breadthSignals(plain, config));
            }
          }
          expect(JSON.stringify(universe.days())).toBe(JSON.stringify(plain));
          expect(universe.about()).toStrictEqual(universeOf(plain, config));
          expect(universe.time).toBe(plain.time);
        },
      ),
      { numRuns: 18 },
    );
  });

  it('refuses a day that is not after the last, and stays as it was', () => {
    const universe = createUniverse(CYCLE_BREADTH_V2, NO_UNIVERSE);
    universe.day(DAY_MS, [{ symbol: 'BTC', close: 1, dollarVolume: 1 }]);
    const before = universe.days();
    expect(() => universe.day(DAY_MS, [])).toThrow(/"time" expected a day after 86400000, got 86400000/);
    expect(universe.days()).toBe(before);
  });
});

describe('the last values', () => {
  it('are those of a list that is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true })),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(5),
        (all, limit, some) => {
          const last = createLastValues(limit, all.slice(0, some));
          for (const value of all.slice(some)) last.push(value);
          const list = all.slice(-limit);
          expect([last.length, last.list()]).toEqual([list.length, list]);
          expect(last.sum(last.length)).toBe(list.reduce((sum, value) => sum + value, 0));
          for (const i of [0, 1, limit]) expect(last.back(i)).toBe(list.at(-1 - i));
        },
      ),
    );
  });
});
