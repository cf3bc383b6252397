/** States of the accounts that a source tracks: what each holds, and what backs it. */

import type { AccountRecord } from '@barograph/positioning';
import type { MomentQuery } from './contexts.ts';

/** Query for the states of accounts. */
export interface AccountsQuery extends MomentQuery {
  /** Addresses of earlier cycles: a source that begins anew follows them again. */
  readonly also?: readonly string[] | undefined;
}

/** Rows of the accounts feed: the newest whole cycle of the source by a moment. */
export interface AccountStates {
  /**
   * Accounts that were asked for; the least notional is applied by the reader. One without positions says that it closed
   * what it had, one that is not here says nothing.
   */
  readonly accounts: readonly AccountRecord[];
  /** Size of the tracked set, accounts without positions included. */
  readonly tracked: number;
  /** Accounts of the tracked set that the cycle left out to end on time. */
  readonly leftOut: number;
}
