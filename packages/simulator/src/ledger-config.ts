/** Parameters of the fills of a market's accounts, by version. */

import { deepFreeze, integerAtLeast, within } from '@barograph/core';

/** The laws. */
export interface LedgerConfig {
  readonly version: `ledger/${string}`;
  /** Hours between trades of the makers, whole hours. */
  readonly makerHours: number;
  /** Fees as fractions of the notional, for taker and for maker orders. */
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

/** Checks the parameters. @throws {UsageError} when one is invalid; the message names the field. */
export function checkLedger(config: LedgerConfig): LedgerConfig {
  integerAtLeast('makerHours', config.makerHours, 1);
  within('takerFee', config.takerFee, 0, 0.01);
  within('makerFee', config.makerFee, -0.01, 0.01);
  return config;
}
