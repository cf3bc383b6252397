/** Liquidity: the rows of depth. Its operations come with the sampler of the host. */

export { depthRow, type CoinDepth, type DepthRowWire } from './depth-row.ts';
