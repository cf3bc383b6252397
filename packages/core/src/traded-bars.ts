/** Bars that an engine with the rule of breaks still remembers at the end of a series. */

import { barAt, CANDLE_COLUMNS, candleColumns, unsafeCandles, type Candles } from './candles.ts';
import type { BreakMarks } from './across-breaks.ts';
import { createBreaks, hasBreaks, type BreaksConfig } from './breaks.ts';

/** Bars without halts since the last restart, and the breaks at the last bar. */
export interface TradedBars extends BreakMarks {
  readonly bars: Candles;
}

/**
 * Returns the traded bars since the last long gap or change of scale: those that the stream of the same rule
 * (`acrossBreaks`) was fed and has not undone.
 *
 * @param config rules of breaks; undefined keeps every bar.
 * @returns the series itself when it has no break.
 * @throws {UsageError} when the config is invalid.
 * @example
 * tradedBars(bars, { quietBars: 3, maxGap: 30, maxJump: 5 }).bars === bars; // → true
 */
export function tradedBars(bars: Candles, config: BreaksConfig | undefined): TradedBars {
  if (config === undefined || !hasBreaks(bars, config)) return { bars, isHalted: false, restarted: null };
  const breaks = createBreaks(config);
  let rows: number[] = [];
  /**
   * State before the quiet bars that may become a halt: a length, and a copy once a gap within them has cut the rows.
   */
  let beforeQuiet = 0;
  let uncut: number[] | undefined;
  for (let row = 0; row < bars.length; row++) {
    const step = breaks.next(barAt(bars, row));
    if (step === 'halt') {
      rows = uncut ?? rows;
      rows.length = Math.min(rows.length, beforeQuiet);
      continue;
    }
    if (step === 'restart') {
      if (breaks.quiet > 1) uncut ??= rows.slice(0, beforeQuiet);
      rows = [];
    }
    if (breaks.quiet === 1) {
      beforeQuiet = rows.length;
      uncut = undefined;
    }
    rows.push(row);
  }
  const { isHalted, restarted } = breaks;
  const columns = candleColumns(rows.length);
  for (const column of CANDLE_COLUMNS) rows.forEach((row, i) => (columns[column][i] = bars[column][row]!));
  return { bars: unsafeCandles(columns), isHalted, restarted };
}
