/** Operations sold without a key: prices, parameters and errors. */

import { UsageError } from '@barograph/core';
import { Type } from 'typebox';
import { DATASETS } from '../datasets.ts';
import type { Access } from '../tiers.ts';
import type { DeclaredError } from '../declared-error.ts';
import { ARCHIVE_TYPES, PLANS, PURCHASE_PATH, REQUEST_PRICES, SUBSCRIBE_PATH } from './prices.ts';

/** Price of an operation without a key. */
export interface Payable {
  /** Item that the payer receives. */
  readonly sells: 'answer' | 'key' | 'file';
  /** Parameter that selects the price; undefined with a single price. */
  readonly by?: { readonly in: 'body' | 'query'; readonly name: string };
  /** Prices, USD, by the value of that parameter; by `answer` with a single price. */
  readonly prices: Readonly<Record<string, string>>;
  readonly description: string;
  /** Example query, when the examples of single parameters do not form a request. */
  readonly example?: Readonly<Record<string, string>>;
  /** Access required of a key, if different from the operation's. */
  readonly keyed?: Access;
}

const usdOfAll = (table: Readonly<Record<string, { readonly usd: string }>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([name, { usd }]) => [name, usd]));

const CHOSEN: Readonly<Record<string, Payable>> = {
  [SUBSCRIBE_PATH]: {
    sells: 'key',
    by: { in: 'body', name: 'plan' },
    prices: usdOfAll(PLANS),
    description: 'A key for the duration of a plan',
  },
  [PURCHASE_PATH]: {
    sells: 'file',
    by: { in: 'query', name: 'data_type' },
    prices: usdOfAll(ARCHIVE_TYPES),
    example: { data_type: 'klines', exchange: 'perpdex', symbol: 'BTC', date: '2026-11-17' },
    description: 'One file of the archive',
    keyed: DATASETS.archive.access,
  },
};

/** Price of an operation by its path below `/api/v1`; undefined when not sold. */
export function payableOf(path: string): Payable | undefined {
  const chosen = CHOSEN[path];
  if (chosen !== undefined) return chosen;
  const price = REQUEST_PRICES[path];
  return price === undefined
    ? undefined
    : { sells: 'answer', prices: { answer: price.usd }, description: price.content };
}

/**
 * Price of a checked request, USD.
 *
 * @throws {UsageError} when the request names no price, because it was not checked.
 * @example
 * const payable = { by: { in: 'body', name: 'plan' }, prices: { day: '0.5', month: '9' } } as const;
 * priceOf(payable, { query: {}, body: { plan: 'month' } }); // → '9'
 */
export function priceOf(
  { by, prices }: Pick<Payable, 'by' | 'prices'>,
  request: { readonly query: unknown; readonly body: unknown },
): string {
  const input: unknown = by === undefined ? undefined : by.in === 'body' ? request.body : request.query;
  const chosen: unknown =
    by === undefined ? 'answer' : Object.entries(input ?? {}).find(([name]) => name === by.name)?.[1];
  const price = typeof chosen === 'string' && Object.hasOwn(prices, chosen) ? prices[chosen] : undefined;
  if (price === undefined) throw new UsageError(`"${by?.name ?? 'price'}" expected one that is for sale, got another`);
  return price;
}

/** Request headers of a payment. */
export const PAYMENT_HEADERS = Type.Object({
  'x-payment': Type.Optional(
    Type.String({ description: 'A signed x402 payment instead of a key. With a key it is not looked at.' }),
  ),
  'payment-signature': Type.Optional(
    Type.String({ description: 'The same, under the name that version 2 of x402 has for it; send one.' }),
  ),
});

/** Errors of a payment. */
export const PAYMENT_ERRORS: readonly DeclaredError[] = [
  {
    code: 'x402',
    when: 'Without a key and without a payment: Payment-Required and accepts name price, network and recipient.',
  },
  {
    code: 'payment_refused',
    when: 'The payment is not one for this request, or not valid: payment_expired, payment_not_yet_valid, payment_valid_too_long, payment_wrong_amount, payment_wrong_asset, payment_wrong_network, payment_wrong_recipient, payment_wrong_resource, payment_bad_signature, payment_unfunded, payment_refused or payment_failed. Nothing was charged.',
  },
  { code: 'payment_malformed', when: 'The payment cannot be read; two_payments: more than one was sent.' },
  { code: 'payment_replayed', when: 'The payment is that of another request, or what it bought was delivered.' },
  {
    code: 'payment_unknown',
    when: 'The payment may have been settled: send the same one again after Retry-After, never a new one.',
  },
  { code: 'payments_unavailable', when: 'Payments cannot be checked now; nothing was charged.' },
];
