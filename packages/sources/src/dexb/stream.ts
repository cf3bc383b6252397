/** Groups stream topics into subscriptions that stay stable while perps are listed and delisted. */

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
  /** @returns subscriptions to these symbols, except symbols that the venue refused. */
  follow(symbols: readonly string[]): readonly Subscription[];
  /**
   * Handles a refused subscription. One unknown topic makes the venue refuse all, so each topic is retried
   * alone, and dropped when refused again.
   */
  refused(key: string): readonly Subscription[];
}

/** Builds a subscription, keyed by the request id that the venue returns. */
function subscriptionTo(key: string, args: readonly string[]): Subscription {
  const message = (op: string): string => JSON.stringify({ req_id: key, op, args });
  return { key, subscribe: message('subscribe'), unsubscribe: message('unsubscribe') };
}

/**
 * Creates an empty set of topics.
 * @param each topics per subscription.
 */
export function createTopics(each: number): Topics {
  const batches = new Map<string, readonly string[]>();
  const unknown = new Set<string>();
  let count = 0;
  const add = (symbols: readonly string[]): void => void batches.set(`forced/${count++}`, symbols);
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
      for (const [key, symbols] of batches) {
        const kept = symbols.filter((symbol) => wanted.delete(symbol));
        if (kept.length === 0) batches.delete(key);
        else if (kept.length < symbols.length) batches.set(key, kept);
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
