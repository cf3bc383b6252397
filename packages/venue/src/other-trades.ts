/** Trades of the second and the third derivatives venue: one of each perp with every update, unless the market is quiet. */

import { bucketOpen } from '@barograph/core';
import type { Faults } from './faults.ts';
import { UPDATE_MS } from './sockets.ts';

/** Moment of the newest trade of every perp, epoch ms. @param now epoch ms of the venue's clock. */
export function newestTrade(faults: Faults, now: number): number {
  const { from = Infinity } = faults.on('quiet') ?? {};
  return bucketOpen(Math.min(now, from), UPDATE_MS);
}
