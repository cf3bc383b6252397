/** Networks on which real USDC is accepted. */

/** A network with its USDC. */
export interface PayNetwork {
  /** CAIP-2 name: `eip155:8453`. */
  readonly network: string;
  /** The name of x402 version 1: `base`. */
  readonly v1Network: string;
  readonly chainId: number;
  /** Contract of USDC, lower case. */
  readonly asset: `0x${string}`;
  /** EIP-712 domain of the contract. @source https://eips.ethereum.org/EIPS/eip-712 */
  readonly domain: { readonly name: string; readonly version: string };
  /** URL of the default node. */
  readonly rpcUrl: string;
}

/** Names of the networks in x402 version 1. */
export const PAY_NETWORK_NAMES = ['base', 'base-sepolia'] as const;
/** Name of a network in x402 version 1. */
export type PayNetworkName = (typeof PAY_NETWORK_NAMES)[number];

/** Networks by name. @source https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const PAY_NETWORKS: Readonly<Record<PayNetworkName, PayNetwork>> = {
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
