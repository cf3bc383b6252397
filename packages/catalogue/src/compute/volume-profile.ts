/** Volume by price. */

import type { ComputedColumns, IndicatorBars } from './computation.ts';
import { windowed } from './series.ts';

/** Distributes the volume of a window over bins of equal width. A bar spreads its volume evenly over its range. */
function binned(
  { high, low, volume }: IndicatorBars,
  [from, to]: readonly [number, number],
  count: number,
): { readonly bottom: number; readonly width: number; readonly bins: Float64Array } {
  let [bottom, top] = [Infinity, -Infinity];
  for (let i = from; i <= to; i++) {
    bottom = Math.min(bottom, low[i]!);
    top = Math.max(top, high[i]!);
  }
  const width = (top - bottom) / count;
  const bins = new Float64Array(count);
  const binOf = (price: number): number =>
    width === 0 ? 0 : Math.max(0, Math.min(count - 1, Math.floor((price - bottom) / width)));
  for (let i = from; i <= to; i++) {
    const [first, last] = [binOf(low[i]!), binOf(high[i]!)];
    for (let k = first; k <= last; k++) bins[k]! += volume[i]! / (last - first + 1);
  }
  return { bottom, width, bins };
}

/** Bins around the one with most volume, the heavier neighbour first, until they contain the share. */
function valueArea(bins: Float64Array, poc: number, share: number): readonly [number, number] {
  const goal = share * bins.reduce((sum, value) => sum + value, 0);
  let [low, high, volume] = [poc, poc, bins[poc]!];
  while (volume < goal && (low > 0 || high < bins.length - 1)) {
    const [below, above] = [low > 0 ? bins[low - 1]! : -1, high < bins.length - 1 ? bins[high + 1]! : -1];
    if (above >= below) volume += bins[++high]!;
    else volume += bins[--low]!;
  }
  return [low, high];
}

/** Price with most volume in each window, and the range around it that contains the share. */
export function profileOver(bars: IndicatorBars, n: number, count: number, share: number): ComputedColumns {
  const valueLow = new Float64Array(bars.close.length).fill(NaN);
  const valueHigh = new Float64Array(bars.close.length).fill(NaN);
  const poc = windowed(bars.close, n, (from, to) => {
    const { bottom, width, bins } = binned(bars, [from, to], count);
    let most = 0;
    for (let k = 1; k < count; k++) if (bins[k]! > bins[most]!) most = k;
    const [low, high] = valueArea(bins, most, share);
    valueLow[to] = bottom + low * width;
    valueHigh[to] = bottom + (high + 1) * width;
    return bottom + (most + 0.5) * width;
  });
  return { poc, value_low: valueLow, value_high: valueHigh };
}
