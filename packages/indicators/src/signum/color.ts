/**
 * The colour machine of SIGNUM_RGG: trend strength from ADX, side from the directional indicators, with hysteresis.
 *
 * ```
 * grey : ADX ≥ enter and spread ≥  margin → green;  ADX ≥ enter and spread ≤ −margin → red
 * green: ADX < exit → grey;  spread ≤ −margin → red when ADX ≥ enter, else grey
 * red  : ADX < exit → grey;  spread ≥  margin → green when ADX ≥ enter, else grey
 * ```
 *
 * The machine begins grey on the first bar that has an ADX; that grey is not a flip.
 *
 * @source The trend threshold: J. Welles Wilder, *New Concepts in Technical Trading Systems*, 1978.
 * Exit, margin and table: our own, see `docs/decisions/0006-signum-rgg.md`.
 */

import type { Reducer } from '@barograph/core';
import type { AdxPoint } from '../adx.ts';
import { checkSignumConfig, SIGNUM_V1, type SignumConfig } from './config.ts';

/** The three colours. */
export const SIGNUM_COLORS = ['red', 'grey', 'green'] as const;

/** One of the three colours. */
export type SignumColor = (typeof SIGNUM_COLORS)[number];

/** Plain JSON. `flipBar` is the time of the bar that flipped, null while the colour is the one it began with. */
export type SignumColorState =
  | { readonly phase: 'unset' }
  | { readonly phase: 'colored'; readonly color: SignumColor; readonly bars: number; readonly flipBar: number | null };

/** A closed bar's ADX point, and the time of that bar. Percent; NaN until defined. */
export interface SignumColorInput extends AdxPoint {
  readonly time: number;
}

/** Colour of a bar, and how long it has stood; null before the first ADX. */
export interface SignumColorOutput {
  readonly color: SignumColor | null;
  /** Bars in the colour, the flip bar included; null before the first ADX. */
  readonly barsInColor: number | null;
  readonly flipBar: number | null;
}

/**
 * The table above.
 *
 * @example
 * nextColor('grey', { adx: 30, plusDi: 25, minusDi: 10 }, SIGNUM_V1); // → 'green'
 */
export function nextColor(
  color: SignumColor,
  { adx, plusDi, minusDi }: AdxPoint,
  { enter, exit, margin }: SignumConfig,
): SignumColor {
  const spread = plusDi - minusDi;
  const strong = adx >= enter;
  switch (color) {
    case 'grey':
      if (strong && spread >= margin) return 'green';
      return strong && spread <= -margin ? 'red' : 'grey';
    case 'green':
      if (adx < exit) return 'grey';
      if (spread <= -margin) return strong ? 'red' : 'grey';
      return 'green';
    case 'red':
      if (adx < exit) return 'grey';
      if (spread >= margin) return strong ? 'green' : 'grey';
      return 'red';
  }
}

/**
 * The machine as a pure reducer, one step per closed bar. An undefined ADX leaves it as it is.
 *
 * @throws {UsageError} a bad config.
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
