/** A live source for tests: feeds of another source behind a venue's delays, failures and renames; it counts requests. */

import type { BarsRequest } from '../../src/market/bars.ts';
import type { Listing } from '../../src/market/listing.ts';
import type { Source } from '../../src/market/source.ts';

/** Behaviour of a {@link toySource}. */
export interface ToyOptions {
  readonly id?: string;
  readonly countsRequests?: true;
  /** Awaited before each answer of bars; rejects to fail. */
  readonly wait?: (request: BarsRequest) => Promise<unknown>;
  /** Replaces the listings; rejects to fail. */
  readonly listings?: (listed: readonly Listing[], asOf: number) => Promise<readonly Listing[]>;
  /** The name that the data of a symbol are kept under. */
  readonly nameOf?: (symbol: string) => string;
}

/** A live source, with the requests for bars that it got and whether it is open. */
export interface ToySource extends Source {
  readonly asked: BarsRequest[];
  readonly isOpen: () => boolean;
}

/** @param from the source whose bars, funding and open interest it gives as its own. */
export function toySource(from: Source, options: ToyOptions = {}): ToySource {
  const { id = 'toy', wait, listings, nameOf = (symbol) => symbol, countsRequests } = options;
  const bars = from.feeds.bars;
  const asked: BarsRequest[] = [];
  let isOpen = false;
  return {
    ...from,
    id,
    kind: 'live',
    asked,
    isOpen: () => isOpen,
    ...(countsRequests === undefined ? {} : { countsRequests }),
    start: async () => {
      isOpen = true;
    },
    close: async () => {
      isOpen = false;
    },
    feeds: {
      ...from.feeds,
      ...(bars === undefined
        ? {}
        : {
            bars: {
              listings: async (asOf) => {
                const listed = await bars.listings(asOf);
                return listings === undefined ? listed : listings(listed, asOf);
              },
              pull: async (request) => {
                asked.push(request);
                await wait?.(request);
                return bars.pull({ ...request, symbol: nameOf(request.symbol) });
              },
            },
          }),
    },
  };
}
