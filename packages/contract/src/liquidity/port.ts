/** Port of the archived liquidity samples. */

import { port } from '../context.ts';
import type { DepthSample } from './sample-row.ts';

/** Archived samples of a host. Moments are epoch ms of the market. */
export interface LiquidityArchive {
  /** False when no source of the host provides books and contexts of perps. */
  readonly isSampled: boolean;
  /** Samples of a coin after `from`, up to and including `to`, oldest first. */
  samples(symbol: string, from: number, to: number): Promise<readonly DepthSample[]>;
}

/** Port of the archive of liquidity samples. */
export const LIQUIDITY = port<LiquidityArchive>('liquidity');
