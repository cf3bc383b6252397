/** Messages between the command line and its threads. */

import { CANDLE_COLUMNS, unsafeCandles, type CandleColumns, type Candles } from '@barograph/core';
import type { TextFormat } from '../table.ts';
import type { TableFlags } from '../table-options.ts';
import type { WorkName } from './names.ts';
import type { TextMemory } from './text-memory.ts';

/** Form of the text that a thread makes of rows. */
export interface TextForm extends Pick<TableFlags, 'columns' | 'times'> {
  readonly format: TextFormat;
  /** Memory for bytes, where a file takes them. */
  readonly memory: TextMemory | undefined;
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

/** Memory that candles are handed over in: a few pieces, used again, for the collector does not see how large they are. */
export interface SharedBars {
  /**
   * A value whose candles lie in memory that every thread sees: nothing is copied again, and nothing is detached, which would slow
   * every typed array of this process (`docs/decisions/0081-workers.md`).
   *
   * @returns the value, and the function that gives its memory back: no thread may read it then.
   */
  readonly share: (value: unknown) => { readonly value: unknown; readonly release: () => void };
}

export function createSharedBars(): SharedBars {
  const free: SharedArrayBuffer[] = [];
  const take = (bytes: number): SharedArrayBuffer => {
    const at = free.findIndex(({ byteLength }) => byteLength >= bytes);
    if (at !== -1) return free.splice(at, 1)[0]!;
    free.pop(); // too small for this one, and it would be for the next
    return new SharedArrayBuffer(bytes);
  };
  return {
    share: (value) => {
      const memory = take(bytesOf(value));
      let used = 0;
      const column = (values: Float64Array): Float64Array => {
        const copy = new Float64Array(memory, used, values.length);
        copy.set(values);
        used += values.byteLength;
        return copy;
      };
      const copied = (one: unknown): unknown => {
        if (isCandles(one)) return { columns: columnsBy(one, column) };
        if (typeof one !== 'object' || one === null) return one;
        return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, copied(part)]));
      };
      return { value: copied(value), release: () => void free.push(memory) };
    },
  };
}

/** The value on the other side: its columns are candles again. */
export function received(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by `share`
  if ('columns' in value) return unsafeCandles(value.columns as CandleColumns);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, received(one)]));
}

function isCandles(value: unknown): value is Candles {
  return typeof value === 'object' && value !== null && CANDLE_COLUMNS.every((column) => column in value);
}

function bytesOf(value: unknown): number {
  if (isCandles(value)) return CANDLE_COLUMNS.length * value.time.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one: unknown) => sum + bytesOf(one), 0);
}

function columnsBy(bars: Candles, of: (column: Float64Array) => Float64Array): CandleColumns {
  return {
    time: of(bars.time),
    open: of(bars.open),
    high: of(bars.high),
    low: of(bars.low),
    close: of(bars.close),
    volume: of(bars.volume),
  };
}
