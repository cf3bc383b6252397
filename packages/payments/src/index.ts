export { brakeSales } from './brake-sales.ts';
export { PAYMENTS_V1, type PaymentsConfig } from './config.ts';
export { createKeySales } from './keys.ts';
export { createTestLedgerService } from './ledger.ts';
export { missingPaymentLibraries } from './libraries.ts';
export { type PaymentMode, openPayments } from './open.ts';
export type { Seller } from './seller.ts';
