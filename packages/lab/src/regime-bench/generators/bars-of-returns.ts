/** Hourly bars around a path of hourly returns, for generators that know closes alone. */

import { candleColumns, candles, type Candles, HOUR_MS } from '@barograph/core';
import type { Draw } from '@barograph/simulator';
import { BENCH_START } from '../config.ts';

const FIRST_PRICE = 30_000;
/** Volume of an hour that does not move, in units of the coin. */
const QUIET_VOLUME = 100;

/** A standard normal number. Two draws. @source G. E. P. Box, M. E. Muller, Annals of Mathematical Statistics 29, 1958. */
export function normal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
}

/**
 * Bars whose closes follow the returns. High and low are extremes of a Brownian bridge from open to close, drawn one by
 * one; volume grows with the size of the move.
 *
 * @param returns log returns by hour.
 * @param spreads standard deviation of the path within each hour, in log units.
 * @source Maximum of a bridge: I. Karatzas, S. E. Shreve, Brownian Motion and Stochastic Calculus, 1991, section 4.3.C.
 */
export function barsOfReturns(returns: Float64Array, spreads: Float64Array, draw: Draw): Candles {
  const columns = candleColumns(returns.length);
  let before = Math.log(FIRST_PRICE);
  returns.forEach((change, i) => {
    const spread = spreads[i]!;
    // Distance of an extreme of the bridge from the middle of its ends.
    const extreme = (): number => Math.sqrt(change ** 2 - 2 * spread ** 2 * Math.log(draw())) / 2;
    const middle = before + change / 2;
    const open = Math.exp(before);
    const close = Math.exp(before + change);
    columns.time[i] = BENCH_START + i * HOUR_MS;
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close, Math.exp(middle + extreme()));
    columns.low[i] = Math.min(open, close, Math.exp(middle - extreme()));
    columns.volume[i] = QUIET_VOLUME * (1 + Math.abs(change) / 0.005) * Math.exp(0.5 * normal(draw));
    before += change;
  });
  return candles(columns);
}
