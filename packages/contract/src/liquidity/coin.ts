/** Everything that is known of a coin after a sample, as the host has it. */

import type { LiquidityRow, LiquidityScore } from '@barograph/stress';
import type { DepthSample } from './sample-row.ts';

/** A coin after its newest sample. */
export interface CoinLiquidity {
  readonly sample: DepthSample;
  readonly row: LiquidityRow;
  readonly score: LiquidityScore;
}
