/** Transfers of the seeded market. */

import { ok } from '@barograph/core';
import type { SimulatedTransfers } from '@barograph/simulator';
import type { Feeds } from '../feeds.ts';

/**
 * Everything is confirmed at once, and no block is ever replaced. A cursor holds the moments from and up to which was read.
 *
 * @param start of the market, epoch ms.
 */
export function createSimulatedTransfers(
  { labels, transfers }: SimulatedTransfers,
  start: number,
): Pick<Feeds, 'transfers'> {
  return {
    transfers: {
      pull: async ({ asOf, from, cursor, least }) => {
        const begin = Math.max(from, start);
        const [since = begin, read = begin] = cursor?.split(' ').map(Number) ?? [];
        // A replay that was set back has read what is ahead of it.
        const until = Math.max(read, asOf);
        const rows = transfers(read, until).flatMap(({ usd, direction, ...transfer }) => {
          const isLarge = transfer.amount > 0 && transfer.amount >= (least[transfer.symbol] ?? Infinity);
          return isLarge ? [{ ...transfer, block: null }] : [];
        });
        const after = `${since} ${until}`;
        return ok({
          rows: { transfers: rows, replaced: [], cursor: after, since, until, hasMore: false, labels },
          asOf,
        });
      },
    },
  };
}
