/** Accounts through the leader: requests of several replicas for one address share a single upstream request. */

import type { Feed, AccountNow, AccountQuery } from '@barograph/sources';
import type { Relay } from './relay.ts';
import { sharedFeed, type FeedSharing, type SharedFeed } from './shared-feed.ts';

/** Sharing of single accounts. */
export interface AccountSharing extends FeedSharing {
  readonly version: `account-sharing/${string}`;
}

/** Version 1. An operation waits 6.5 s; the relay times out half a second earlier, so that the caller gets an error message. */
export const ACCOUNT_SHARING_V1: AccountSharing = Object.freeze({
  version: 'account-sharing/1',
  sharedMs: 10_000,
  kept: 512,
  deadlineMs: 6000,
});

/**
 * Shares requests for accounts between replicas.
 * @param account feed of the source named `id`, called only by the leader.
 */
export function sharedAccounts(
  id: string,
  account: Feed<AccountQuery, AccountNow>,
  relay: Relay,
): SharedFeed<'account'> {
  return sharedFeed(id, 'account', account, ({ address }) => address, relay, ACCOUNT_SHARING_V1);
}
