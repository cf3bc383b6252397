/** States of tracked accounts: positions and collateral. */

import type { AccountRecord } from '@barograph/positioning';
import type { MomentQuery } from './contexts.ts';

/** Query for the states of accounts. */
export interface AccountsQuery extends MomentQuery {
  /** Addresses of earlier cycles, which a restarted source follows again. */
  readonly also?: readonly string[] | undefined;
}

/** Rows of the accounts feed: the newest complete cycle by a time. */
export interface AccountStates {
  /**
   * Queried accounts; the reader applies the minimum notional. An account without positions has closed them; an absent
   * account is unknown.
   */
  readonly accounts: readonly AccountRecord[];
  /** Size of the tracked set, accounts without positions included. */
  readonly tracked: number;
  /** Tracked accounts that the cycle skipped to end on time. */
  readonly leftOut: number;
}
