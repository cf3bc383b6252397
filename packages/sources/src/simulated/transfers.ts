/** Transfers of the seeded market. */

import { ok } from '@barograph/core';
import type { SimulatedTransfers } from '@barograph/simulator';
import type { Feeds } from '../market/feeds.ts';
import type { ConfirmedTransfer } from '../market/transfers.ts';

/**
 * Transfers are confirmed immediately, and blocks are never replaced. A cursor holds the start and end of the read span.
 *
 * @param start of the market, epoch ms.
 */
export function createSimulatedTransfers(simulated: SimulatedTransfers, start: number): Pick<Feeds, 'transfers'> {
  const { labels } = simulated;
  return {
    transfers: {
      pull: async ({ asOf, from, cursor, least }) => {
        const begin = Math.max(from, start);
        const [since = begin, read = begin] = cursor?.split(' ').map(Number) ?? [];
        // A replay that was set back has already read later transfers.
        const until = Math.max(read, asOf);
        const isLarge = ({ symbol, amount }: ConfirmedTransfer): boolean =>
          amount > 0 && amount >= (least[symbol] ?? Infinity);
        const rows = simulated
          .transfers(read, until)
          .map(({ id, time, chain, symbol, from: sender, to, amount }) => ({
            id,
            time,
            chain,
            block: null,
            symbol,
            from: sender,
            to,
            amount,
          })) // prettier-ignore
          .filter(isLarge);
        const after = `${since} ${until}`;
        return ok({
          rows: { transfers: rows, replaced: [], cursor: after, since, until, hasMore: false, labels },
          asOf,
        });
      },
    },
  };
}
