/** Port of the traders to their host: whether it has accounts, and single accounts on demand. */

import type { AccountRecord } from '@barograph/positioning';
import { port, type CallerKey } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import type { Provenance } from '../published.ts';
import type { AccountsStatus } from '../shapes/account-cycle.ts';

/** Answer to a question about one account. */
export type AccountFound =
  | {
      readonly kind: 'found';
      /** Null of an address that has nothing at the venue. */
      readonly account: AccountRecord | null;
      /** Moment of the positions, epoch ms. */
      readonly asOf: number;
      readonly dataSource: DataSource;
      /** Of a host with several sources only. */
      readonly provenance?: readonly Provenance[];
    }
  /** The key has asked too often; seconds until it may ask again. */
  | { readonly kind: 'limited'; readonly retryAfter: number; readonly limit: string }
  /** The source did not answer in time, or it failed. */
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
   * @param key whose rate it counts for; of a service without keys all callers have one together.
   */
  account(address: string, key: CallerKey | undefined): Promise<AccountFound>;
}

/** Port of the accounts that are looked up one by one. */
export const TRADERS = port<TradersService>('traders');
