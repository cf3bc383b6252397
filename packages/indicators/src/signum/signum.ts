/** SIGNUM_RGG over bars of one interval: ADX, then the colour machine. A batch face and a stream face. */

import { barAt, sameConfig, UsageError, type Bar, type Candles, type Stream } from '@barograph/core';
import { adx, adxSettledAfter, createAdx, type AdxPoint, type AdxSnapshot } from '../adx.ts';
import { signumColor, type SignumColor, type SignumColorState } from './color.ts';
import { SIGNUM_V1, type SignumConfig } from './config.ts';

/** One closed bar. Percent, NaN until defined; the colour is null until ADX is defined. */
export interface SignumPoint extends AdxPoint {
  readonly color: SignumColor | null;
  /** Bars in the colour, the flip bar included; null before the first colour. */
  readonly barsInColor: number | null;
  /** Time of the bar that flipped into this colour; null while the colour is the one the history began with. */
  readonly flipBar: number | null;
  /** True once the seed of ADX weighs less than 1 %. */
  readonly settled: boolean;
}

/** Columns of the length of the input. */
export interface SignumColumns {
  readonly adx: Float64Array;
  readonly plusDi: Float64Array;
  readonly minusDi: Float64Array;
  /** null for the first `signumLookback` rows. */
  readonly color: readonly (SignumColor | null)[];
  /** NaN for the first `signumLookback` rows. */
  readonly barsInColor: Float64Array;
}

/** JSON-safe state of {@link createSignum}. */
export interface SignumSnapshot {
  readonly version: 1;
  readonly config: SignumConfig;
  readonly bars: number;
  readonly adx: AdxSnapshot;
  readonly color: SignumColorState;
}

/**
 * The machine on a whole series: one row per bar, whatever the interval of the bars.
 *
 * @param bars n bars, oldest first, any positive price scale.
 * @returns n rows; DI is NaN for the first `period` rows, ADX and the colour are undefined for the first 2·period − 1.
 * @throws {UsageError} a bad config.
 * @example
 * signum(bars).color[259]; // → 'green'
 */
export function signum(bars: Candles, config: SignumConfig = SIGNUM_V1): SignumColumns {
  const machine = signumColor(config);
  const points = adx(bars, config.adx);
  const color: (SignumColor | null)[] = [];
  const barsInColor = new Float64Array(bars.length);
  let state = machine.initial;
  for (let i = 0; i < bars.length; i++) {
    const input = {
      time: bars.time[i]!,
      adx: points.adx[i]!,
      plusDi: points.plusDi[i]!,
      minusDi: points.minusDi[i]!,
    };
    const step = machine.step(state, input);
    state = step.state;
    color.push(step.output.color);
    barsInColor[i] = step.output.barsInColor ?? NaN;
  }
  return { ...points, color, barsInColor };
}

/**
 * The machine bar by bar, equal to {@link signum} to the bit.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * createSignum().next(barAt(bars, 0)).color; // → null
 */
export function createSignum(
  config: SignumConfig = SIGNUM_V1,
  resume?: SignumSnapshot,
): Stream<Bar, SignumPoint, SignumSnapshot> {
  const machine = signumColor(config);
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got ${JSON.stringify(resume)}`,
    );
  }
  const strength = createAdx(config.adx, resume?.adx);
  const settledAfter = adxSettledAfter(config.adx);
  let state = resume?.color ?? machine.initial;
  let bars = resume?.bars ?? 0;

  // Written out: spreading three records per bar costs ten times the arithmetic.
  const point = (bar: Bar, { adx, plusDi, minusDi }: AdxPoint): { state: SignumColorState; point: SignumPoint } => {
    const { state: next, output } = machine.step(state, { time: bar.time, adx, plusDi, minusDi });
    const { color, barsInColor, flipBar } = output;
    const settled = bars >= settledAfter;
    return { state: next, point: { adx, plusDi, minusDi, color, barsInColor, flipBar, settled } };
  };
  return {
    next: (bar, into) => {
      const step = point(bar, strength.next(bar));
      state = step.state;
      bars++;
      return into === undefined ? step.point : Object.assign(into, step.point);
    },
    peek: (bar, into) => {
      const { point: peeked } = point(bar, strength.peek(bar));
      return into === undefined ? peeked : Object.assign(into, peeked);
    },
    snapshot: () => ({ version: 1, config, bars, adx: strength.snapshot(), color: state }),
  };
}

/** The last bars of a series with their colours, oldest first. `null` where undefined. */
export interface SignumHistoryPoint {
  readonly time: number;
  readonly close: number;
  readonly color: SignumColor | null;
  readonly barsInColor: number | null;
  readonly adx: number | null;
  readonly plusDi: number | null;
  readonly minusDi: number | null;
}

/**
 * Colour history: at most the last `count` bars, scored on all the bars given.
 *
 * @throws {UsageError} a bad config.
 * @example
 * signumHistory(bars, 5).length; // → 5
 */
export function signumHistory(bars: Candles, count: number, config: SignumConfig = SIGNUM_V1): SignumHistoryPoint[] {
  const columns = signum(bars, config);
  const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const rows: SignumHistoryPoint[] = [];
  for (let i = Math.max(0, bars.length - count); i < bars.length; i++) {
    const { time, close } = barAt(bars, i);
    rows.push({
      time,
      close,
      color: columns.color[i]!,
      barsInColor: defined(columns.barsInColor[i]!),
      adx: defined(columns.adx[i]!),
      plusDi: defined(columns.plusDi[i]!),
      minusDi: defined(columns.minusDi[i]!),
    });
  }
  return rows;
}
