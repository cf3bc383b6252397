/** Settles through an x402 version 2 facilitator, which pays the gas and sees every payment. */

import { paymentLibrary, type Facilitator } from './libraries.ts';
import type { Due, Refusal, Settlement, Settler } from './settler.ts';
import { requirementsOf, type Requirements } from './terms.ts';

/** Payment in version 2 format. Version 1 differs only in the envelope; the signed data are the same. */
export function payloadOf({ terms, authorization, signature }: Due): object {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const signed = {
    from,
    to,
    value: value.toString(),
    validAfter: validAfter.toString(),
    validBefore: validBefore.toString(),
    nonce,
  };
  const accepted: Requirements = requirementsOf(terms);
  return { x402Version: 2, accepted, payload: { authorization: signed, signature } };
}

/** Reduces a reason to a code word, which cannot quote the payment. */
export function wordOf(reason: string | undefined): string {
  return reason !== undefined && /^[a-z0-9_]{1,80}$/.test(reason) ? reason : 'refused';
}

/** Maps an x402 reason to a refusal. */
export function refusalOf(reason: string | undefined): Refusal {
  const word = wordOf(reason);
  if (/insufficient|balance/.test(word)) return { code: 'payment_unfunded', reason: word };
  if (/nonce/.test(word)) return { code: 'payment_replayed', reason: word };
  return { code: /signature/.test(word) ? 'payment_bad_signature' : 'payment_refused', reason: word };
}

/** Reasons given before a settlement is sent. */
const NOT_SENT = /^(?:invalid_|insufficient_|unsupported_)/;

/** Maps an x402 answer to an outcome; `unknown` when a transaction may have been sent. */
export function settlementOf(answer: {
  readonly success: boolean;
  readonly transaction: string;
  readonly errorReason?: string | undefined;
}): Settlement {
  if (answer.success) {
    // Without a transaction hash the chain must be queried.
    const isNamed = /^0x[0-9a-fA-F]{64}$/.test(answer.transaction);
    return isNamed ? { kind: 'settled', transaction: answer.transaction } : { kind: 'unknown' };
  }
  const word = wordOf(answer.errorReason);
  const isUnsent = answer.transaction === '' && NOT_SENT.test(word) && !/nonce|transaction/.test(word);
  return isUnsent ? { kind: 'failed', reason: word } : { kind: 'unknown' };
}

/** Creates a settler over a facilitator. @param standing reads the chain. */
export function createFacilitatorSettler(url: string, timeoutMs: number, standing: Settler['standing']): Settler {
  let opened: Promise<Facilitator> | undefined;
  const client = async () => {
    opened ??= paymentLibrary('@x402/core/http').then((http) => new http.HTTPFacilitatorClient({ url, timeoutMs }));
    return opened;
  };
  return {
    standing,
    verify: async (due) => {
      const { isValid, invalidReason } = await (await client()).verify(payloadOf(due), requirementsOf(due.terms));
      return isValid ? undefined : refusalOf(invalidReason);
    },
    settle: async (due) => settlementOf(await (await client()).settle(payloadOf(due), requirementsOf(due.terms))),
  };
}
