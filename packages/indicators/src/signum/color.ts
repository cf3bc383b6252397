/**
 * The colour machine of SIGNUM_RGG: trend strength from ADX, side from the directional indicators, with hysteresis.
 *
 * ```
 * grey : ADX ≥ enter and spread ≥  margin → green;  ADX ≥ enter and spread ≤ −margin → red
 * green: ADX < exit → grey;  spread ≤ −margin → red when ADX ≥ enter, else grey
 * red  : ADX < exit → grey;  spread ≥  margin → green when ADX ≥ enter, else grey
 * ```
 *
 * The machine starts grey on the first bar with an ADX; that grey is not a flip.
 *
 * @source The trend threshold: J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978. Exit, margin and
 * table: our own, see `docs/chapters/indicators-and-volatility.md`.
 */

import type { Reducer } from '@barograph/core';
import type { AdxPoint } from '../adx.ts';
import { checkSignumConfig, SIGNUM_V1, type SignumConfig } from './config.ts';

/** Colours of SIGNUM_RGG. */
export const SIGNUM_COLORS = ['red', 'grey', 'green'] as const;

/** Colour of SIGNUM_RGG. */
export type SignumColor = (typeof SIGNUM_COLORS)[number];

/**
 * State of the machine, plain JSON. `flipBar` is the time of the bar that flipped; null while the initial colour lasts.
 */
export type SignumColorState =
  | { readonly phase: 'unset' }
  | { readonly phase: 'colored'; readonly color: SignumColor; readonly bars: number; readonly flipBar: number | null };

/** ADX point of a closed bar, and the bar's time. Percent; NaN until defined. */
export interface SignumColorInput extends AdxPoint {
  readonly time: number;
}

/** Colour of a bar and its age; null before the first ADX. */
export interface SignumColorOutput {
  readonly color: SignumColor | null;
  /** Bars in the colour, including the flip bar; null before the first ADX. */
  readonly barsInColor: number | null;
  /** Time of the bar that flipped to this colour, epoch ms; null while the initial colour lasts. */
  readonly flipBar: number | null;
}

// Indexes in SIGNUM_COLORS, and the code of no colour.
const RED = 0;
const GREY = 1;
const GREEN = 2;
/** Code of a bar without a colour. */
export const NO_COLOR = -1;
/** Code of the initial colour. */
export const FIRST_COLOR: number = GREY;

/** Transition table above, on codes: indexes in `SIGNUM_COLORS`. */
export function nextCode(
  code: number,
  adx: number,
  plusDi: number,
  minusDi: number,
  { enter, exit, margin }: SignumConfig,
): number {
  const spread = plusDi - minusDi;
  const strong = adx >= enter;
  if (code === GREY) {
    if (strong && spread >= margin) return GREEN;
    return strong && spread <= -margin ? RED : GREY;
  }
  if (adx < exit) return GREY;
  if (code === GREEN ? spread <= -margin : spread >= margin) return strong ? GREEN - code : GREY;
  return code;
}

/** Colour of a code; null for {@link NO_COLOR}. */
export function colorOf(code: number): SignumColor | null {
  return SIGNUM_COLORS[code] ?? null;
}

/** Applies {@link colorOf} to each code. */
export function colorsOf(codes: Int8Array): (SignumColor | null)[] {
  // oxlint-disable-next-line unicorn/no-new-array -- allocated at once: pushes would leave smaller lists behind
  const colors = new Array<SignumColor | null>(codes.length);
  for (let i = 0; i < codes.length; i++) colors[i] = colorOf(codes[i]!);
  return colors;
}

/**
 * Transition table above, on colours.
 *
 * @example
 * nextColor('grey', { adx: 30, plusDi: 25, minusDi: 10 }, SIGNUM_V1); // → 'green'
 */
export function nextColor(color: SignumColor, { adx, plusDi, minusDi }: AdxPoint, config: SignumConfig): SignumColor {
  return SIGNUM_COLORS[nextCode(SIGNUM_COLORS.indexOf(color), adx, plusDi, minusDi, config)]!;
}

/**
 * Creates the machine as a pure reducer, one step per closed bar. An undefined ADX leaves the state unchanged.
 *
 * @param config parameters. @default SIGNUM_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * fold(signumColor(), [{ time: 0, adx: 30, plusDi: 25, minusDi: 10 }]).outputs[0].color; // → 'grey'
 */
export function signumColor(
  config: SignumConfig = SIGNUM_V1,
): Reducer<SignumColorState, SignumColorInput, SignumColorOutput> {
  checkSignumConfig(config);
  return {
    initial: { phase: 'unset' },
    step: (state, input) => {
      const next = advance(state, input, config);
      return { state: next, output: outputOf(next) };
    },
  };
}

function advance(state: SignumColorState, input: SignumColorInput, config: SignumConfig): SignumColorState {
  if (Number.isNaN(input.adx)) return state;
  if (state.phase === 'unset') return { phase: 'colored', color: 'grey', bars: 1, flipBar: null };
  const color = nextColor(state.color, input, config);
  return color === state.color
    ? { phase: 'colored', color, bars: state.bars + 1, flipBar: state.flipBar }
    : { phase: 'colored', color, bars: 1, flipBar: input.time };
}

function outputOf(state: SignumColorState): SignumColorOutput {
  return state.phase === 'unset'
    ? { color: null, barsInColor: null, flipBar: null }
    : { color: state.color, barsInColor: state.bars, flipBar: state.flipBar };
}
