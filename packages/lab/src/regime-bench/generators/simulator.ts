/** Our own simulator: six regimes of a market factor, and the perp of Bitcoin, which follows it. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, REGIMES, SIMULATOR_V1 } from '@barograph/simulator';
import type { MarketGenerator } from '../market.ts';

/** Bars of `simulator/1`: forced closes, which `simulator/2` adds, belong to no regime. */
export const simulator: MarketGenerator = {
  name: 'simulator',
  source: 'own: @barograph/simulator, simulator/1, BTC on perpdex_perp',
  market: (seed, hours) => {
    const market = createMarket({ ...SIMULATOR_V1, seed });
    const { start } = SIMULATOR_V1;
    const to = start + hours * HOUR_MS;
    const { regime } = market.regimes(to);
    return {
      generator: 'simulator',
      bars: market.candles('BTC', 'perpdex_perp', '1h', start, to),
      truth: Int8Array.from(regime, (name) => REGIMES.indexOf(name)),
      labels: REGIMES,
    };
  },
};
