/** Numbers of the ledger's producer. */

import { DAY_MS } from '@barograph/core';

/** Numbers of recording and grading. */
export interface LedgerConfig {
  readonly version: `ledger-host/${string}`;
  /** Ms after the end of a horizon from which a missing outcome counts as unknown: late bars have come by then. */
  readonly patienceMs: number;
  /** Forecasts that a run grades; the next run follows at once. */
  readonly gradedAtOnce: number;
  /** Ms after the end of a horizon for which a source that fails is asked again; then what it would tell counts as unknown. */
  readonly dueMs: number;
  /** Ms after the end of a horizon at which a graded row is looked at once more: what its source has changed by then is corrected. */
  readonly correctedMs: number;
  /** Ms by which that look may come later, after a pause of the host: what is older is not looked at. */
  readonly correctedPauseMs: number;
  /** Hours of bars behind a row: six halflives of the volatility that classes are measured in. */
  readonly barHours: number;
}

/** A changed number is a new constant. */
export const LEDGER_HOST_V1: Omit<LedgerConfig, 'correctedMs' | 'correctedPauseMs'> = Object.freeze({
  version: 'ledger-host/1',
  patienceMs: DAY_MS,
  gradedAtOnce: 2000,
  dueMs: 7 * DAY_MS,
  barHours: 90 * 24,
});

/** Version 2 corrects grades. */
export const LEDGER_HOST_V2: LedgerConfig = Object.freeze({
  ...LEDGER_HOST_V1,
  version: 'ledger-host/2',
  correctedMs: 2 * DAY_MS,
  correctedPauseMs: 7 * DAY_MS,
});
