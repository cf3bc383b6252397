/** Terms by which large transfers are read, priced and kept. */

import { DAY_MS, deepFreeze, HOUR_MS } from '@barograph/core';

/** Numbers of the reading. Times in ms. */
export interface WhaleTransfersConfig {
  readonly version: `whale-transfers/${string}`;
  /** Coins of one dollar each. */
  readonly dollars: readonly string[];
  /** Coins whose price is that of their perp. */
  readonly coins: readonly string[];
  /** Share of the least size, at the price of now, below which a transfer is not asked for: prices were others before. */
  readonly leastShare: number;
  /** Span up to which prices are those of minutes; over a longer one, of hours. */
  readonly minutesMs: number;
  /** Oldest close that prices a transfer. */
  readonly priceMs: number;
  /** Span before now that is read where nothing was read before, as far as a source has it. */
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
