import { describe, expect, it } from 'vitest';
import { isMeme, MEME_UNIVERSE_V1, memePerp } from './universe.ts';

describe('the meme universe', () => {
  it('holds plain tickers and their k-names, and nothing else', () => {
    const yes = ['DOGE', 'PEPE', 'kPEPE', 'kSHIB', 'WIF', 'BONK'];
    const no = ['BTC', 'ETH', 'KAS', 'kBTC', 'pepe', 'KPEPE', 'k', '', 'kkPEPE'];
    expect([yes.map((symbol) => isMeme(symbol)), no.map((symbol) => isMeme(symbol))]).toEqual([
      yes.map(() => true),
      no.map(() => false),
    ]);
  });

  it('names each coin once, as spot venues do', () => {
    const { tickers } = MEME_UNIVERSE_V1;
    expect(new Set(tickers).size).toBe(tickers.length);
    expect([...tickers].sort()).toEqual(tickers);
    expect(tickers.filter((ticker) => !/^[A-Z0-9]+$/.test(ticker))).toEqual([]);
  });

  it('[#596] finds the perp of a coin under either name, and null only where there is none', () => {
    const perps = new Set(['BTC', 'kPEPE', 'DOGE']);
    expect(['kPEPE', 'PEPE', 'DOGE', 'kDOGE', 'WIF'].map((symbol) => memePerp(symbol, perps))).toEqual([
      'kPEPE',
      'kPEPE',
      'DOGE',
      'DOGE',
      null,
    ]);
  });
});
