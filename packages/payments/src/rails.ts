/** Rails of networks with real USDC. */

import { PAY_NETWORKS, type PayNetworkName } from '@barograph/contract';
import type { Hex } from './payment.ts';
import type { Rail } from './terms.ts';

/** Builds the rail of a network. @param payTo receiving address. */
export function railOf(name: PayNetworkName, payTo: string): Rail {
  const { network, v1Network, chainId, asset, domain } = PAY_NETWORKS[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the configuration accepts only addresses
  return { network, v1Network, chainId, asset, domain, payTo: payTo.toLowerCase() as Hex, isTest: false };
}
