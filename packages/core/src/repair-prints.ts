/** Repairs the faults that a series report finds, where the bars show the right value. */

import { CANDLE_COLUMNS, candleColumns, candles, type CandleColumns, type Candles } from './candles.ts';
import { SERIES_QUALITY_V1, type QualityFinding, type SeriesQuality } from './series-quality.ts';

/** Bars after repair. */
export interface RepairedPrints {
  readonly bars: Candles;
  /** Repaired findings; the other findings of the report still hold. */
  readonly mended: readonly QualityFinding[];
}

/** Decimal shifts that feeds make by mistake. */
const SHIFTS = [10, 100, 1000] as const;

/**
 * Repairs bars by the findings of their report:
 *
 * - a wick is shifted by decimal places if it then fits the body, else cut to the body;
 * - a jump is shifted by decimal places if it then fits the bars around it, else its bar is dropped;
 * - bars before a redenomination are converted to the new unit, volumes inversely;
 * - bars off the grid are dropped; a file reader already drops a partial last bar.
 *
 * Gaps, halts, reused tickers, stale tails and missing volumes stay: bars do not show what is missing.
 *
 * @param report report of these bars, by `seriesQuality`.
 * @example
 * repairPrints(bars, seriesQuality(bars)).mended; // → []
 */
export function repairPrints(bars: Candles, { findings }: SeriesQuality): RepairedPrints {
  const isMended = ({ code, kind, index }: QualityFinding): boolean =>
    code === 'wick' || code === 'jump' || kind === 'redenomination' || (code === 'off_grid' && index < bars.length);
  const mended = findings.filter(isMended);
  if (mended.length === 0) return { bars, mended };
  const columns = candleColumns(bars.length);
  for (const column of CANDLE_COLUMNS) columns[column].set(bars[column]);
  const dropped = new Set<number>();
  for (const finding of mended) {
    const { code, index, kind, factor = 1 } = finding;
    if (code === 'wick') mendWick(columns, index, kind === 'high');
    else if (code === 'jump') {
      if (!shiftBar(columns, index, factor)) dropped.add(index);
    } else if (code === 'scale_change') rescale(columns, index, 10 ** Math.round(Math.log10(factor)));
    else dropped.add(index);
  }
  const kept = Array.from(bars.time.keys()).filter((i) => !dropped.has(i));
  if (kept.length === bars.length) return { bars: candles(columns), mended };
  const out = candleColumns(kept.length);
  for (const column of CANDLE_COLUMNS) kept.forEach((from, to) => (out[column][to] = columns[column][from]!));
  return { bars: candles(out), mended };
}

function mendWick({ open, high, low, close }: CandleColumns, i: number, isHigh: boolean): void {
  const [top, bottom] = [Math.max(open[i]!, close[i]!), Math.min(open[i]!, close[i]!)];
  const { highestWick, lowestWick } = SERIES_QUALITY_V1;
  const fits = (price: number): boolean =>
    isHigh ? price >= top && price <= top * highestWick : price <= bottom && price >= bottom * lowestWick;
  const wrong = isHigh ? high[i]! : low[i]!;
  const shifted = SHIFTS.map((by) => (isHigh ? wrong / by : wrong * by)).find(fits);
  if (isHigh) high[i] = shifted ?? top;
  else low[i] = shifted ?? bottom;
}

/** Shifts the decimal point of a bar's prices if the rest is a usual change. @returns whether it did. */
function shiftBar({ open, high, low, close }: CandleColumns, i: number, factor: number): boolean {
  const power = Math.round(Math.log10(factor));
  const rest = factor / 10 ** power;
  if (power === 0 || rest > SERIES_QUALITY_V1.jump || rest < 1 / SERIES_QUALITY_V1.jump) return false;
  const before = close[i - 1]!;
  // A bar opens at the previous close: its open may be right although its close is wrong.
  for (const column of [open, high, low, close]) {
    const shifted = power > 0 ? column[i]! / 10 ** power : column[i]! * 10 ** -power;
    if (Math.abs(Math.log(shifted / before)) < Math.abs(Math.log(column[i]! / before))) column[i] = shifted;
  }
  high[i] = Math.max(high[i]!, open[i]!, close[i]!);
  low[i] = Math.min(low[i]!, open[i]!, close[i]!);
  return true;
}

/** Converts prices of the bars before `until` to the unit of the later ones. */
function rescale({ open, high, low, close, volume }: CandleColumns, until: number, factor: number): void {
  for (let i = 0; i < until; i++) {
    for (const column of [open, high, low, close])
      column[i] = factor < 1 ? column[i]! / (1 / factor) : column[i]! * factor;
    volume[i] = volume[i]! / factor;
  }
}
