import { describe, expect, it } from 'vitest';
import { SIMULATOR_V2 } from './config.ts';
import { createMarket } from './market.ts';
import { MICROSTRUCTURE_V2, type Microstructure } from './microstructure.ts';

const { fills, depth, forced } = MICROSTRUCTURE_V2;

describe('laws of a market with fills', () => {
  it.each<[string, Partial<Microstructure>, RegExp]>([
    ['digits', { sizeDecimals: 9 }, /"microstructure\.sizeDecimals" expected a number within 0…8, got 9/],
    [
      'lean',
      { fills: { ...fills, lean: 0.6 } },
      /"microstructure\.fills\.lean" expected a number within 0…0\.5, got 0\.6/,
    ],
    ['count', { fills: { ...fills, most: 9000 } }, /"microstructure\.fills\.most" expected a number within 1…5000/],
    ['depth', { depth: { ...depth, share: 0 } }, /"microstructure\.depth\.share" expected a number within/],
    [
      'a regime',
      { depth: { ...depth, regimes: { ...depth.regimes, squeeze: NaN } } },
      /"microstructure\.depth\.regimes\.squeeze" expected a number within .*got NaN/,
    ],
    ['kept', { forced: { ...forced, kept: 2 } }, /"microstructure\.forced\.kept" expected a number within 0…1, got 2/],
    [
      'hours',
      { forced: { ...forced, everyHours: 5 } },
      /"microstructure\.forced\.everyHours" expected a divisor of a day/,
    ],
    ['no leverage', { forced: { ...forced, leverage: [] } }, /"microstructure\.forced\.leverage" expected a leverage/],
    [
      'leverages that do not rise',
      {
        forced: {
          ...forced,
          leverage: [
            [5, 1],
            [2, 1],
          ],
        },
      },
      /"microstructure\.forced\.leverage\[1\]" expected a number within 5…1000, got 2/,
    ],
    [
      'tiers without a last',
      { forced: { ...forced, maxLeverage: [[1e6, 5]] } },
      /"microstructure\.forced\.maxLeverage" expected a last entry for a quote volume of 0/,
    ],
  ])('refuse bad %s, by name', (_, part, message) => {
    const microstructure = { ...MICROSTRUCTURE_V2, ...part };
    expect(() => createMarket({ ...SIMULATOR_V2, microstructure })).toThrow(message);
  });
});
