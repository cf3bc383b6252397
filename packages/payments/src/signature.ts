/** The signature of an authorization: EIP-712 data of EIP-3009. */

import type { Authorization, Hex } from './payment.ts';
import type { Due } from './settler.ts';
import type { Rail } from './terms.ts';

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

/** Length of a plain account's signature in hexadecimal, with prefix. */
const PLAIN_LENGTH = 132;

/** Whether a plain account signed. Signatures of contracts can be checked only on their chain. */
export function isPlain({ signature }: Pick<Due, 'signature'>): boolean {
  return signature.length === PLAIN_LENGTH;
}

/** Half of the order of secp256k1: tokens accept only the lower of two equivalent signatures. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a token accepts the signature's form: `s` in the lower half, `v` 27 or 28. @source https://eips.ethereum.org/EIPS/eip-2 */
function isCanonical(signature: Hex): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.slice(130);
  return s <= HALF_ORDER && (v === '1b' || v === '1c');
}

/** Signed type. @source https://eips.ethereum.org/EIPS/eip-3009 */
const AUTHORIZATION =
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
const DOMAIN = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';

type Hash = (data: Uint8Array) => Uint8Array;

/** Encodes a 32-byte word. */
function wordOf(value: Hex | bigint | number): Buffer {
  return Buffer.from(BigInt(value).toString(16).padStart(64, '0'), 'hex');
}

/** Hash that the payer signs. @source https://eips.ethereum.org/EIPS/eip-712 */
export function signedHash(
  keccak: Hash,
  { name, version, chainId, verifyingContract }: SignedDomain,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
): Uint8Array {
  const hashOf = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
    keccak(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
  const domain = hashOf(hashOf(DOMAIN), hashOf(name), hashOf(version), wordOf(chainId), wordOf(verifyingContract));
  const message = hashOf(hashOf(AUTHORIZATION), ...[from, to, value, validAfter, validBefore, nonce].map(wordOf));
  return hashOf(Buffer.of(0x19, 0x01), domain, message);
}

/** Whether the payer, a plain account, signed the authorization. */
export async function isSigned({ terms, authorization, signature }: Due): Promise<boolean> {
  if (!isCanonical(signature)) return false;
  // Loaded with the first payment, so that other hosts do not load it.
  const [{ keccak_256: keccak }, { Point, recoverPublicKey }] = await Promise.all([
    import('@noble/hashes/sha3.js'),
    import('@noble/secp256k1'),
  ]);
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovered = Buffer.concat([Buffer.of(bytes[64]! - 27), bytes.subarray(0, 64)]);
  try {
    const hash = signedHash(keccak, domainOf(terms), authorization);
    const key = Point.fromBytes(recoverPublicKey(recovered, hash, { prehash: false })).toBytes(false);
    return `0x${Buffer.from(keccak(key.subarray(1))).toString('hex', 12)}` === authorization.from;
  } catch {
    return false;
  }
}
