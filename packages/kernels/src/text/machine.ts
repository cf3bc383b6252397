/**
 * Single instance of the text module in a thread, compiled on first use; absent under the same conditions as the
 * numeric module. Its memory never grows, and no other code writes to it between the inputs and the outputs of a call.
 */

import { engineHere, exportsOf, type Address, type Engine } from '../engine.ts';
import { MODULE } from './module.ts';

/** Functions of `text/`. */
interface Functions {
  /** Writes CSV rows of the cells in memory. @returns number of bytes. */
  readonly rowsBlock: (rows: number, columns: number, room: number) => number;
  /** Parses bars from CSV rows. @returns number of rows. */
  readonly csvRows: (
    from: number,
    end: number,
    cells: number,
    delimiter: number,
    isText: number,
    leastDate: number,
    endOfDates: number,
  ) => number;
  /** Offset of the row after the parsed ones. */
  readonly csvNext: () => number;
  /** Checks that the rows are bars. @returns 1 or 0. */
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

/** Module with views of its memory; byte order is the machine's. */
export interface TextMachine {
  readonly run: Functions;
  readonly bytes: (name: Areas, length: number) => Uint8Array<ArrayBuffer>;
  readonly integers: (name: Areas, length: number) => Int32Array<ArrayBuffer>;
  readonly doubles: (name: Areas, length: number) => Float64Array<ArrayBuffer>;
}

let instance: { readonly machine: TextMachine | undefined } | undefined;

/**
 * Creates an instance. @internal exported for the test of engines without support. @param engine throws when
 * unsupported.
 */
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

/** Instance of this thread; undefined when unsupported. */
export function textMachine(): TextMachine | undefined {
  instance ??= { machine: instantiate(engineHere) };
  return instance.machine;
}
