/** A source of reference data that a test makes up: tables and schedules, each known from a moment on. */

import { err, ok } from '@barograph/core';
import type { CoinRecord, UnlockSchedule } from '@barograph/stress';
import type { Source } from '../../../../sources/src/market/source.ts';

/** A coin with everything known. */
export function coinOf(id: string, more: Partial<CoinRecord> = {}): CoinRecord {
  return {
    id,
    symbol: id.toUpperCase(),
    name: `Coin ${id}`,
    rank: 1,
    price: 2,
    marketCap: 2e9,
    circulating: 1e9,
    total: 4e9,
    max: 4e9,
    change24h: 1,
    change7d: -1,
    categories: [],
    contracts: [],
    ...more,
  };
}

/** Tables by the moment from which they are known, oldest first; every version of the schedules. */
export function referenceSource(
  tables: readonly { readonly knownAt: number; readonly coins: readonly CoinRecord[] }[],
  schedules: readonly UnlockSchedule[] = [],
  names: readonly string[] = [],
): Source {
  return {
    id: 'reference',
    kind: 'files',
    feeds: {
      coins: {
        pull: async ({ asOf }) => {
          const table = tables.findLast(({ knownAt }) => knownAt <= asOf);
          return table === undefined
            ? err({ code: 'unavailable', reason: 'no table was known' })
            : ok({ rows: { coins: table.coins }, asOf: table.knownAt });
        },
      },
      categories: { pull: async ({ asOf }) => ok({ rows: { names }, asOf }) },
      unlocks: {
        pull: async ({ asOf }) => ok({ rows: { schedules: schedules.filter(({ knownAt }) => knownAt <= asOf) }, asOf }),
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}
