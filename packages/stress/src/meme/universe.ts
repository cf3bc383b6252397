/** Meme coins and the perps that trade them. */

import { deepFreeze } from '@barograph/core';

/** List of meme tickers. */
export interface MemeUniverseConfig {
  readonly version: `meme-universe/${string}`;
  /** Plain tickers as spot venues list them. */
  readonly tickers: readonly string[];
}

/**
 * Version 1: coins created as a joke, a mascot or a campaign, without a claimed product. Chains and applications of
 * meme coins (launchpads, games) are excluded. A list, because no number distinguishes a meme from a small coin.
 */
export const MEME_UNIVERSE_V1: MemeUniverseConfig = deepFreeze({
  version: 'meme-universe/1',
  // oxfmt-ignore
  tickers: [
    'ACT', 'APU', 'BABYDOGE', 'BAN', 'BOME', 'BONK', 'BRETT', 'CAT', 'CHILLGUY', 'COQ', 'DOG', 'DOGE',
    'DOGS', 'ELON', 'FARTCOIN', 'FLOKI', 'FWOG', 'GIGA', 'GOAT', 'HIPPO', 'HPOS', 'KISHU', 'LADYS', 'LUCE',
    'MELANIA', 'MEME', 'MEW', 'MICHI', 'MOG', 'MOODENG', 'MUMU', 'MYRO', 'NEIRO', 'NEIROETH', 'PENGU', 'PEOPLE', 'PEPE',
    'PNUT', 'PONKE', 'POPCAT', 'PURR', 'RETARDIO', 'SAMO', 'SHIB', 'SLERF', 'SPX', 'TOSHI', 'TRUMP', 'TURBO', 'USELESS',
    'VINE', 'WEN', 'WIF', 'WOJAK', 'YZY',
  ],
});

/** Plain ticker: perps of very cheap coins trade a thousand at a time, with a `k` before the ticker. */
function plainTicker(symbol: string, tickers: readonly string[]): string {
  const rest = symbol.slice(1);
  return symbol.startsWith('k') && tickers.includes(rest) ? rest : symbol;
}

/**
 * Returns whether a symbol of either venue is a meme coin: `PEPE` and `kPEPE` are. Names are compared exactly.
 *
 * @param config parameters. @default MEME_UNIVERSE_V1
 * @example
 * isMeme('kPEPE'); // → true
 */
export function isMeme(symbol: string, config: MemeUniverseConfig = MEME_UNIVERSE_V1): boolean {
  return config.tickers.includes(plainTicker(symbol, config.tickers));
}

/**
 * Perp that trades the coin of a symbol: the symbol itself, or the one with or without a `k`.
 *
 * @param perps symbols of the perp venue.
 * @param config parameters. @default MEME_UNIVERSE_V1
 * @returns the perp; null when the venue does not trade the coin.
 * @example
 * memePerp('BONK', new Set(['BTC', 'kBONK'])); // → 'kBONK'
 * memePerp('WIF', new Set(['BTC', 'kBONK'])); // → null
 */
export function memePerp(
  symbol: string,
  perps: ReadonlySet<string>,
  config: MemeUniverseConfig = MEME_UNIVERSE_V1,
): string | null {
  if (perps.has(symbol)) return symbol;
  const ticker = plainTicker(symbol, config.tickers);
  return [ticker, `k${ticker}`].find((name) => perps.has(name)) ?? null;
}
