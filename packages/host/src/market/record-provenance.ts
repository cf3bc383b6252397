/** Provenance of everything that one computation reads: what it publishes can then name its sources. */

import type { Result } from '@barograph/core';
import type { FeedProblem } from './feed.ts';
import { FEED_NAMES, type FeedName } from './feeds.ts';
import type { Market } from './market.ts';
import type { Provenance, Provided } from './provenance.ts';

/** Provenance of all series of one feed from one source. */
export interface BlockProvenance extends Provenance {
  readonly feed: FeedName;
  /** Number of pulls that brought rows. */
  readonly pulls: number;
}

/** A market that records what is read through it. */
export interface RecordedMarket {
  readonly market: Market;
  /**
   * By feed, then by source in the order of the first pull. `asOf` is the oldest of its series, `isFresh` that all are.
   */
  provenance(): readonly BlockProvenance[];
}

/**
 * Records the provenance of each pull.
 *
 * @example
 * const { market, provenance } = recordProvenance(host);
 * const rows = await compute(market);
 * publish({ rows, provenance: provenance() });
 */
export function recordProvenance(market: Market): RecordedMarket {
  const blocks = new Map<string, BlockProvenance>();
  const noted = async <Rows>(
    feed: FeedName,
    pull: Promise<Result<Provided<Rows>, FeedProblem>>,
  ): Promise<Result<Provided<Rows>, FeedProblem>> => {
    const answer = await pull;
    if (answer.ok) {
      const { provenance } = answer.value;
      const key = `${feed}/${provenance.source}`;
      const known = blocks.get(key);
      blocks.set(key, {
        ...provenance,
        feed,
        asOf: Math.min(known?.asOf ?? provenance.asOf, provenance.asOf),
        isFresh: provenance.isFresh && (known?.isFresh ?? true),
        pulls: (known?.pulls ?? 0) + 1,
      });
    }
    return answer;
  };
  return {
    market: {
      ...market,
      bars: async (request) => noted('bars', market.bars(request)),
      funding: async (range, every) => noted('funding', market.funding(range, every)),
      openInterest: async (range, every) => noted('openInterest', market.openInterest(range, every)),
    },
    provenance: () => FEED_NAMES.flatMap((name) => [...blocks.values()].filter(({ feed }) => feed === name)),
  };
}
