/** Simulated universe with any number of coins. */

import { COINS_V1, LISTINGS_V1, SIMULATOR_V2, type ListingConfig, type SimulatorConfig } from '@barograph/simulator';

/** Repeats the coins of the simulator under further names (BTC, BTC2), each with its own random walk. */
export function wideConfig(count: number): SimulatorConfig {
  const coins = Array.from({ length: count }, (_, i) => {
    const coin = COINS_V1[i % COINS_V1.length]!;
    const turn = Math.floor(i / COINS_V1.length);
    return turn === 0 ? coin : { ...coin, coin: `${coin.coin}${turn + 1}` };
  });
  const listings = coins.map(({ coin }): ListingConfig => {
    return { ...LISTINGS_V1[0]!, symbol: coin, coin, quoteVolume: 1e8 };
  });
  return { ...SIMULATOR_V2, coins, listings };
}
