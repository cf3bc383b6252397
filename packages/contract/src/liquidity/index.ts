/** Liquidity: depth, divergence, labels and fragility of the largest perps. */

import { feature } from '../feature.ts';
import { liquidityDepthSymbol } from './depth-symbol.ts';
import { liquidityDepth } from './depth.ts';
import { liquidityDivergence } from './oi-divergence.ts';
import { liquidityPublication } from './publication.ts';
import { liquidityScoreNow } from './regime-score.ts';
import { liquidityRegimes } from './regime.ts';

export type { CoinLiquidity } from './coin.ts';
export { depthRow, type CoinDepth, type DepthRowWire } from './depth-row.ts';
export { liquidityMarketBody } from './market-body.ts';
export { LIQUIDITY, type LiquidityArchive } from './port.ts';
export { liquidityPublication, liquidityRecord, type LiquidityHead, type LiquidityRecordWire } from './publication.ts';
export type { BookUsed, DepthSample, DepthSampleWire } from './sample-row.ts';
export const liquidity = feature({
  publications: [liquidityPublication],
  operations: [liquidityDepth, liquidityDivergence, liquidityRegimes, liquidityScoreNow, liquidityDepthSymbol],
  families: { liquidity: 'Order books of the largest perps: depth, divergence, labels and fragility.' },
});
