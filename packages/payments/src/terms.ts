/** Price of a request in x402 terms, versions 1 and 2. */

import {
  PROBLEM_STATUS,
  usdOf,
  type Bazaar,
  type PaymentRequiredBody,
  type Problem,
  type ProblemCode,
} from '@barograph/contract';
import type { Hex } from './payment.ts';

/** Network with its USDC contract and receiving address. */
export interface Rail {
  /** CAIP-2 id: `eip155:8453`. */
  readonly network: string;
  /** Name in x402 version 1: `base`. */
  readonly v1Network: string;
  readonly chainId: number;
  /** Contract of USDC, lower case. */
  readonly asset: Hex;
  /** EIP-712 domain of the contract. @source https://eips.ethereum.org/EIPS/eip-712 */
  readonly domain: { readonly name: string; readonly version: string };
  /** Lower case. */
  readonly payTo: Hex;
  /** Whether the network moves no real money. */
  readonly isTest: boolean;
}

/** Price of a request. */
export interface Terms extends Rail {
  /** Units of USDC. */
  readonly amount: bigint;
  /** URL of the request. */
  readonly resource: string;
  readonly description: string;
  readonly validSeconds: number;
  /** Request and reply of the resource for facilitators' catalogues; absent when the terms are not shown. */
  readonly bazaar?: Bazaar | undefined;
}

/** Catalogue entry of the service: printable ASCII, at most 32 characters each, at most five tags. */
const SERVICE = { serviceName: 'Barograph', tags: ['crypto', 'market-regimes', 'volatility', 'derivatives'] };

/** One entry of `accepts`, version 2. */
export interface Requirements {
  scheme: 'exact';
  network: `${string}:${string}`;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, unknown>;
}

/** Converts terms to an `accepts` entry. */
export function requirementsOf(terms: Terms): Requirements {
  const { network, asset, payTo, amount, validSeconds, domain } = terms;
  return {
    scheme: 'exact',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every rail has a name of CAIP-2
    network: network as `${string}:${string}`,
    amount: amount.toString(),
    asset,
    payTo,
    maxTimeoutSeconds: validSeconds,
    extra: { ...domain },
  };
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** Builds a 402 with the price, in the header for version 2 and in the body for version 1. */
export function paymentRequired(terms: Terms, code: ProblemCode, message: string): Problem {
  const { resource, description, v1Network, amount, bazaar } = terms;
  const requirements = requirementsOf(terms);
  const about = { url: resource, description, mimeType: 'application/json' };
  const offer = {
    ...requirements,
    network: v1Network,
    maxAmountRequired: amount.toString(),
    resource,
    description,
    mimeType: 'application/json',
    outputSchema: bazaar?.info ?? {},
    test: terms.isTest,
  };
  const body: PaymentRequiredBody = {
    detail: { error: code, message },
    x402Version: 1,
    error: code,
    accepts: [offer],
  };
  const v2 = {
    x402Version: 2,
    error: code,
    resource: { ...about, ...SERVICE },
    accepts: [requirements],
    ...(bazaar === undefined ? {} : { extensions: { bazaar } }),
  };
  return { status: PROBLEM_STATUS[code], headers: { 'payment-required': base64(v2) }, body };
}

/** Message of an unpaid request. */
export function priceText({ amount, network, isTest }: Terms): string {
  const money = isTest ? 'USDC of the test ledger, which are no money' : 'USDC';
  return `This costs ${usdOf(amount)} ${money} on ${network}, or send a key in X-API-Key.`;
}

/** Headers of a paid answer. */
export function receiptHeaders(
  { network, v1Network }: Rail,
  version: 1 | 2,
  payer: string,
  transaction: string,
): Readonly<Record<string, string>> {
  const receipt = base64({ success: true, transaction, network: version === 1 ? v1Network : network, payer });
  return { 'payment-response': receipt, 'x-payment-response': receipt, 'cache-control': 'private, no-store' };
}
