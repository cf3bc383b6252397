/** Every kind of candles that the library may meet. */

import type { Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { adversarial } from './adversarial.ts';
import { ohlcv, type OhlcvOptions } from './ohlcv.ts';

/**
 * Draws {@link ohlcv} four times out of five, and a named adversarial series otherwise.
 * @param options as for {@link ohlcv}; `lookback`, by default 14, as for {@link adversarialBars}.
 *
 * @example
 * const fc = await import('fast-check');
 * const isTall = ({ high, low }: Candles) => high.every((top, i) => top >= low[i]!);
 * fc.assert(fc.property(anyCandles({ interval: '1d' }), isTall)); // → undefined
 */
export function anyCandles(options: OhlcvOptions & { readonly lookback?: number } = {}): fc.Arbitrary<Candles> {
  return fc.oneof({ weight: 4, arbitrary: ohlcv(options) }, { weight: 1, arbitrary: adversarial(options.lookback) });
}
