/** Optional package of payments: without it a host serves everything that is not sold. */

import { err, ok, type Result } from '@barograph/core';
import type { missingPaymentLibraries, openPayments, OpenPayments, PaymentsParts } from '@barograph/payments';
import { codeOf } from '@barograph/store';
import type { Logger } from 'pino';
import { paymentModeOf, type PayConfig } from './config-pay-fields.ts';

/** Opens payments with the parts of a host. */
export type OpenHostPayments = (parts: Omit<PaymentsParts, 'mode'>) => OpenPayments;

const PACKAGE = '@barograph/payments';

/** Used part of the package. */
interface Payments {
  readonly openPayments: typeof openPayments;
  readonly missingPaymentLibraries: typeof missingPaymentLibraries;
}

/** The package; undefined when it is not installed. */
async function installed(): Promise<Payments | undefined> {
  try {
    return await import('@barograph/payments');
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(PACKAGE)) return undefined;
    throw error;
  }
}

/**
 * Payments for a configuration.
 *
 * @param isLive whether the host serves live data; without a recipient nothing is sold then.
 * @returns undefined when nothing is sold, or one line that states what is missing.
 */
export async function hostPayments(
  config: PayConfig,
  isLive: boolean,
  log: Logger,
): Promise<Result<OpenHostPayments | undefined, string>> {
  const mode = paymentModeOf(config, isLive);
  if (mode === undefined) return ok(undefined);
  const payments = await installed();
  if (payments === undefined) {
    if (mode.kind === 'real') return err(`payTo: expected the package ${PACKAGE}, which is not installed`);
    log.warn({ package: PACKAGE }, 'payments are off: not installed');
    return ok(undefined);
  }
  const missing = mode.kind === 'real' ? payments.missingPaymentLibraries() : undefined;
  return missing === undefined ? ok((parts) => payments.openPayments({ ...parts, mode })) : err(missing);
}
