/** Topics of the stream in subscriptions of some each, which stay as they are while perps come and go. */

import type { Subscription } from '../upstream/stream.ts';

/** Prefix of the topics. */
export const TOPIC = 'allLiquidation.';

/** Prefix of the topics of trades. */
export const TRADES_TOPIC = 'publicTrade.';

/** Subscription to the trades of a perp. */
export function tradesSubscription(symbol: string): Subscription {
  return subscriptionTo('trades', [`${TRADES_TOPIC}${symbol}`]);
}

/** Subscriptions to perps. */
export interface Topics {
  /** @returns the subscriptions to exactly these symbols, but those that the venue has refused. */
  follow(symbols: readonly string[]): readonly Subscription[];
  /**
   * The venue has refused a subscription: one topic that it does not know takes the others with it, so that each is tried
   * alone, and left out where it is refused again.
   */
  refused(key: string): readonly Subscription[];
}

/** A subscription. Its key is the request that the venue answers. */
function subscriptionTo(key: string, args: readonly string[]): Subscription {
  const message = (op: string): string => JSON.stringify({ req_id: key, op, args });
  return { key, subscribe: message('subscribe'), unsubscribe: message('unsubscribe') };
}

/** @param each topics in one subscription. */
export function createTopics(each: number): Topics {
  const batches = new Map<string, readonly string[]>();
  const unknown = new Set<string>();
  let made = 0;
  const add = (symbols: readonly string[]): void => void batches.set(`forced/${made++}`, symbols);
  const all = (): readonly Subscription[] =>
    [...batches].map(([key, symbols]) =>
      subscriptionTo(
        key,
        symbols.map((symbol) => `${TOPIC}${symbol}`),
      ),
    );
  return {
    follow: (symbols) => {
      const wanted = new Set(symbols);
      for (const [key, held] of batches) {
        const kept = held.filter((symbol) => wanted.delete(symbol));
        if (kept.length === 0) batches.delete(key);
        else if (kept.length < held.length) batches.set(key, kept);
      }
      const fresh = [...wanted].filter((symbol) => !unknown.has(symbol)).sort();
      for (let i = 0; i < fresh.length; i += each) add(fresh.slice(i, i + each));
      return all();
    },
    refused: (key) => {
      const symbols = batches.get(key) ?? [];
      batches.delete(key);
      if (symbols.length === 1) unknown.add(symbols[0]!);
      else for (const symbol of symbols) add([symbol]);
      return all();
    },
  };
}
