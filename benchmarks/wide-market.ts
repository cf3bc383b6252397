/** Simulated market with any number of symbols. */

import { openMarket, type Market } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { wideConfig } from './wide-config.ts';

/** Creates a source of the coins of {@link wideConfig}. */
export function wideSource(symbols: number): ReturnType<typeof createSimulatedSource> {
  return createSimulatedSource(wideConfig(symbols));
}

/** Creates a market with only the bars of {@link wideSource}. */
export function openWideMarket(symbols: number): Market {
  const simulated = wideSource(symbols);
  const { bars } = simulated.feeds;
  return openMarket([{ ...simulated, feeds: bars === undefined ? {} : { bars } }]);
}
