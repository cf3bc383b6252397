import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TECHNICAL_V1 } from './config.ts';
import { isExtremeRsi, positionInRange, rangeZone, rsiZone } from './zones.ts';

describe('zones', () => {
  it.each([
    [0, 'near_low'],
    [0.199_999, 'near_low'],
    [0.2, 'near_low'],
    [0.200_001, 'mid'],
    [0.799_999, 'mid'],
    [0.8, 'near_high'],
    [1, 'near_high'],
  ])('a position of %s is %s', (position, zone) => {
    expect(rangeZone(position, TECHNICAL_V1)).toBe(zone);
  });

  it.each([
    [0, 'oversold', true],
    [20, 'oversold', true],
    [20.001, 'oversold', false],
    [30, 'oversold', false],
    [30.001, 'neutral', false],
    [69.999, 'neutral', false],
    [70, 'overbought', false],
    [79.999, 'overbought', false],
    [80, 'overbought', true],
    [100, 'overbought', true],
  ])('[#584] an RSI of %s is %s, extreme: %s', (rsi, zone, extreme) => {
    expect([rsiZone(rsi, TECHNICAL_V1), isExtremeRsi(rsi, TECHNICAL_V1)]).toEqual([zone, extreme]);
  });

  it('a position is 0 at the low, 1 at the high, 0.5 where they are equal, and within 0…1 between them', () => {
    expect([positionInRange(2, 2, 4), positionInRange(4, 2, 4), positionInRange(3, 3, 3)]).toEqual([0, 1, 0.5]);
    const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(price, price, price, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort((x, y) => x - y);
        const position = positionInRange(middle!, low!, high!);
        expect(position >= 0 && position <= 1).toBe(true);
      }),
    );
  });
});
