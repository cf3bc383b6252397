/** SIGNUM_RGG per bar, as columns. Loaded by threads, so it must import neither flags nor the contract. */

import { hasBreaks, type Candles } from '@barograph/core';
import { SIGNUM_COLORS, signumBlocks, signumCodes, type SignumCodes, type SignumConfig } from '@barograph/indicators';
import { columnRows, type ColumnPart } from '../column-rows.ts';
import type { Work } from '../jobs/names.ts';
import type { Row } from '../table.ts';

/** Rows of all bars of a coin. */
export const signumWork: Work<SignumConfig, Candles, Row> = async (config) => (bars) =>
  columnRows(barParts(bars, config));

/** Bars per part: columns of all bars at once would be as large as the bars themselves. */
const PART_BARS = 1 << 14;

/** Rows of all bars in parts. Parts share memory: each is valid until the next. */
export function* barParts(bars: Candles, config: SignumConfig): Generator<ColumnPart> {
  // Parts cannot span a break, so a series with breaks is one part.
  if (config.breaks !== undefined && hasBreaks(bars, config.breaks)) {
    yield partOf(bars, signumCodes(bars, config));
    return;
  }
  const next = signumBlocks(config);
  const most = Math.min(PART_BARS, bars.length);
  const column = (): Float64Array => new Float64Array(most);
  const all = {
    adx: column(),
    plusDi: column(),
    minusDi: column(),
    colorCode: new Int8Array(most),
    barsInColor: column(),
  };
  for (let from = 0; from < bars.length; from += PART_BARS) {
    const length = Math.min(PART_BARS, bars.length - from);
    const part = (column: Float64Array): Float64Array => column.subarray(from, from + length);
    const prices = { high: part(bars.high), low: part(bars.low), close: part(bars.close) };
    const codes = next(prices, length === most ? all : cut(all, length));
    yield partOf({ length, time: part(bars.time), close: prices.close }, codes);
  }
}

function partOf(
  { length, time, close }: Pick<Candles, 'length' | 'time' | 'close'>,
  { adx, plusDi, minusDi, colorCode, barsInColor }: SignumCodes,
): ColumnPart {
  return {
    length,
    columns: {
      timestamp: time,
      adx,
      plus_di: plusDi,
      minus_di: minusDi,
      color: { codes: colorCode, texts: SIGNUM_COLORS },
      days_in_color: barsInColor,
      close,
    },
  };
}

/** First `length` rows of the columns. */
const cut = ({ adx, plusDi, minusDi, colorCode, barsInColor }: SignumCodes, length: number): SignumCodes => ({
  adx: adx.subarray(0, length),
  plusDi: plusDi.subarray(0, length),
  minusDi: minusDi.subarray(0, length),
  colorCode: colorCode.subarray(0, length),
  barsInColor: barsInColor.subarray(0, length),
});
