/** Networks where real USDC is taken. */

import type { Hex } from './payment.ts';
import type { Rail } from './terms.ts';

/** A network, without the one who is paid. */
export interface Network extends Omit<Rail, 'payTo' | 'isTest'> {
  /** Node that is asked when no other is configured. */
  readonly rpcUrl: string;
}

/** Names of the networks, as version 1 has them. */
export const NETWORK_NAMES = ['base', 'base-sepolia'] as const;
/** Name of a network. */
export type NetworkName = (typeof NETWORK_NAMES)[number];

/** Networks by name. @source https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const NETWORKS: Readonly<Record<NetworkName, Network>> = {
  base: {
    network: 'eip155:8453',
    v1Network: 'base',
    chainId: 8453,
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    domain: { name: 'USD Coin', version: '2' },
    rpcUrl: 'https://mainnet.base.org',
  },
  'base-sepolia': {
    network: 'eip155:84532',
    v1Network: 'base-sepolia',
    chainId: 84_532,
    asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    domain: { name: 'USDC', version: '2' },
    rpcUrl: 'https://sepolia.base.org',
  },
};

/** The rail of a network. @param payTo who is paid. */
export function railOf(name: NetworkName, payTo: string): Rail {
  const { network, v1Network, chainId, asset, domain } = NETWORKS[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the config takes addresses alone
  return { network, v1Network, chainId, asset, domain, payTo: payTo.toLowerCase() as Hex, isTest: false };
}
