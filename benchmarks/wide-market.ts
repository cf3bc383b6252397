/** A simulated market of as many symbols as a benchmark asks for. */

import { openMarket, type Market } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { wideConfig } from './wide-config.ts';

/** A source of the coins of {@link wideConfig}. */
export function wideSource(symbols: number): ReturnType<typeof createSimulatedSource> {
  return createSimulatedSource(wideConfig(symbols));
}

/** A market of the bars of {@link wideSource} alone. */
export function openWideMarket(symbols: number): Market {
  const simulated = wideSource(symbols);
  const { bars } = simulated.feeds;
  return openMarket([{ ...simulated, feeds: bars === undefined ? {} : { bars } }]);
}
