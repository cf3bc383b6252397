/** Pays for calls by x402. The caller's wallet signs; this module never sees its key. */

import type { World } from './perform.ts';

/** A signer, such as a viem account. */
export interface Wallet {
  readonly address: string;
  /** Signs EIP-712 data. */
  signTypedData(data: SignedData): Promise<string>;
}

/** EIP-712 data of an EIP-3009 transfer. @source https://eips.ethereum.org/EIPS/eip-3009 */
export interface SignedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    /** Chain of the transfer, as in CAIP-2 after `eip155:`. */
    readonly chainId: number;
    readonly verifyingContract: `0x${string}`;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: 'TransferWithAuthorization';
  readonly message: Readonly<Record<string, string | bigint>>;
}

/** Wallet and payment limits. */
export interface Paying {
  readonly wallet: Wallet;
  /** Maximum per payment, USD. More expensive calls are not paid. */
  readonly mostUsd: number;
  /** Accepted networks, CAIP-2. @default the networks of {@link USDC_OF} */
  readonly networks?: readonly string[] | undefined;
  /** Called after every settled payment. */
  readonly onPaid?: ((paid: Paid) => void) | undefined;
}

/** A settled payment. */
export interface Paid {
  /** Amount in millionths of a USDC. */
  readonly units: bigint;
  readonly network: string;
  /** Hash of the transaction. */
  readonly transaction: string;
}

/** USDC contracts by network. The last is this service's test ledger, without real money. */
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

/** Entry of `accepts`, x402 version 2. */
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
  /** Returned unchanged: facilitators list a resource by them. */
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

/** First entry within the limits; undefined without one. */
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
    // Starts 600 s ago, because clocks differ.
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

/** World of a call that may be paid once. */
export interface PayingCall extends World {
  /** Payment header of the call; undefined before payment. */
  payment(): string | undefined;
}

/**
 * Wraps the world for one call: pays a 402 and repeats the request. Later attempts send the same payment; a call is never
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
