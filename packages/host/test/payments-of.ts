/** Payments of hosts in tests. */

import {
  openPayments,
  type OpenPayments,
  type PaymentMode,
  type PaymentsConfig,
  type PaymentsParts,
} from '@barograph/payments';

/** @param config the newest one when left out. */
export const paymentsOf =
  (mode: PaymentMode, config?: PaymentsConfig) =>
  (parts: Omit<PaymentsParts, 'mode'>): OpenPayments =>
    openPayments({ ...parts, mode, config });
