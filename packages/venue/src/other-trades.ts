/** Trades of the second and third derivatives venues: one per perp and update, unless the market is quiet. */

import { bucketOpen } from '@barograph/core';
import type { Faults } from './faults.ts';
import { UPDATE_MS } from './sockets.ts';

/** Time of the newest trade of every perp, epoch ms. @param now epoch ms of the venue's clock. */
export function newestTrade(faults: Faults, now: number): number {
  const { from = Infinity } = faults.on('quiet') ?? {};
  return bucketOpen(Math.min(now, from), UPDATE_MS);
}
