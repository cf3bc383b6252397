/** Requested subscriptions of a stream, independent of its connection. */

import type { Subscription } from './stream.ts';

/** Set of subscriptions. */
export interface Subscriptions {
  /** @returns texts to send; empty when already subscribed. */
  add(subscription: Subscription): readonly string[];
  /** @returns texts to send. */
  remove(key: string): readonly string[];
  /** Texts that subscribe to all. */
  all(): readonly string[];
  size(): number;
}

/** Creates a set of subscriptions. */
export function createSubscriptions(first: readonly Subscription[]): Subscriptions {
  const wanted = new Map(first.map((subscription) => [subscription.key, subscription]));
  return {
    add: (subscription) => {
      const before = wanted.get(subscription.key);
      if (before?.subscribe === subscription.subscribe) return [];
      wanted.set(subscription.key, subscription);
      return before === undefined ? [subscription.subscribe] : [before.unsubscribe, subscription.subscribe];
    },
    remove: (key) => {
      const before = wanted.get(key);
      wanted.delete(key);
      return before === undefined ? [] : [before.unsubscribe];
    },
    all: () => [...wanted.values()].map(({ subscribe }) => subscribe),
    size: () => wanted.size,
  };
}
