/** Offline checks of a payment against its terms. */

import type { ProblemCode } from '@barograph/contract';
import type { PaymentsConfig } from './config.ts';
import type { Payment } from './payment.ts';
import type { Terms } from './terms.ts';

/** Refusal with a code, and a message without secrets of the payment. */
export interface Unfit {
  readonly code: ProblemCode;
  readonly message: string;
}

/** Path and query of a URL; undefined when invalid. */
function placeOf(url: string): string | undefined {
  const base = 'http://localhost';
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, search } = new URL(url, base);
  return `${pathname}${search}`;
}

/** Returns why the payment does not match the terms at `now`, epoch ms; undefined when it does. */
export function unfit(payment: Payment, terms: Terms, now: number, config: PaymentsConfig): Unfit | undefined {
  const { version, scheme, network, accepted, resource, authorization } = payment;
  const wanted = version === 1 ? terms.v1Network : terms.network;
  if (scheme !== 'exact' || network !== wanted) {
    return { code: 'payment_wrong_network', message: `Expected scheme exact on ${wanted}, got another.` };
  }
  if (accepted !== undefined && accepted.asset !== terms.asset) {
    return { code: 'payment_wrong_asset', message: `Expected the asset ${terms.asset}, got another.` };
  }
  const recipients = [authorization.to, accepted?.payTo ?? terms.payTo];
  if (recipients.some((recipient) => recipient !== terms.payTo)) {
    return { code: 'payment_wrong_recipient', message: `Expected a payment to ${terms.payTo}, got one to another.` };
  }
  const amount = terms.amount.toString();
  if (authorization.value !== terms.amount || (accepted?.amount ?? amount) !== amount) {
    return {
      code: 'payment_wrong_amount',
      message: `Expected exactly ${amount} units of USDC, got ${authorization.value}.`,
    };
  }
  if (resource !== undefined && placeOf(resource) !== placeOf(terms.resource)) {
    return { code: 'payment_wrong_resource', message: 'Expected a payment for this URL, got one for another.' };
  }
  return outOfTime(payment, now, config);
}

function outOfTime({ authorization }: Payment, now: number, config: PaymentsConfig): Unfit | undefined {
  const from = Number(authorization.validAfter) * 1000;
  const until = Number(authorization.validBefore) * 1000;
  if (from > now) {
    return { code: 'payment_not_yet_valid', message: 'Expected a payment that is valid now, got one of later.' };
  }
  if (until < now + config.shortestValidMs) {
    return {
      code: 'payment_expired',
      message: 'Expected a payment that is valid for some seconds, got one that ends.',
    };
  }
  if (until > now + config.longestValidMs) {
    const minutes = config.longestValidMs / 60_000;
    const message = `Expected a payment that ends within ${minutes} minutes, got one that is valid for longer.`;
    return { code: 'payment_valid_too_long', message };
  }
  return undefined;
}
