/** Current perps of the seeded market: contexts, mid prices and books. */

import { bucketOpen, err, MINUTE_MS, ok } from '@barograph/core';
import type { Observations, PerpState } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { PerpContext } from '../market/contexts.ts';
import type { Feeds } from '../market/feeds.ts';

function contextOf({ fundingRate, time: _, ...state }: PerpState): PerpContext {
  return { ...state, onlyIsolated: false, fundingRate1h: fundingRate };
}

/** Contexts and mids refer to the last closed minute; books change more often. */
export function createSimulatedPerps(observations: Observations): Pick<Feeds, 'contexts' | 'mids' | 'book'> {
  const perps = new Set(observations.symbols);
  const statesAt = async (asOf: number): Promise<readonly PerpState[]> => {
    const states: PerpState[] = [];
    for (const symbol of observations.symbols) {
      const state = observations.perp(symbol, Math.max(0, asOf));
      if (state !== undefined) states.push(state);
      await setImmediate(); // lets requests through between symbols
    }
    return states;
  };
  return {
    contexts: {
      pull: async ({ asOf }) =>
        ok({ rows: { perps: (await statesAt(asOf)).map(contextOf) }, asOf: bucketOpen(asOf, MINUTE_MS) }),
    },
    mids: {
      pull: async ({ asOf }) => {
        const mids = (await statesAt(asOf)).flatMap(({ symbol, mid }) => (Number.isNaN(mid) ? [] : [{ symbol, mid }]));
        return ok({ rows: { mids }, asOf: bucketOpen(asOf, MINUTE_MS) });
      },
    },
    book: {
      pull: async ({ symbol, figures, asOf }) => {
        if (!perps.has(symbol)) return err({ code: 'unknown_symbol', reason: `perpdex_perp does not list ${symbol}` });
        const book = observations.book(symbol, Math.max(0, asOf), figures === undefined ? undefined : { figures });
        if (book === undefined) return err({ code: 'unavailable', reason: `${symbol} does not trade` });
        return ok({ rows: book, asOf: book.time });
      },
    },
  };
}
