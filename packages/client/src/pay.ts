/** Pays for calls by x402, with a wallet that is passed in: it signs, and nothing else here knows its key. */

import type { World } from './perform.ts';

/** A signer: an account of viem is one. */
export interface Wallet {
  readonly address: string;
  /** Signs data of EIP-712. */
  signTypedData(data: SignedData): Promise<string>;
}

/** Data of EIP-712 that is signed: a transfer of EIP-3009. @source https://eips.ethereum.org/EIPS/eip-3009 */
export interface SignedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: `0x${string}`;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: 'TransferWithAuthorization';
  readonly message: Readonly<Record<string, string | bigint>>;
}

/** Limits of payments, and the wallet. */
export interface Paying {
  readonly wallet: Wallet;
  /** Most of one payment, USD. A dearer call is not paid. */
  readonly mostUsd: number;
  /** Networks that are paid on, as CAIP-2 has them; those of {@link USDC_OF} when left out. */
  readonly networks?: readonly string[] | undefined;
  /** Told of every payment that was settled. */
  readonly onPaid?: ((paid: Paid) => void) | undefined;
}

/** A payment that was settled. */
export interface Paid {
  /** Units of USDC, a millionth each. */
  readonly units: bigint;
  readonly network: string;
  /** Hash of the transaction. */
  readonly transaction: string;
}

/** Contracts of USDC, by network. The last one is the test ledger of this service: nothing there is money. */
export const USDC_OF: Readonly<Record<string, string>> = {
  'eip155:8453': '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  'eip155:84532': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  'eip155:402402402402': '0x006261726f677261706820746573742055534443',
};

const USDC_UNITS = 1_000_000;
const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** One entry of `accepts` of version 2. */
interface Offer {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly name: string; readonly version: string };
}
interface Required {
  readonly accepts: readonly Offer[];
  readonly resource?: { readonly url: string };
  /** Sent back as they came: facilitators list a resource by them. */
  readonly extensions?: object;
}

const encoded = (value: unknown): string => btoa(JSON.stringify(value));
function decoded(header: string | null): unknown {
  try {
    return header === null ? undefined : JSON.parse(atob(header));
  } catch {
    return undefined;
  }
}

/** The entry that may be paid, if there is one. */
function chosen(accepts: readonly Offer[], { mostUsd, networks }: Paying): Offer | undefined {
  return accepts.find(
    ({ scheme, network, amount, asset }) =>
      scheme === 'exact' &&
      (networks?.includes(network) ?? true) &&
      USDC_OF[network] === asset.toLowerCase() &&
      /^\d{1,15}$/.test(amount) &&
      Number(amount) <= mostUsd * USDC_UNITS,
  );
}

async function signed(
  offer: Offer,
  { resource, extensions }: Pick<Required, 'resource' | 'extensions'>,
  { wallet }: Paying,
  now: number,
): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const seconds = Math.floor(now / 1000);
  const authorization = {
    from: wallet.address,
    to: offer.payTo,
    value: offer.amount,
    // Clocks differ: it holds from a while ago.
    validAfter: String(seconds - 600),
    validBefore: String(seconds + offer.maxTimeoutSeconds),
    nonce,
  };
  const { from, to, value, validAfter, validBefore } = authorization;
  const signature = await wallet.signTypedData({
    domain: {
      ...offer.extra,
      chainId: Number(offer.network.split(':')[1]),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a contract of the table above
      verifyingContract: offer.asset as `0x${string}`,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  });
  return encoded({
    x402Version: 2,
    ...(resource === undefined ? {} : { resource }),
    ...(extensions === undefined ? {} : { extensions }),
    accepted: offer,
    payload: { authorization, signature },
  });
}

/** The world of one call that may be paid once. */
export interface PayingCall extends World {
  /** The payment of the call, as a header; undefined before it was made. */
  payment(): string | undefined;
}

/**
 * Wraps the world for one call: a 402 is paid and asked again, and every later attempt sends that same payment. It is never
 * paid twice.
 */
export function payingCall(world: World, pay: Paying): PayingCall {
  let payment: string | undefined;
  let offer: Offer | undefined;
  const ask = async (url: string, init: RequestInit): Promise<Response> => {
    const headers =
      payment === undefined
        ? init.headers
        : [...new Headers(init.headers), ['payment-signature', payment] as [string, string]];
    const response = await world.fetch(url, { ...init, ...(headers === undefined ? {} : { headers }) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a header of x402
    const receipt = decoded(response.headers.get('payment-response')) as { readonly transaction: string } | undefined;
    if (response.ok && offer !== undefined && receipt !== undefined) {
      pay.onPaid?.({ units: BigInt(offer.amount), network: offer.network, transaction: receipt.transaction });
    }
    return response;
  };
  return {
    ...world,
    payment: () => payment,
    fetch: async (url, init) => {
      const response = await ask(url, init);
      if (response.status !== 402 || payment !== undefined) return response;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a header of x402; what is paid of it is checked
      const required = decoded(response.headers.get('payment-required')) as Required | undefined;
      offer = required === undefined ? undefined : chosen(required.accepts, pay);
      if (offer === undefined) return response;
      payment = await signed(offer, required ?? {}, pay, world.now());
      return ask(url, init);
    },
  };
}
