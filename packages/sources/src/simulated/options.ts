/** Options of the seeded market. */

import { DAY_MS, err, ok } from '@barograph/core';
import type { Options } from '@barograph/simulator';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';

/** Implied index at the end of each hour or UTC day, and current options. */
export function createSimulatedOptions(options: Options): Pick<Feeds, 'implied' | 'options'> {
  const unlisted = (symbol: string): { readonly ok: false; readonly error: FeedProblem } =>
    err({ code: 'unknown_symbol', reason: `no options of ${symbol}` });
  return {
    implied: {
      pull: async ({ symbol, from, to, step }) => {
        if (!options.symbols.includes(symbol)) return unlisted(symbol);
        const { time, implied } = options.index(symbol, from, to);
        const isKept = (moment: number): boolean => step === '1h' || moment % DAY_MS === 0;
        const rows = { time: time.filter(isKept), implied: implied.filter((_, i) => isKept(time[i]!)) };
        return ok({ rows, asOf: to });
      },
    },
    options: {
      pull: async ({ symbol, asOf }) =>
        options.symbols.includes(symbol)
          ? ok({ rows: { quotes: options.chain(symbol, asOf) }, asOf })
          : unlisted(symbol),
    },
  };
}
