/** Laws of the fills of a market's accounts, under a version. */

import { deepFreeze, integerAtLeast, within } from '@barograph/core';

/** The laws. */
export interface LedgerConfig {
  readonly version: `ledger/${string}`;
  /** Makers trade at every so many whole hours. */
  readonly makerHours: number;
  /** Fees as fractions of the notional: of orders that take from the book, and of those that rest in it. */
  readonly takerFee: number;
  readonly makerFee: number;
}

/** Version 1. Fees are those of the perp venue's lowest tier. */
export const LEDGER_V1: LedgerConfig = deepFreeze({
  version: 'ledger/1',
  makerHours: 1,
  takerFee: 0.000_45,
  makerFee: 0.000_15,
});

/** The laws, checked. @throws {UsageError} naming the field. */
export function checkLedger(config: LedgerConfig): LedgerConfig {
  integerAtLeast('makerHours', config.makerHours, 1);
  within('takerFee', config.takerFee, 0, 0.01);
  within('makerFee', config.makerFee, -0.01, 0.01);
  return config;
}
