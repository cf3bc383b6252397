export { PAYMENTS_V1, type PaymentsConfig } from './config.ts';
export { missingPaymentLibraries } from './libraries.ts';
export { openPayments, type OpenPayments, type PaymentMode, type PaymentsParts } from './open.ts';
export type { Outcome } from './sale.ts';
export type { Seller } from './seller.ts';
