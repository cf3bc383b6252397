/** Messages between the main thread and its workers. */

import { CANDLE_COLUMNS, unsafeCandles, type CandleColumns, type Candles } from '@barograph/core';
import type { TextFormat } from '../table.ts';
import type { TableFlags } from '../table-options.ts';
import type { WorkName } from './names.ts';
import type { TextMemory } from './text-memory.ts';

/** Text format of rows in a thread. */
export interface TextForm extends Pick<TableFlags, 'columns' | 'times'> {
  readonly format: TextFormat;
  /** Shared memory for bytes when a file is written. */
  readonly memory: TextMemory | undefined;
  /** All columns of the rows. */
  readonly names: readonly string[];
}

/** Start data of a thread: its work, the same for every coin. */
export interface JobData {
  readonly work: WorkName;
  readonly settings: unknown;
  /** undefined returns rows unformatted. */
  readonly form: TextForm | undefined;
  readonly kernels: boolean;
}

/** A coin for a thread: its symbol (first cell of each row) and the input of the work. */
export interface JobMessage {
  readonly symbol: string;
  readonly coin: unknown;
}

/** Memory that candles are handed over in: a few pieces, used again, for the collector does not see how large they are. */
export interface SharedBars {
  /**
   * A value whose candles lie in memory that every thread sees: nothing is copied again, and nothing is detached, which would slow
   * every typed array of this process (`docs/chapters/runtime.md`).
   *
   * @returns the value, and the function that gives its memory back: no thread may read it then.
   */
  readonly lend: (value: unknown) => { readonly value: unknown; readonly release: () => void };
}

/** Creates memory for candles, without pieces. */
export function createSharedBars(): SharedBars {
  const free: SharedArrayBuffer[] = [];
  const take = (bytes: number): SharedArrayBuffer => {
    const at = free.findIndex(({ byteLength }) => byteLength >= bytes);
    if (at !== -1) return free.splice(at, 1)[0]!;
    free.pop(); // too small for this one, and it would be for the next
    return new SharedArrayBuffer(bytes);
  };
  return {
    lend: (value) => {
      const memory = take(bytesOf(value));
      let used = 0;
      const column = (values: Float64Array): Float64Array => {
        const copy = new Float64Array(memory, used, values.length);
        copy.set(values);
        used += values.byteLength;
        return copy;
      };
      const copied = (value: unknown): unknown => {
        if (isCandles(value)) return { columns: columnsBy(value, column) };
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied(part)]));
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
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, received(part)]));
}

function isCandles(value: unknown): value is Candles {
  return typeof value === 'object' && value !== null && CANDLE_COLUMNS.every((column) => column in value);
}

function bytesOf(value: unknown): number {
  if (isCandles(value)) return CANDLE_COLUMNS.length * value.time.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part: unknown) => sum + bytesOf(part), 0);
}

function columnsBy(bars: Candles, convert: (column: Float64Array) => Float64Array): CandleColumns {
  return {
    time: convert(bars.time),
    open: convert(bars.open),
    high: convert(bars.high),
    low: convert(bars.low),
    close: convert(bars.close),
    volume: convert(bars.volume),
  };
}
