/** A market of two kinds: ETH of the simulator, which comes first, and the other coins of a live venue. */

import type { SimulatorConfig } from '@barograph/simulator';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { fewCoinsConfig } from '../services/quant/test-support.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';

const config = fewCoinsConfig();
const only = (isEth: boolean): SimulatorConfig => ({
  ...config,
  listings: config.listings.filter(({ symbol }) => (symbol === 'ETH') === isEth),
});

/** Opens it; its own kind is that of its first source, `simulated`. */
export function twoKinds(): Market {
  const venue = toySource(createSimulatedSource(only(false)), { id: 'venue' });
  return openMarket([createSimulatedSource(only(true)), venue]);
}
