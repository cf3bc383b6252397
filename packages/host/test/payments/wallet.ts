/** Wallets, and payments that they sign. */

import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import { getPublicKey, signAsync } from '@noble/secp256k1';
import type { Authorization, Hex } from '../../../payments/src/payment.ts';
import { domainOf, signedHash, type SignedDomain } from '../../../payments/src/signature.ts';
import { TEST_RAIL } from '../../../payments/src/ledger.ts';
import type { Rail } from '../../../payments/src/terms.ts';

/** Signs authorizations, as wallets of viem do. */
export interface Wallet {
  /** With the capitals of its checksum. */
  readonly address: Hex;
  signTypedData(data: AuthorizationData): Promise<Hex>;
}

/** An authorization as EIP-712 data. */
interface AuthorizationData {
  readonly domain: SignedDomain;
  readonly types: typeof AUTHORIZATION_TYPES;
  readonly primaryType: 'TransferWithAuthorization';
  readonly message: Authorization;
}

/** Types of the data. @source https://eips.ethereum.org/EIPS/eip-3009 */
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

/** Private key that is a number. */
export const keyOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;

/** An address with the capitals of its checksum. @source https://eips.ethereum.org/EIPS/eip-55 */
function checksummed(digits: string): Hex {
  const hash = Buffer.from(keccak(Buffer.from(digits))).toString('hex');
  return `0x${Array.from(digits, (digit, i) => (hash[i]! > '7' ? digit.toUpperCase() : digit)).join('')}`;
}

/** A wallet whose key is a number. */
export function wallet(number: number): Wallet {
  const key = Buffer.from(keyOf(number).slice(2), 'hex');
  return {
    address: checksummed(Buffer.from(keccak(getPublicKey(key, false).subarray(1))).toString('hex', 12)),
    signTypedData: async ({ domain, message }) => {
      const hash = signedHash(keccak, domain, message);
      const [recovery, ...rest] = await signAsync(hash, key, { prehash: false, format: 'recovered' });
      return `0x${Buffer.from([...rest, recovery! + 27]).toString('hex')}`;
    },
  };
}

/** A payment but for what a test changes. */
export interface Signing {
  readonly wallet: Wallet;
  readonly units: bigint;
  /** Epoch ms. */
  readonly now: number;
  readonly nonce?: number;
  readonly rail?: Rail;
  readonly to?: string;
  readonly validAfter?: number;
  readonly validBefore?: number;
  readonly version?: 1 | 2;
  /** Changed in the payload after it was signed. */
  readonly accepted?: Readonly<Record<string, unknown>>;
  readonly resource?: string;
  readonly signature?: Hex;
  /** Changed in the authorization after it was signed. */
  readonly authorization?: Readonly<Record<string, string>>;
  /** The signature in its other form, which says the same. */
  readonly malleated?: boolean;
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function malleated(signature: Hex): Hex {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`;
}

let nonces = 0;

/** The text of a payment header. */
export async function payment(signing: Signing): Promise<string> {
  const { wallet: payer, units, now, rail = TEST_RAIL, version = 2, resource } = signing;
  const authorization = {
    from: payer.address,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests send addresses
    to: (signing.to ?? rail.payTo) as Hex,
    value: units,
    validAfter: BigInt(Math.floor((signing.validAfter ?? now - 60_000) / 1000)),
    validBefore: BigInt(Math.floor((signing.validBefore ?? now + 120_000) / 1000)),
    nonce: `0x${(signing.nonce ?? ++nonces).toString(16).padStart(64, '0')}` as const,
  };
  const signature =
    signing.signature ??
    (await payer.signTypedData({
      domain: domainOf(rail),
      types: AUTHORIZATION_TYPES,
      primaryType: 'TransferWithAuthorization',
      message: authorization,
    }));
  const texts = Object.fromEntries(Object.entries(authorization).map(([name, value]) => [name, String(value)]));
  const payload = {
    authorization: { ...texts, ...signing.authorization },
    signature: signing.malleated === true ? malleated(signature) : signature,
  };
  const accepted = {
    scheme: 'exact',
    network: rail.network,
    asset: rail.asset,
    payTo: rail.payTo,
    amount: String(units),
    maxTimeoutSeconds: 120,
    extra: rail.domain,
    ...signing.accepted,
  };
  const whole =
    version === 1
      ? { x402Version: 1, scheme: 'exact', network: rail.v1Network, payload, ...signing.accepted }
      : { x402Version: 2, ...(resource === undefined ? {} : { resource: { url: resource } }), accepted, payload };
  return Buffer.from(JSON.stringify(whole)).toString('base64');
}
