/** The perp venue: candles. */

import { feature } from '../feature.ts';
import { candlesBatch } from './batch.ts';
import { candlesSingle } from './single.ts';

export { CANDLE_PULLS, type CandlePulls, type PulledBars } from './pulls.ts';
export { type CandleRange } from './query.ts';
export const candles = feature({
  operations: [candlesSingle, candlesBatch],
});
