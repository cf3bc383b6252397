/** Reads that a stop ends: a run must not wait for the budget of a venue that nobody asks any more. */

import type { MarketReader } from './market-reader.ts';

/**
 * A reader whose answers that have not come reject when the signal aborts, and all later ones at once.
 *
 * @throws {unknown} by every read, the reason of `signal`.
 */
export function untilStopped(reader: MarketReader, signal: AbortSignal): MarketReader {
  const guarded =
    <Args extends readonly unknown[], Value>(ask: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      signal.throwIfAborted();
      return new Promise<Value>((resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason of who stops, as given
        const onAbort = (): void => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        void ask(...args)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', onAbort));
      });
    };
  return {
    kind: reader.kind,
    listings: guarded(async (...args: Parameters<MarketReader['listings']>) => reader.listings(...args)),
    funding: guarded(async (...args: Parameters<MarketReader['funding']>) => reader.funding(...args)),
    openInterest: guarded(async (...args: Parameters<MarketReader['openInterest']>) => reader.openInterest(...args)),
    contexts: guarded(async (...args: Parameters<MarketReader['contexts']>) => reader.contexts(...args)),
    mids: guarded(async (...args: Parameters<MarketReader['mids']>) => reader.mids(...args)),
    book: guarded(async (...args: Parameters<MarketReader['book']>) => reader.book(...args)),
    trades: guarded(async (...args: Parameters<MarketReader['trades']>) => reader.trades(...args)),
    liquidations: guarded(async (...args: Parameters<MarketReader['liquidations']>) => reader.liquidations(...args)),
    accounts: guarded(async (...args: Parameters<MarketReader['accounts']>) => reader.accounts(...args)),
    leaderboard: guarded(async (...args: Parameters<MarketReader['leaderboard']>) => reader.leaderboard(...args)),
    accountFills: guarded(async (...args: Parameters<MarketReader['accountFills']>) => reader.accountFills(...args)),
    pull: async (name, query) => guarded(async () => reader.pull(name, query))(),
    closedBars: guarded(async (...args: Parameters<MarketReader['closedBars']>) => reader.closedBars(...args)),
    openBar: guarded(async (...args: Parameters<MarketReader['openBar']>) => reader.openBar(...args)),
  };
}
