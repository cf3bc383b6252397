/** SIGNUM_RGG over bars of one interval: ADX, then the colour machine. Batch form and stream form. */

import {
  acrossBreaks,
  barAt,
  givenColumn,
  hasBreaks,
  sameConfig,
  UsageError,
  type AcrossBreaks,
  type Bar,
  type Candles,
  type Mutable,
  type Stream,
  type WithBreaks,
} from '@barograph/core';
import {
  adxSettledAfter,
  adxState,
  advanceRows,
  createAdx,
  type AdxColumns,
  type AdxPrices,
  type AdxPoint,
  type AdxSnapshot,
} from '../adx.ts';
import {
  colorOf,
  colorsOf,
  FIRST_COLOR,
  nextCode,
  NO_COLOR,
  SIGNUM_COLORS,
  type SignumColor,
  type SignumColorState,
} from './color.ts';
import { checkSignumConfig, SIGNUM_V2, type SignumConfig } from './config.ts';

/** Values of one closed bar. Percent, NaN until defined; the colour is null until ADX is defined. */
export interface SignumPoint extends AdxPoint {
  readonly color: SignumColor | null;
  /** Bars in the colour, including the flip bar; null before the first colour. */
  readonly barsInColor: number | null;
  /** Time of the bar that flipped to this colour; null while the initial colour lasts. */
  readonly flipBar: number | null;
  /** Whether the seed of ADX weighs less than 1 %. */
  readonly settled: boolean;
}

/** SIGNUM_RGG of a series, one row per bar. */
export interface SignumColumns extends AdxColumns {
  /** Colours; null for the first `signumLookback` rows. Converted from codes on first access. */
  readonly color: readonly (SignumColor | null)[];
  /** NaN for the first `signumLookback` rows. */
  readonly barsInColor: Float64Array;
}

