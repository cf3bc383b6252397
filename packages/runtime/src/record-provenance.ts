/** Records the sources of everything that one run reads, so that its publications can name them. */

import { joinProvenance, type Provenance } from '@barograph/contract';
import type { Result } from '@barograph/core';
import { SourceError, type FeedProblem, FEED_NAMES, type FeedName, type Provided } from '@barograph/sources';
import type { MarketReader } from './market-reader.ts';

/** Reader that records the sources of its reads. */
export interface RecordedReader {
  readonly market: MarketReader;
  /** Adds the sources of a snapshot that was read. */
  readonly include: (provenance: readonly Provenance[]) => void;
  /**
   * Sources by feed, then in the order of the first pull. `asOf` is the oldest of the series; `isFresh` is true when all series
   * are fresh and no pull failed.
   *
   * @param before sources of the previous run; a source without a new read keeps its entry.
   */
  readonly provenance: (before?: readonly Provenance[]) => readonly Provenance[];
  /** Sources after a failed run: the publication stays, and is not fresh when a pull failed. */
  readonly failed: (before: readonly Provenance[]) => readonly Provenance[];
}

const keyOf = ({ feed, source }: Pick<Provenance, 'feed' | 'source'>): string => `${feed}/${source}`;

/**
 * Records the provenance of each read.
 *
 * @example
 * const { market, provenance } = recordProvenance(reader);
 * const rows = await compute(market);
 * publish({ rows, provenance: provenance() });
 */
export function recordProvenance(reader: MarketReader): RecordedReader {
  const blocks = new Map<string, Provenance>();
  /** Keys of failed reads; only the name of the feed when the source is unknown. */
  const failed = new Set<string>();
  const add = (block: Provenance): void => {
    const known = blocks.get(keyOf(block));
    const [joined] = joinProvenance(known === undefined ? [block] : [known, block]);
    blocks.set(keyOf(block), joined!);
  };
  const fail = (feed: FeedName, source: string | undefined): void =>
    void failed.add(source === undefined ? feed : keyOf({ feed, source }));

  const watched = async <Value>(feed: FeedName, read: Promise<Value>): Promise<Value> => {
    try {
      return await read;
    } catch (error) {
      fail(feed, error instanceof SourceError ? error.source : undefined);
      throw error;
    }
  };
  const bars = async <Rows>(read: Promise<Provided<Rows> | undefined>): Promise<Provided<Rows> | undefined> => {
    const rows = await watched('bars', read);
    if (rows !== undefined) add({ feed: 'bars', ...rows.provenance });
    return rows;
  };
  const observed = async <Rows>(
    feed: FeedName,
    read: Promise<Result<Provided<Rows>, FeedProblem>>,
  ): Promise<Result<Provided<Rows>, FeedProblem>> => {
    const answer = await watched(feed, read);
    if (answer.ok) add({ feed, ...answer.value.provenance });
    else if (answer.error.code === 'stale_source') fail(feed, answer.error.source);
    return answer;
  };

  const marked = (block: Provenance): Provenance =>
    failed.has(block.feed) || failed.has(keyOf(block)) ? { ...block, isFresh: false } : block;

  return {
    market: {
      ...reader,
      listings: async (asOf) => watched('bars', reader.listings(asOf)),
      closedBars: async (...query) => bars(reader.closedBars(...query)),
      openBar: async (...query) => bars(reader.openBar(...query)),
      read: async (feed, query) => observed(feed, reader.read(feed, query)),
    },
    include: (provenance) => provenance.forEach(add),
    provenance: (before = []) => {
      const all = new Map([...before.map((block) => [keyOf(block), block] as const), ...blocks]);
      return FEED_NAMES.flatMap((name) => [...all.values()].filter(({ feed }) => feed === name).map(marked));
    },
    failed: (before) => before.map(marked),
  };
}
