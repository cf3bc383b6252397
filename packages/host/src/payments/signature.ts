/** The signature of an authorization: EIP-712 data of EIP-3009. */

import type { Hex } from './payment.ts';
import type { Due } from './settler.ts';
import type { Rail } from './terms.ts';

/** Types of the data that is signed. @source https://eips.ethereum.org/EIPS/eip-3009 */
export const AUTHORIZATION_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** Domain of signatures. */
export interface SignedDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: Hex;
}

/** Domain of the signatures of a rail. */
export function domainOf({ domain, chainId, asset }: Pick<Rail, 'domain' | 'chainId' | 'asset'>): SignedDomain {
  return { ...domain, chainId, verifyingContract: asset };
}

/** Hexadecimal digits of a signature of a plain account, with its prefix. */
const PLAIN_LENGTH = 132;

/** Whether the signature is one of a plain account. Others are of contracts, and only their chain can check them. */
export function isPlain({ signature }: Pick<Due, 'signature'>): boolean {
  return signature.length === PLAIN_LENGTH;
}

/** Half of the order of secp256k1: of the two signatures that say the same, tokens take the one below. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a token takes the form of a signature: `s` in the lower half, `v` 27 or 28. @source https://eips.ethereum.org/EIPS/eip-2 */
function isCanonical(signature: Hex): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.slice(130);
  return s <= HALF_ORDER && (v === '1b' || v === '1c');
}

/** Whether the payer signed it. Of plain accounts only. */
export async function isSigned({ terms, authorization, signature }: Due): Promise<boolean> {
  if (!isCanonical(signature)) return false;
  // Loaded with the first payment: a host that sells nothing pays nothing for it.
  const { recoverTypedDataAddress } = await import('viem');
  try {
    const signer = await recoverTypedDataAddress({
      domain: domainOf(terms),
      types: AUTHORIZATION_TYPES,
      primaryType: 'TransferWithAuthorization',
      message: authorization,
      signature,
    });
    return signer.toLowerCase() === authorization.from;
  } catch {
    return false;
  }
}
