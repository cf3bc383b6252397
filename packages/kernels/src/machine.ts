/**
 * Single instance of the module in a thread, compiled on first use.
 *
 * Its memory never grows, so no view of it is ever detached. Kernels are synchronous: no other code writes to the
 * memory between the inputs and the outputs of a call. There is no instance when WebAssembly or its SIMD is missing or
 * forbidden, for example by a content security policy; callers then use JavaScript.
 */

import { engineHere, exportsOf, type Address, type Engine } from './engine.ts';
import { MODULE } from './module.ts';

/** Functions of `c/`. */
interface Functions {
  readonly filterRows: (
    rows: number,
    states: number,
    diagonal: number,
    power: number,
    scale: number,
    started: number,
  ) => number;
  readonly backwardBlock: (rows: number, states: number, counts: number) => void;
  readonly momentsBlock: (rows: number, states: number, nu: number, each: number) => void;
  readonly adxBlock: (rows: number, period: number, hold: number, apart: number) => void;
  readonly bollingerBlock: (rows: number, window: number, deviations: number) => void;
  readonly estimatorTerms: (bars: number) => number;
  readonly estimatorReset: (window: number) => void;
  readonly rankBlock: (from: number, rows: number, window: number, least: number) => number;
  readonly sortedBlock: (rows: number, window: number) => number;
  readonly logBlock: (count: number) => number;
  readonly expBlock: (count: number) => number;
  readonly labelBlock: (rows: number, states: number) => void;
  readonly forecastBlock: (rows: number, states: number, horizon: number, temperature: number) => number;
  readonly estimatorWindows: (bars: number, window: number, k: number, periodsPerYear: number) => void;
}

type Columns =
  | 'ROOTS'
  | 'INVERSES'
  | 'LOGS'
  | 'LAW'
  | 'PEAKS'
  | 'TRANSITION'
  | 'FEATURE_ROWS'
  | 'PROBABILITIES'
  | 'LIKELIHOODS'
  | 'DISTANCES'
  | 'ALPHA'
  | 'TRANSPOSED'
  | 'FILTERED'
  | 'SMOOTHED'
  | 'LATER'
  | 'COUNTS'
  | 'SAMPLES'
  | 'GAMMAS'
  | 'SQUARES'
  | 'CENTRES'
  | 'OCCUPANCY'
  | 'WEIGHT'
  | 'FIRST'
  | 'SECOND'
  | 'OPENS'
  | 'HIGHS'
  | 'LOWS'
  | 'CLOSES'
  | 'RANGE_TERMS'
  | 'BODY_TERMS'
  | 'MOVE_TERMS'
  | 'CLOSE_TO_CLOSE'
  | 'PARKINSON'
  | 'GARMAN_KLASS'
  | 'ROGERS_SATCHELL'
  | 'YANG_ZHANG'
  | 'ADX_HIGHS'
  | 'ADX_LOWS'
  | 'ADX_CLOSES'
  | 'ADX_SUMS'
  | 'ADX_LINE'
  | 'PLUS_DI'
  | 'MINUS_DI'
  | 'BAND_CLOSES'
  | 'LOWER'
  | 'MIDDLE'
  | 'UPPER'
  | 'BANDWIDTH'
  | 'PERCENT_B'
  | 'VALUES'
  | 'RANKS'
  | 'SORTED'
  | 'SLOTS'
  | 'STEPS'
  | 'ELEMENTS'
  | 'LABEL_OF'
  | 'LABEL_ROWS'
  | 'PUBLISHED'
  | 'POWERS'
  | 'CENTRES_OF_INPUTS'
  | 'SCALES_OF_INPUTS'
  | 'HEAD_WEIGHTS'
  | 'INTERCEPTS'
  | 'FORECASTS';

type Exports = Functions & Readonly<Record<Columns, Address>>;

export interface Machine {
  readonly run: Functions;
  /** View of `length` doubles of the memory; the same object for every call with the same name. */
  readonly view: (name: Columns, length: number) => Float64Array;
}

let instance: { readonly machine: Machine | undefined } | undefined;

/**
 * Creates an instance. @internal exported for the test of engines without support. @param engine throws when
 * unsupported.
 */
export function instantiate(engine: () => Engine): Machine | undefined {
  try {
    const exports = exportsOf<Exports>(engine, MODULE);
    const views = new Map<Columns, Float64Array>();
    return {
      run: exports,
      view: (name, length) => {
        const known = views.get(name) ?? new Float64Array(exports.memory.buffer, exports[name].value, length);
        views.set(name, known);
        return known;
      },
    };
  } catch {
    return undefined;
  }
}

/** Instance of this thread; undefined when unsupported. */
export function machine(): Machine | undefined {
  instance ??= { machine: instantiate(engineHere) };
  return instance.machine;
}

/**
 * Returns whether kernels run here: the engine supports WebAssembly with SIMD, and no policy forbids it. Compiles them
 * on first use.
 *
 * @example
 * hasKernels(); // → true
 */
export function hasKernels(): boolean {
  return machine() !== undefined;
}
