/** Reads that a stop aborts, so that a run does not wait for the budget of a venue that no caller needs. */

import type { MarketReader } from './market-reader.ts';

/**
 * Wraps a reader: when the signal aborts, pending reads reject, and so do all later ones.
 *
 * @throws {unknown} the reason of `signal`, from every read.
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
