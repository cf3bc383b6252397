/** The leaderboard of a venue, cut to its largest accounts: a cycle of them ends sooner. */

import { once } from 'node:events';
import type { Server } from 'node:http';

interface Board {
  readonly leaderboardRows: readonly { readonly accountValue: string }[];
}

/**
 * Serves the leaderboard.
 *
 * @param server not listening yet.
 * @returns base of the statistics, as a host is given it.
 */
export async function largestLeaders(server: Server, venueUrl: string, count: number): Promise<string> {
  server.on('request', (_request, response) => {
    const answered = async (): Promise<void> => {
      const board = await fetch(`${venueUrl}/Mainnet/leaderboard`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the venue's own form
      const { leaderboardRows } = (await board.json()) as Board;
      const largest = leaderboardRows.toSorted((a, b) => Number(b.accountValue) - Number(a.accountValue));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ leaderboardRows: largest.slice(0, count) }));
    };
    answered().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return `http://127.0.0.1:${address.port}`;
}
