/** Progress of a cold start, and the Retry-After derived from it. */

import { readOver, type Listing, type Market } from '@barograph/sources';

/** Longest reported wait, seconds; a longer estimate is meaningless. */
const MOST_SECONDS = 3600;

/** Progress of the cold start of one replica. */
export interface WarmUp {
  /** Wraps a market so that its reads count: symbols with bars out of the listed symbols. */
  watch(market: Market): Market;
  /**
   * Starts a task over all symbols: resets the counts, unless a source keeps its earlier bars. No effect after the cold start
   * has ended.
   */
  begin(): void;
  /** Records a failure and the time until the next attempt, ms. */
  failed(retryInMs: number): void;
  /** Records the end of the cold start. */
  end(): void;
  isRunning(): boolean;
  /**
   * Remaining seconds of the running task: the source's estimate, else the time so far per finished symbol times the symbols
   * left. At least 1; undefined when no cold start is running.
   *
   * @param symbols restricts the source's estimate to these symbols. @default all
   */
  retryAfterSeconds(symbols?: number): number | undefined;
}

/**
 * Creates the record of a cold start that has not begun.
 * @param monotonic monotonic clock, real ms.
 * @param backlogMs estimated ms for a number of further symbols; undefined when no source knows.
 * @param isCounted listings that the estimate covers. @default all. Other sources do not affect its time
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
        // Hourly bars take most of a budget; other bars of a symbol may come long before them.
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
      // Before the first symbol, only the elapsed time is known as a lower bound.
      const guessed = done.size === 0 ? elapsed : (elapsed / done.size) * missing;
      const left = backlogMs === undefined || symbols === 0 ? guessed : backlogMs(Math.min(most, missing));
      const ms = retryAt === undefined ? left : retryAt - now;
      return Math.min(MOST_SECONDS, Math.max(1, Math.ceil(ms / 1000)));
    },
  };
}
