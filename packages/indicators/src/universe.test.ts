import { describe, expect, it } from 'vitest';
import { mergeUniverse, UNIVERSE_V1 } from './universe.ts';

const listing = (symbol: string, quoteVolume24h: number | null, venue: string) => ({ symbol, quoteVolume24h, venue });

describe('the universe', () => {
  it('[#579] lets the perp venue win overlaps, and spot fill gaps from $100k of 24h quote volume', () => {
    const perp = [listing('BTC', 1, 'perp'), listing('kPEPE', null, 'perp')];
    const spot = [
      listing('BTC', 9e9, 'spot'),
      listing('PAXG', 100_000, 'spot'),
      listing('THIN', 99_999.99, 'spot'),
      listing('DARK', null, 'spot'),
      listing('PEPE', 5e6, 'spot'),
    ];
    expect(mergeUniverse(perp, spot).map(({ symbol, venue }) => `${symbol}:${venue}`)).toEqual([
      'BTC:perp',
      'kPEPE:perp',
      'PAXG:spot',
      'PEPE:spot',
    ]);
  });

  it('takes the threshold from its config', () => {
    const spot = [listing('THIN', 10, 'spot')];
    expect(mergeUniverse([], spot, { ...UNIVERSE_V1, minSpotQuoteVolume: 10 })).toEqual(spot);
    expect(mergeUniverse([], spot)).toEqual([]);
  });

  it('refuses a symbol that one venue lists twice', () => {
    const twice = [listing('BTC', 1, 'perp'), listing('BTC', 2, 'perp')];
    expect(() => mergeUniverse(twice, [])).toThrow(/"perp" expected each symbol once, got BTC twice/);
    expect(() => mergeUniverse([], twice)).toThrow(/"spot" expected each symbol once, got BTC twice/);
  });
});
