/** Chains with pools, and addresses on them. */

/** Chains, in the order of reports. */
export const POOL_CHAINS = ['solana', 'ethereum', 'base', 'bsc', 'arbitrum'] as const;

/** Chain with pools. */
export type PoolChain = (typeof POOL_CHAINS)[number];

/** Family of a chain: `evm` tokens are contracts of their own, `solana` tokens accounts of a common program. */
export type ChainFamily = 'evm' | 'solana';

/**
 * The family of a chain.
 *
 * @example
 * chainFamily('solana'); // → 'solana'
 */
export function chainFamily(chain: PoolChain): ChainFamily {
  return chain === 'solana' ? 'solana' : 'evm';
}

const EVM_ADDRESS = /^0x[\da-f]{40}$/;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Bytes of a Solana address, and the texts that may encode them. */
const KEY_BYTES = 32;
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Number of bytes that a base58 text encodes. */
function base58Bytes(text: string): number {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const leading = /^1*/.exec(text)![0].length;
  return leading + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/**
 * Normalises an address, so that equal addresses are equal texts: lower case when the chain ignores case, unchanged
 * otherwise.
 *
 * @returns the address; undefined when the text is not an address of the chain.
 * @source Ethereum Improvement Proposal 55 (case is a checksum only); Solana: base58 of 32 bytes.
 * @example
 * tokenAddress('base', '0xAF2E4F3E10B8D06ECECABBB7F8A7022C6EAB7B07'); // '0xaf2e…'
 */
export function tokenAddress(chain: PoolChain, text: string): string | undefined {
  if (chainFamily(chain) === 'evm') {
    const lower = text.toLowerCase();
    return EVM_ADDRESS.test(lower) ? lower : undefined;
  }
  return BASE58_ADDRESS.test(text) && base58Bytes(text) === KEY_BYTES ? text : undefined;
}
