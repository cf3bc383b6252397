/** Parses payments of clients: x402 payloads of version 1 or 2 with an EIP-3009 authorization. */

import { problem, type Problem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { IncomingHttpHeaders } from 'node:http';
import { NestingError, parseBounded } from '@barograph/runtime';

/** Hexadecimal bytes. */
export type Hex = `0x${string}`;

/** Transfer that a payer signed. Addresses and nonce in lower case. @source https://eips.ethereum.org/EIPS/eip-3009 */
export interface Authorization {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  /** Epoch s. */
  readonly validAfter: bigint;
  /** Epoch s. */
  readonly validBefore: bigint;
  readonly nonce: Hex;
}

/** Accepted offer, in version 2. */
export interface Accepted {
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly amount: string;
}

/** Parsed payment, not checked yet. */
export interface Payment {
  readonly version: 1 | 2;
  readonly scheme: string;
  /** Network as sent: `eip155:8453` in version 2, `base` in version 1. */
  readonly network: string;
  readonly authorization: Authorization;
  readonly signature: Hex;
  /** Version 2. */
  readonly accepted: Accepted | undefined;
  /** URL that version 2 may name. */
  readonly resource: string | undefined;
}

const HEADERS = ['x-payment', 'payment-signature'] as const;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const NONCE = /^0x[0-9a-f]{64}$/;
const SIGNATURE = /^0x(?:[0-9a-f]{2}){65,1000}$/;
const UNITS = /^\d{1,30}$/;
const SECONDS = /^\d{1,15}$/;

/** Invalid value. Names the field, never the value, which may be a signature. */
class BadPayment extends Error {
  constructor(field: string, expected: string) {
    super(`${field}: expected ${expected}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadPayment(field, 'an object');
  return { ...value };
}

function textOf(fields: Fields, name: string, form: RegExp, expected: string): string {
  const value = fields[name];
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!form.test(text)) throw new BadPayment(name, expected);
  return text;
}
const hexOf = (fields: Fields, name: string, form: RegExp, expected: string): Hex =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every form begins with 0x
  textOf(fields, name, form, expected) as Hex;
const wordOf = (fields: Fields, name: string): string => textOf(fields, name, /^.{1,200}$/, 'a text');

function authorizationOf(value: unknown): Authorization {
  const fields = fieldsOf(value, 'payload.authorization');
  return {
    from: hexOf(fields, 'from', ADDRESS, 'an address'),
    to: hexOf(fields, 'to', ADDRESS, 'an address'),
    value: BigInt(textOf(fields, 'value', UNITS, 'whole units as text')),
    validAfter: BigInt(textOf(fields, 'validAfter', SECONDS, 'epoch seconds as text')),
    validBefore: BigInt(textOf(fields, 'validBefore', SECONDS, 'epoch seconds as text')),
    nonce: hexOf(fields, 'nonce', NONCE, '32 bytes in hexadecimal'),
  };
}

function paymentOf(value: unknown): Payment {
  const whole = fieldsOf(value, 'payment');
  const version = whole['x402Version'];
  if (version !== 1 && version !== 2) throw new BadPayment('x402Version', '1 or 2');
  const payload = fieldsOf(whole['payload'], 'payload');
  const signed = {
    authorization: authorizationOf(payload['authorization']),
    signature: hexOf(payload, 'signature', SIGNATURE, 'a signature in hexadecimal'),
  };
  if (version === 1) {
    const [scheme, network] = [wordOf(whole, 'scheme'), wordOf(whole, 'network')];
    return { version, scheme, network, ...signed, accepted: undefined, resource: undefined };
  }
  const accepted = fieldsOf(whole['accepted'], 'accepted');
  const about = whole['resource'];
  const url = about === undefined ? undefined : fieldsOf(about, 'resource')['url'];
  return {
    version,
    scheme: wordOf(accepted, 'scheme'),
    network: wordOf(accepted, 'network'),
    ...signed,
    accepted: {
      network: wordOf(accepted, 'network'),
      asset: wordOf(accepted, 'asset'),
      payTo: wordOf(accepted, 'payTo'),
      amount: wordOf(accepted, 'amount'),
    },
    resource: typeof url === 'string' ? url : undefined,
  };
}

const malformed = (message: string): Result<never, Problem> => err(problem('payment_malformed', message));

/**
 * Reads the payment of a request: undefined without a payment, or the 400 of an unreadable one.
 *
 * @param most maximum size of the header, bytes.
 */
export function readPayment(headers: IncomingHttpHeaders, most: number): Result<Payment | undefined, Problem> {
  const sent = HEADERS.flatMap((name) => headers[name] ?? []);
  const [text] = sent;
  if (text === undefined) return ok(undefined);
  // Node joins repeated headers by commas, which do not occur in Base64.
  if (sent.length > 1 || text.includes(',')) {
    return err(problem('two_payments', 'Expected one payment, got two: send X-Payment or Payment-Signature, once.'));
  }
  if (text.length > most) return malformed(`Expected a payment of at most ${most} bytes, got ${text.length}.`);
  if (!BASE64.test(text)) return malformed('Expected a payment in Base64, got another text.');
  try {
    return ok(paymentOf(parseBounded(Buffer.from(text, 'base64').toString('utf8'))));
  } catch (error) {
    if (error instanceof BadPayment) return malformed(`The payment is not well formed: ${error.message}.`);
    if (error instanceof NestingError) return malformed(error.message);
    return malformed('Expected a payment of JSON in Base64, got another text.');
  }
}
