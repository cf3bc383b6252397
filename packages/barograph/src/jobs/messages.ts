/** What the command line and its threads send each other. */

import { CANDLE_COLUMNS, unsafeCandles, type CandleColumns, type Candles } from '@barograph/core';
import type { TextFormat } from '../table.ts';
import type { TableFlags } from '../table-options.ts';
import type { WorkName } from './names.ts';

/** Form of the text that a thread makes of rows. */
export interface TextForm extends Pick<TableFlags, 'columns' | 'times'> {
  readonly format: TextFormat;
  /** All that the rows have. */
  readonly names: readonly string[];
}

/** Data of a thread: the work that it does, the same for every coin. */
export interface JobData {
  readonly work: WorkName;
  readonly settings: unknown;
  /** undefined: the rows are wanted as they are. */
  readonly form: TextForm | undefined;
  readonly kernels: boolean;
}

/** A coin for a thread: its symbol, first cell of each row, and what the work takes. */
export interface JobMessage {
  readonly symbol: string;
  readonly coin: unknown;
}

/**
 * A value whose candles share memory with every thread that is sent them: nothing is copied again, and nothing is detached,
 * which would slow every typed array of this process (`docs/decisions/0081-workers.md`).
 */
export function shareable(value: unknown): unknown {
  if (isCandles(value)) return { columns: shared(value) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shareable(one)]));
}

/** The value on the other side: its columns are candles again. */
export function received(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by `shareable`
  if ('columns' in value) return unsafeCandles(value.columns as CandleColumns);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, received(one)]));
}

function isCandles(value: unknown): value is Candles {
  return typeof value === 'object' && value !== null && CANDLE_COLUMNS.every((column) => column in value);
}

function shared(bars: Candles): CandleColumns {
  const { length } = bars;
  const bytes = length * Float64Array.BYTES_PER_ELEMENT;
  const memory = new SharedArrayBuffer(CANDLE_COLUMNS.length * bytes);
  const column = (at: number): Float64Array => {
    const copy = new Float64Array(memory, at * bytes, length);
    copy.set(bars[CANDLE_COLUMNS[at]!]);
    return copy;
  };
  return { time: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}
