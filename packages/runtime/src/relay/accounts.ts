/** Single accounts from the leader: an address that callers of several replicas ask for is asked for once. */

import type { Feed, AccountNow, AccountQuery } from '@barograph/sources';
import type { Relay } from './relay.ts';
import { sharedFeed, type FeedSharing, type SharedFeed } from './shared-feed.ts';

/** Sharing of single accounts. */
export interface AccountSharing extends FeedSharing {
  readonly version: `account-sharing/${string}`;
}

/** Version 1. An operation waits 6.5 s: a replica gives up half a second before, so that its answer is a refusal in words. */
export const ACCOUNT_SHARING_V1: AccountSharing = Object.freeze({
  version: 'account-sharing/1',
  sharedMs: 10_000,
  kept: 512,
  deadlineMs: 6000,
});

/** @param account feed of the source named `id`, which only the leader calls. */
export function sharedAccounts(
  id: string,
  account: Feed<AccountQuery, AccountNow>,
  relay: Relay,
): SharedFeed<'account'> {
  return sharedFeed(id, 'account', account, ({ address }) => address, relay, ACCOUNT_SHARING_V1);
}
