/** A simulated market of as many symbols as a benchmark asks for. */

import { COINS_V1, LISTINGS_V1, SIMULATOR_V2, type ListingConfig } from '@barograph/simulator';
import { openMarket, type Market } from '../packages/host/src/market/market.ts';
import { createSimulatedSource } from '../packages/host/src/market/simulated/source.ts';

/** The coins of the simulator, over and over under further names, each a random walk of its own. */
export function wideSource(symbols: number): ReturnType<typeof createSimulatedSource> {
  const coins = Array.from({ length: symbols }, (_, i) => {
    const coin = COINS_V1[i % COINS_V1.length]!;
    const turn = Math.floor(i / COINS_V1.length);
    return turn === 0 ? coin : { ...coin, coin: `${coin.coin}${turn + 1}` };
  });
  const listings = coins.map(({ coin }): ListingConfig => {
    return { ...LISTINGS_V1[0]!, symbol: coin, coin, quoteVolume: 1e8 };
  });
  return createSimulatedSource({ ...SIMULATOR_V2, coins, listings });
}

/** A market of the bars of {@link wideSource} alone. */
export function openWideMarket(symbols: number): Market {
  const simulated = wideSource(symbols);
  const { bars } = simulated.feeds;
  return openMarket([{ ...simulated, feeds: bars === undefined ? {} : { bars } }]);
}
