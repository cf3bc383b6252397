/**
 * The one instance of the module for text in a thread, compiled when first asked for; there is none where the module of
 * numbers has none. Its memory never grows, and nobody else writes to it between a call's inputs and its outputs.
 */

import { engineHere, exportsOf, type Address, type Engine } from '../engine.ts';
import { MODULE } from './module.ts';

/** Functions of `text/`. */
interface Functions {
  /** Rows of CSV of the cells in memory. @returns bytes written. */
  readonly rowsBlock: (rows: number, columns: number, room: number) => number;
  /** Rows of bars out of CSV. @returns rows read. */
  readonly csvRows: (
    from: number,
    end: number,
    cells: number,
    delimiter: number,
    isText: number,
    leastDate: number,
    endOfDates: number,
  ) => number;
  /** Offset of the row behind them. */
  readonly csvNext: () => number;
  /** Whether they are bars. @returns 1 or 0. */
  readonly csvSound: (
    rows: number,
    minPrice: number,
    maxPrice: number,
    maxVolume: number,
    maxNotional: number,
  ) => number;
}

type Areas =
  | 'POWERS_OF_TEN'
  | 'CELL_NUMBERS'
  | 'FIRST_TEXT'
  | 'TEXT_BEGINS'
  | 'TEXT_ALL'
  | 'ROWS_OUT'
  | 'CSV_TEXT'
  | 'CSV_TARGETS'
  | 'CSV_COLUMNS';

type Exports = Functions & Readonly<Record<Areas, Address>>;

/** The module with views of its memory; its order of bytes is the machine's wherever there is an engine. */
export interface TextMachine {
  readonly run: Functions;
  readonly bytes: (name: Areas, length: number) => Uint8Array<ArrayBuffer>;
  readonly integers: (name: Areas, length: number) => Int32Array<ArrayBuffer>;
  readonly doubles: (name: Areas, length: number) => Float64Array<ArrayBuffer>;
}

let made: { readonly machine: TextMachine | undefined } | undefined;

/** @internal exported for the test of engines that cannot. @param engine throws where there is none. */
export function instantiate(engine: () => Engine): TextMachine | undefined {
  try {
    const exports = exportsOf<Exports>(engine, MODULE);
    const { buffer } = exports.memory;
    return {
      run: exports,
      bytes: (name, length) => new Uint8Array(buffer, exports[name].value, length),
      integers: (name, length) => new Int32Array(buffer, exports[name].value, length),
      doubles: (name, length) => new Float64Array(buffer, exports[name].value, length),
    };
  } catch {
    return undefined;
  }
}

/** The instance of this thread, or undefined where there can be none. */
export function textMachine(): TextMachine | undefined {
  made ??= { machine: instantiate(engineHere) };
  return made.machine;
}
