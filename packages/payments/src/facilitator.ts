/** Settles through a facilitator of x402, version 2: it pays the gas, and sees every payment. */

import { paymentLibrary, type Facilitator } from './libraries.ts';
import type { Due, Refusal, Settlement, Settler } from './settler.ts';
import { requirementsOf, type Requirements } from './terms.ts';

/** The payment as version 2 has it. Of version 1 only the envelope differs: what is signed is the same. */
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

/** A reason as it may be shown and kept: a word, never a text that quotes the payment. */
export function wordOf(reason: string | undefined): string {
  return reason !== undefined && /^[a-z0-9_]{1,80}$/.test(reason) ? reason : 'refused';
}

/** The refusal of a reason of x402. */
export function refusalOf(reason: string | undefined): Refusal {
  const word = wordOf(reason);
  if (/insufficient|balance/.test(word)) return { code: 'payment_unfunded', reason: word };
  if (/nonce/.test(word)) return { code: 'payment_replayed', reason: word };
  return { code: /signature/.test(word) ? 'payment_bad_signature' : 'payment_refused', reason: word };
}

/** Reasons that a settlement was not begun for: they come before anything is sent. */
const NOT_SENT = /^(?:invalid_|insufficient_|unsupported_)/;

/** The outcome of an answer of x402. Whatever may have been sent is unknown. */
export function settlementOf(answer: {
  readonly success: boolean;
  readonly transaction: string;
  readonly errorReason?: string | undefined;
}): Settlement {
  if (answer.success) {
    // Without a transaction nobody can look it up: the chain is asked.
    const isNamed = /^0x[0-9a-fA-F]{64}$/.test(answer.transaction);
    return isNamed ? { kind: 'settled', transaction: answer.transaction } : { kind: 'unknown' };
  }
  const word = wordOf(answer.errorReason);
  const isUnsent = answer.transaction === '' && NOT_SENT.test(word) && !/nonce|transaction/.test(word);
  return isUnsent ? { kind: 'failed', reason: word } : { kind: 'unknown' };
}

/** A settler over a facilitator. @param standing reads the chain. */
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
