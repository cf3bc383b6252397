import { describe, expect, it } from 'vitest';
import { nearestNames } from './nearest.ts';

const NAMES = ['BTC', 'ETH', 'SOL', 'kPEPE', 'BTCUSDT', 'ETHUSDT', 'BNB', 'BCH'];

describe('names that are near', () => {
  it.each([
    ['BTCC', ['BTC', 'BCH']],
    ['BTCUDST', ['BTCUSDT']],
    ['kpepe', ['kPEPE']],
    ['ETHU', ['ETHUSDT', 'ETH']],
    ['QQQQQQ', []],
    ['X', []],
    ['', []],
  ])('of %s are %j', (name, expected) => {
    expect(nearestNames(NAMES, name)).toEqual(expected);
  });

  it('are five at most, each once', () => {
    const many = Array.from({ length: 50 }, (_, i) => `ABC${i % 10}`);
    expect(nearestNames(many, 'ABC')).toEqual(['ABC0', 'ABC1', 'ABC2', 'ABC3', 'ABC4']);
  });
});
