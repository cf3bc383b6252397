/**
 * The one instance of the module in a thread, compiled when first asked for.
 *
 * Its memory never grows, so no view of it is ever detached, and kernels are synchronous: nobody else writes to the memory
 * between a call's inputs and its outputs. There is none where WebAssembly or its SIMD is missing or forbidden, as by a
 * content security policy; callers then do what they would do without this package.
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
  /** A view of `length` doubles of the memory; the same one for every call with the same name. */
  readonly view: (name: Columns, length: number) => Float64Array;
}

let made: { readonly machine: Machine | undefined } | undefined;

/** @internal exported for the test of engines that cannot. @param engine throws where there is none. */
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

/** The instance of this thread, or undefined where there can be none. */
export function machine(): Machine | undefined {
  made ??= { machine: instantiate(engineHere) };
  return made.machine;
}

/**
 * Whether kernels run here: the engine knows WebAssembly with SIMD, and nothing forbids it. Compiles them if need be.
 *
 * @example
 * hasKernels(); // → true
 */
export function hasKernels(): boolean {
  return machine() !== undefined;
}
