/** Rails of networks where real USDC is taken. */

import { PAY_NETWORKS, type PayNetworkName } from '@barograph/contract';
import type { Hex } from './payment.ts';
import type { Rail } from './terms.ts';

/** The rail of a network. @param payTo who is paid. */
export function railOf(name: PayNetworkName, payTo: string): Rail {
  const { network, v1Network, chainId, asset, domain } = PAY_NETWORKS[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the config takes addresses alone
  return { network, v1Network, chainId, asset, domain, payTo: payTo.toLowerCase() as Hex, isTest: false };
}