/** SIGNUM_RGG of a series, one row per bar, in typed arrays only. */
export interface SignumCodes extends AdxColumns {
  /** Index in `SIGNUM_COLORS`; −1 for the first `signumLookback` rows. */
  readonly colorCode: Int8Array;
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

/** Stream of SIGNUM_RGG that also reports the breaks at its last bar. */
export type SignumStream = AcrossBreaks<SignumPoint, SignumSnapshot>;

/**
 * Computes SIGNUM_RGG of a series: one row per bar, for bars of any interval.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default SIGNUM_V2
 * @returns one row per bar; DI is NaN for the first `period` rows, ADX and the colour are undefined for the first
 * 2·period − 1.
 * @throws {UsageError} when the config is invalid.
 * @example
 * signum(bars).color[259]; // → 'green'
 */
export function signum(bars: Candles, config: SignumConfig = SIGNUM_V2): SignumColumns {
  const { adx: strength, plusDi, minusDi, colorCode, barsInColor } = signumCodes(bars, config);
  let color: readonly (SignumColor | null)[] | undefined;
  return {
    adx: strength,
    plusDi,
    minusDi,
    get color() {
      return (color ??= colorsOf(colorCode));
    },
    barsInColor,
  };
}

/**
 * Computes {@link signum} with colours as codes, without a list of a million texts for a million bars.
 *
 * @param config parameters. @default SIGNUM_V2
 * @param into columns to fill, one row per bar. @default new ones
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * const { colorCode } = signumCodes(bars);
 * [SIGNUM_COLORS[colorCode[259]], colorCode[0]]; // → [ 'green', -1 ]
 */
export function signumCodes(bars: Candles, config: SignumConfig = SIGNUM_V2, into?: SignumCodes): SignumCodes {
  checkSignumConfig(config);
  const { length } = bars;
  const columns = {
    adx: givenColumn('into.adx', length, into?.adx),
    plusDi: givenColumn('into.plusDi', length, into?.plusDi),
    minusDi: givenColumn('into.minusDi', length, into?.minusDi),
    colorCode: givenColumn('into.colorCode', length, into?.colorCode, Int8Array),
    barsInColor: givenColumn('into.barsInColor', length, into?.barsInColor),
  };
  if (config.breaks === undefined || !hasBreaks(bars, config.breaks)) return signumBlocks(config)(bars, columns);
  const stream = createSignum(config);
  const point = empty();
  for (let i = 0; i < length; i++) {
    stream.next(barAt(bars, i), point);
    columns.adx[i] = point.adx;
    columns.plusDi[i] = point.plusDi;
    columns.minusDi[i] = point.minusDi;
    columns.colorCode[i] = point.color === null ? NO_COLOR : SIGNUM_COLORS.indexOf(point.color);
    columns.barsInColor[i] = point.barsInColor ?? NaN;
  }
  return columns;
}

/**
 * Creates a function that computes {@link signumCodes} of a series in blocks, oldest first. Each block continues the
 * previous one, so that no column of the whole series is needed. Every bar counts: for a series with breaks
 * (`hasBreaks`) the codes differ.
 *
 * @param config parameters. @default SIGNUM_V2
 * @returns a function that fills the given columns, as long as the block, and returns them.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const next = signumBlocks();
 * const column = () => new Float64Array(bars.length);
 * const into = { adx: column(), plusDi: column(), minusDi: column(), colorCode: new Int8Array(bars.length), barsInColor: column() };
 * SIGNUM_COLORS[next(bars, into).colorCode[259]]; // → 'green'
 */
export function signumBlocks(config: SignumConfig = SIGNUM_V2): (bars: AdxPrices, into: SignumCodes) => SignumCodes {
  checkSignumConfig(config);
  const state = adxState();
  const colors = { code: NO_COLOR, count: 0 };
  return (bars, into) => {
    advanceRows(state, config.adx, bars, into);
    colorRows(colors, config, into);
    return into;
  };
}

/** A module function: a closure would be compiled again for each series. */
function colorRows(colors: { code: number; count: number }, config: SignumConfig, into: SignumCodes): void {
  const { adx: strengths, plusDi, minusDi, colorCode, barsInColor } = into;
  let { code, count } = colors;
  for (let i = 0; i < strengths.length; i++) {
    const strength = strengths[i]!;
    if (!Number.isNaN(strength)) {
      const next = code === NO_COLOR ? FIRST_COLOR : nextCode(code, strength, plusDi[i]!, minusDi[i]!, config);
      count = next === code ? count + 1 : 1;
      code = next;
    }
    colorCode[i] = code;
    barsInColor[i] = code === NO_COLOR ? NaN : count;
  }
  colors.code = code;
  colors.count = count;
}

/**
 * Creates the stream of SIGNUM_RGG, equal to {@link signum} to the bit.
 *
 * @param config parameters. @default SIGNUM_V2
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createSignum().next(barAt(bars, 0)).color; // → null
 */
export function createSignum(config: SignumConfig = SIGNUM_V2, resume?: WithBreaks<SignumSnapshot>): SignumStream {
  const { breaks } = checkSignumConfig(config);
  const create = (from?: SignumSnapshot): Stream<Bar, SignumPoint, SignumSnapshot> => createMachine(config, from);
  return acrossBreaks(breaks, { create, silent: (_, into = empty()) => Object.assign(into, empty()) }, resume);
}

/** Machine without a rule of breaks. */
function createMachine(
  config: SignumConfig,
  resume: SignumSnapshot | undefined,
): Stream<Bar, SignumPoint, SignumSnapshot> {
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got ${JSON.stringify(resume)}`,
    );
  }
  const stream = createAdx(config.adx, resume?.adx);
  const strength = { adx: NaN, plusDi: NaN, minusDi: NaN };
  const settledAfter = adxSettledAfter(config.adx);
  const state = stateOf(resume);
  const forming = stateOf(undefined);

  const feed = (to: SignumState, { time }: Bar, into: Mutable<SignumPoint>): SignumPoint => {
    const { slots } = to;
    const { adx: now, plusDi, minusDi } = strength;
    if (!Number.isNaN(now)) {
      const before = slots[CODE]!;
      const code = before === NO_COLOR ? FIRST_COLOR : nextCode(before, now, plusDi, minusDi, config);
      slots[IN_COLOR] = code === before ? slots[IN_COLOR]! + 1 : 1;
      if (before !== NO_COLOR && code !== before) to.flipBar = time;
      slots[CODE] = code;
    }
    into.adx = now;
    into.plusDi = plusDi;
    into.minusDi = minusDi;
    into.color = colorOf(slots[CODE]!);
    into.barsInColor = into.color === null ? null : slots[IN_COLOR]!;
    into.flipBar = to.flipBar;
    into.settled = slots[BARS]! >= settledAfter;
    slots[BARS] = slots[BARS]! + 1;
    return into;
  };
  return {
    next: (bar, into = empty()) => {
      stream.next(bar, strength);
      return feed(state, bar, into);
    },
    peek: (bar, into = empty()) => {
      stream.peek(bar, strength);
      forming.slots.set(state.slots);
      forming.flipBar = state.flipBar;
      return feed(forming, bar, into);
    },
    snapshot: () => ({
      version: 1,
      config,
      bars: state.slots[BARS]!,
      adx: stream.snapshot(),
      color: colorStateOf(state),
    }),
  };
}

const empty = (): Mutable<SignumPoint> => ({
  adx: NaN,
  plusDi: NaN,
  minusDi: NaN,
  color: null,
  barsInColor: null,
  flipBar: null,
  settled: false,
});

// Slots of the stream's own state: bars so far, code of the colour, and bars in it.
const BARS = 0;
const CODE = 1;
const IN_COLOR = 2;

interface SignumState {
  readonly slots: Float64Array;
  /** Outside the slots: a time is boxed when it enters a nullable field, here once per flip instead of once per bar. */
  flipBar: number | null;
}

function stateOf(resume: SignumSnapshot | undefined): SignumState {
  const state: SignumState = { slots: Float64Array.of(resume?.bars ?? 0, NO_COLOR, 0), flipBar: null };
  if (resume === undefined || resume.color.phase === 'unset') return state;
  state.slots[CODE] = SIGNUM_COLORS.indexOf(resume.color.color);
  state.slots[IN_COLOR] = resume.color.bars;
  state.flipBar = resume.color.flipBar; // written after a null, so that V8 does not type the field as number only
  return state;
}

function colorStateOf({ slots, flipBar }: SignumState): SignumColorState {
  const color = colorOf(slots[CODE]!);
  return color === null ? { phase: 'unset' } : { phase: 'colored', color, bars: slots[IN_COLOR]!, flipBar };
}

/** Bar with its colour; null where undefined. */
export interface SignumHistoryPoint {
  readonly time: number;
  readonly close: number;
  readonly color: SignumColor | null;
  /** Bars in the colour, including the flip bar. */
  readonly barsInColor: number | null;
  /** ADX, 0…100. */
  readonly adx: number | null;
  /** +DI and −DI, 0…100. */
  readonly plusDi: number | null;
  readonly minusDi: number | null;
}

/**
 * Colour history: at most the last `count` bars, computed from all given bars.
 *
 * @param config parameters. @default SIGNUM_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * signumHistory(bars, 5).length; // → 5
 */
export function signumHistory(bars: Candles, count: number, config: SignumConfig = SIGNUM_V2): SignumHistoryPoint[] {
  const columns = signumCodes(bars, config);
  const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const rows: SignumHistoryPoint[] = [];
  for (let i = Math.max(0, bars.length - count); i < bars.length; i++) {
    const { time, close } = barAt(bars, i);
    rows.push({
      time,
      close,
      color: colorOf(columns.colorCode[i]!),
      barsInColor: defined(columns.barsInColor[i]!),
      adx: defined(columns.adx[i]!),
      plusDi: defined(columns.plusDi[i]!),
      minusDi: defined(columns.minusDi[i]!),
    });
  }
  return rows;
}
