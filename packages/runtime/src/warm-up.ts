/** Progress of a cold start, and the Retry-After that follows from it. */

import { readOver, type Listing, type Market } from '@barograph/sources';

/** Longest wait that is named, seconds: an estimate beyond it says nothing. */
const MOST_SECONDS = 3600;

/** Progress of the cold start of one replica. */
export interface WarmUp {
  /** A market whose reads count: the symbols of which bars came, of those that are listed. */
  watch(market: Market): Market;
  /**
   * A piece of work over all symbols begins: counts from zero, unless a source keeps what it brought. Has no effect once the
   * cold start has ended.
   */
  begin(): void;
  /** The work failed and is tried again in so many ms. */
  failed(retryInMs: number): void;
  /** Everything is there. */
  end(): void;
  isRunning(): boolean;
  /**
   * Time that the work under way still takes: what the source expects, or time so far per symbol that is done, times the
   * symbols that are left. At least 1; undefined when no cold start is under way.
   *
   * @param symbols of those that are left, where the source says what it expects; all of them when left out.
   */
  retryAfterSeconds(symbols?: number): number | undefined;
}

/**
 * @param monotonic real ms that never run backwards.
 * @param backlogMs expected ms for so many more symbols; undefined where no source knows.
 * @param isCounted listings that the expectation is about; all when left out. What another source lists costs no time of this one.
 */
export function createWarmUp(
  monotonic: () => number = () => performance.now(),
  backlogMs?: (symbols: number) => number,
  isCounted: (listing: Listing) => boolean = () => true,
): WarmUp {
  let isRunning = true;
  let began = monotonic();
  let retryAt: number | undefined;
  let symbols = 0;
  const done = new Set<string>();
  const restart = (): void => {
    began = monotonic();
    symbols = 0;
    done.clear();
  };
  return {
    watch: (market) => ({
      ...market,
      listings: async (asOf) => {
        const listings = await market.listings(asOf);
        if (isRunning) symbols = new Set(listings.filter(isCounted).map(({ symbol }) => symbol)).size;
        return listings;
      },
      read: readOver(market.read, 'bars', async (request) => {
        const answer = await market.read('bars', request);
        // Hours are most of what a budget is spent on; other bars of a symbol may come long before them.
        const counts = backlogMs === undefined || (answer.ok && request.interval === '1h');
        if (isRunning && counts && isCounted(request)) done.add(request.symbol);
        return answer;
      }),
    }),
    begin: () => {
      retryAt = undefined;
      if (backlogMs === undefined) restart();
    },
    failed: (retryInMs) => {
      retryAt = monotonic() + retryInMs;
    },
    end: () => {
      isRunning = false;
      done.clear();
    },
    isRunning: () => isRunning,
    retryAfterSeconds: (most = Infinity) => {
      if (!isRunning) return undefined;
      const now = monotonic();
      const elapsed = now - began;
      const missing = Math.max(0, symbols - done.size);
      // Before the first symbol nothing is known but that it takes longer than it has taken.
      const guessed = done.size === 0 ? elapsed : (elapsed / done.size) * missing;
      const left = backlogMs === undefined || symbols === 0 ? guessed : backlogMs(Math.min(most, missing));
      const ms = retryAt === undefined ? left : retryAt - now;
      return Math.min(MOST_SECONDS, Math.max(1, Math.ceil(ms / 1000)));
    },
  };
}
