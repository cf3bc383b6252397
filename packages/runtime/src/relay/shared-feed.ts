/** Feed that only the leader calls: equal requests of all replicas within a few seconds share one answer. */

import type { Result } from '@barograph/core';
import { createRecent } from '@barograph/contract';
import type { Feed, FeedProblem, Series, FeedName, FeedQuery, FeedRows } from '@barograph/sources';
import type { Relay } from './relay.ts';

/** Timing of a shared feed. */
export interface FeedSharing {
  /** Age up to which the leader reuses an answer, market ms. */
  readonly sharedMs: number;
  /** Answers cached by the leader. */
  readonly kept: number;
  /** Longest wait of another replica for the leader, real ms. @default the relay's */
  readonly deadlineMs?: number;
}

/** Feeds whose query has a moment. */
type MomentFeed = {
  [Name in FeedName]: FeedQuery<Name> extends { readonly asOf: number } ? Name : never;
}[FeedName];

/** Answer of a shared feed. */
type Answer<Name extends FeedName> = Result<Series<FeedRows<Name>>, FeedProblem>;

interface Kept<Name extends FeedName> {
  readonly asOf: number;
  readonly answer: Promise<Answer<Name>>;
}

/** Feed as replicas call it, and as the leader answers them. */
export interface SharedFeed<Name extends FeedName> {
  readonly feed: Feed<FeedQuery<Name>, FeedRows<Name>>;
  /** Called by the leader. */
  own(query: FeedQuery<Name>): Promise<Answer<Name>>;
}

/**
 * Shares the requests of a feed between replicas.
 * @param feed feed of the source named `id`, called only by the leader.
 * @param keyOf key of a query, independent of its moment.
 */
export function sharedFeed<Name extends MomentFeed>(
  id: string,
  name: Name,
  feed: Feed<FeedQuery<Name>, FeedRows<Name>>,
  keyOf: (query: FeedQuery<Name>) => string,
  relay: Relay,
  { sharedMs, kept, deadlineMs }: FeedSharing,
): SharedFeed<Name> {
  const recent = createRecent<Kept<Name>>(kept);
  const own = async (query: FeedQuery<Name>): Promise<Answer<Name>> => {
    const { asOf } = query;
    const key = keyOf(query);
    const known = recent.get(key);
    if (known !== undefined && known.asOf <= asOf && asOf - known.asOf < sharedMs) return known.answer;
    const mine: Kept<Name> = { asOf, answer: feed.pull(query) };
    recent.set(key, mine);
    const forget = (): void => {
      if (recent.get(key) === mine) recent.delete(key);
    };
    try {
      const answer = await mine.answer;
      if (!answer.ok) forget();
      return answer;
    } catch (error) {
      forget();
      throw error;
    }
  };
  const ask = async (query: FeedQuery<Name>): Promise<Answer<Name>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the leader answered from the same feed
    (await relay.ask(id, name, query, query.asOf, 0, deadlineMs)) as Answer<Name>;
  return { own, feed: { pull: async (query) => (relay.leads() ? own(query) : ask(query)) } };
}
