/** Settings for reading, pricing and storing large transfers. */

import { DAY_MS, deepFreeze, HOUR_MS } from '@barograph/core';

/** Settings of the reader. Times in ms. */
export interface WhaleTransfersConfig {
  readonly version: `whale-transfers/${string}`;
  /** Coins worth one dollar. */
  readonly dollars: readonly string[];
  /** Coins priced by their perp. */
  readonly coins: readonly string[];
  /** Fraction of the minimum size, at current prices, below which transfers are not requested, because prices differed before. */
  readonly leastShare: number;
  /** Span up to which minute prices are used; longer spans use hourly prices. */
  readonly minutesMs: number;
  /** Maximum age of the close that prices a transfer. */
  readonly priceMs: number;
  /** Span of the first read, as far as a source has it. */
  readonly firstMs: number;
}

/** A changed number is a new constant. */
export const WHALE_TRANSFERS_V1: WhaleTransfersConfig = deepFreeze<WhaleTransfersConfig>({
  version: 'whale-transfers/1',
  dollars: ['USDT', 'USDC'],
  coins: ['BTC', 'ETH'],
  leastShare: 0.25,
  minutesMs: DAY_MS,
  priceMs: 2 * HOUR_MS,
  firstMs: 92 * DAY_MS,
});
