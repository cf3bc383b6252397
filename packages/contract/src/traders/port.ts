/** Port of the traders to their host: availability of accounts, and single accounts on demand. */

import type { AccountRecord } from '@barograph/positioning';
import { port, type CallerKey } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import type { Provenance } from '../published.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** Answer to a question about one account. */
export type AccountFound =
  | {
      readonly kind: 'found';
      /** Null for an address without anything at the venue. */
      readonly account: AccountRecord | null;
      /** Time of the positions, epoch ms. */
      readonly asOf: number;
      readonly dataSource: DataSource;
      /** Present only when the host has several sources. */
      readonly provenance?: readonly Provenance[];
    }
  /** The key exceeded its rate; `retryAfter` in seconds. */
  | { readonly kind: 'limited'; readonly retryAfter: number; readonly limit: string }
  /** The source timed out or failed. */
  | { readonly kind: 'late' }
  | { readonly kind: 'no_source' };

/** Traders of a host. */
export interface TradersService {
  readonly status: AccountsStatus;
  /** Whether a source has a leaderboard. */
  readonly hasLeaderboard: boolean;
  /**
   * One account now.
   *
   * @param address 0x and 40 hexadecimal digits, lower case.
   * @param key key whose rate is charged; in a service without keys, all callers share one rate.
   */
  account(address: string, key: CallerKey | undefined): Promise<AccountFound>;
}

/** Port of single accounts. */
export const TRADERS = port<TradersService>('traders');
