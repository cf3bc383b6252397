/** Settings of the ledger's producer. */

import { DAY_MS } from '@barograph/core';

/** Settings of recording and grading. */
export interface LedgerConfig {
  readonly version: `ledger-host/${string}`;
  /** Time after the end of a horizon at which a missing outcome counts as unknown, ms; late bars have arrived by then. */
  readonly patienceMs: number;
  /** Forecasts graded per run; the next run follows at once. */
  readonly gradedAtOnce: number;
  /** Time after the end of a horizon during which a failed source is retried, ms; afterwards the outcome counts as unknown. */
  readonly dueMs: number;
  /** Time after the end of a horizon at which a grade is checked again, ms, to correct it if its source has changed. */
  readonly correctedMs: number;
  /** Maximum delay of that check after a pause of the host, ms; older grades are not checked. */
  readonly correctedPauseMs: number;
  /** Hours of bars before a row: six half-lives of the volatility that defines the classes. */
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
