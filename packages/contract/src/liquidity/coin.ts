/** All data of a coin after a sample, in the host's form. */

import type { LiquidityRow, LiquidityScore } from '@barograph/stress';
import type { DepthSample } from './sample-row.ts';

/** A coin after its newest sample. */
export interface CoinLiquidity {
  readonly sample: DepthSample;
  readonly row: LiquidityRow;
  readonly score: LiquidityScore;
}
