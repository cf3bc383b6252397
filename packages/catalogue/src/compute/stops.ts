/** Stops that follow a trend and change sides. */

import type { ComputedColumns, IndicatorBars } from './computation.ts';
import { trueRanges, wilder } from './series.ts';

/**
 * Wilder's parabolic stop.
 *
 * @source J. W. Wilder, New Concepts in Technical Trading Systems, Trend Research, 1978, section II.
 */
export function parabolic({ high, low }: IndicatorBars, step: number, max: number): ComputedColumns {
  const sar = new Float64Array(high.length).fill(NaN);
  const side = new Float64Array(high.length).fill(NaN);
  if (high.length < 2) return { sar, direction: side };
  let isUp = high[1]! + low[1]! >= high[0]! + low[0]!;
  let stop = isUp ? low[0]! : high[0]!;
  let extreme = isUp ? Math.max(high[0]!, high[1]!) : Math.min(low[0]!, low[1]!);
  let pace = step;
  for (let i = 1; i < high.length; i++) {
    const isTouched = isUp ? low[i]! < stop : high[i]! > stop;
    if (isTouched) {
      isUp = !isUp;
      // The bar of the reversal may have moved the extreme first: the stop starts outside of it.
      stop = isUp ? Math.min(extreme, low[i]!) : Math.max(extreme, high[i]!);
      extreme = isUp ? high[i]! : low[i]!;
      pace = step;
    } else if (isUp ? high[i]! > extreme : low[i]! < extreme) {
      extreme = isUp ? high[i]! : low[i]!;
      pace = Math.min(max, pace + step);
    }
    sar[i] = stop;
    side[i] = isUp ? 1 : -1;
    const next = stop + pace * (extreme - stop);
    // The first bar precedes the trade: Wilder's sheet bounds the stop by the bars of the trade only.
    const earlier = Math.max(1, i - 1);
    stop = isUp ? Math.min(next, low[i]!, low[earlier]!) : Math.max(next, high[i]!, high[earlier]!);
  }
  return { sar, direction: side };
}

/** Ratcheting band of average true ranges. The first band is below unless the close is under its middle. */
export function superTrend(bars: IndicatorBars, n: number, k: number): ComputedColumns {
  const { high, low, close } = bars;
  const range = wilder(trueRanges(bars), n);
  const band = new Float64Array(close.length).fill(NaN);
  const side = new Float64Array(close.length).fill(NaN);
  let [lower, upper, isUp, begun] = [NaN, NaN, true, false];
  for (let i = n; i < close.length; i++) {
    const middle = (high[i]! + low[i]!) / 2;
    const [below, above] = [middle - k * range[i]!, middle + k * range[i]!];
    lower = begun && close[i - 1]! >= lower ? Math.max(lower, below) : below;
    upper = begun && close[i - 1]! <= upper ? Math.min(upper, above) : above;
    if (!begun) isUp = close[i]! >= middle;
    else if (isUp ? close[i]! < lower : close[i]! > upper) isUp = !isUp;
    begun = true;
    band[i] = isUp ? lower : upper;
    side[i] = isUp ? 1 : -1;
  }
  return { supertrend: band, direction: side };
}
