/** Port of liquidity to its host: the samples that it keeps. */

import { port } from '../context.ts';
import type { DepthSample } from './sample-row.ts';

/** The samples of a host. Moments are epoch ms of the market. */
export interface LiquidityArchive {
  /** False where no source of the host will ever have books of perps and their contexts. */
  readonly isSampled: boolean;
  /** Samples of a coin after `from`, and by `to`, oldest first. */
  samples(symbol: string, from: number, to: number): Promise<readonly DepthSample[]>;
}

/** Port of the archive of liquidity samples. */
export const LIQUIDITY = port<LiquidityArchive>('liquidity');
