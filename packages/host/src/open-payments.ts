/** The optional package of payments: a host without it serves everything that is not sold. */

import { err, ok, type Result } from '@barograph/core';
import type { missingPaymentLibraries, openPayments, OpenPayments, PaymentsParts } from '@barograph/payments';
import { codeOf } from '@barograph/store';
import type { Logger } from 'pino';
import { paymentModeOf, type PayConfig } from './config-pay-fields.ts';

/** Opens the payments of a host over its parts. */
export type OpenHostPayments = (parts: Omit<PaymentsParts, 'mode'>) => OpenPayments;

const PACKAGE = '@barograph/payments';

/** The part of the package in use. */
interface Payments {
  readonly openPayments: typeof openPayments;
  readonly missingPaymentLibraries: typeof missingPaymentLibraries;
}

/** The package; undefined where it is not installed. */
async function installed(): Promise<Payments | undefined> {
  try {
    return await import('@barograph/payments');
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(PACKAGE)) return undefined;
    throw error;
  }
}

/**
 * Payments of a configuration.
 *
 * @param isLive its data are live: without an address that is paid nothing is sold then.
 * @returns undefined where nothing is sold, or one line that says what is missing.
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
