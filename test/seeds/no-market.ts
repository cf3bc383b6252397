/** Market without data, for parts that read none. */

import type { MarketReader } from '../../packages/runtime/src/market-reader.ts';

const unread = async (): Promise<never> => Promise.reject(new Error('nothing is read of this market'));

export const NO_MARKET: MarketReader = {
  kind: 'simulated',
  listings: unread,
  read: unread,
  closedBars: unread,
  openBar: unread,
};
