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
    read: async (feed, query) => guarded(async () => reader.read(feed, query))(),
    closedBars: guarded(async (...args: Parameters<MarketReader['closedBars']>) => reader.closedBars(...args)),
    openBar: guarded(async (...args: Parameters<MarketReader['openBar']>) => reader.openBar(...args)),
  };
}
