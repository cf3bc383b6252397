/** State of the Bollinger Bands: squeezed, expanding or normal. */

import type { Reducer } from '@barograph/core';
import type { TechnicalConfig } from './config.ts';

/** States of the bandwidth. */
export const BAND_STATES = ['in_squeeze', 'expanding', 'normal'] as const;

/** State of the bandwidth. */
export type BandState = (typeof BAND_STATES)[number];

/** State of {@link squeeze}, plain JSON. `days` are complete days in the state, including the first. */
export type SqueezeState = { readonly phase: 'unset' } | { readonly phase: BandState; readonly days: number };

/** Input of one complete day. NaN where undefined. */
export interface SqueezeInput {
  readonly bandwidth: number;
  /** Bandwidth `expandDays` complete days earlier. */
  readonly before: number;
  /** Percentile rank of the bandwidth, 0…100. */
  readonly percentile: number;
}

/** State after a day; null until the bandwidth has a rank. */
export interface SqueezeOutput {
  readonly bandState: BandState | null;
  /** Complete days in the state, including the first. */
  readonly daysInState: number | null;
}

/**
 * Creates the state machine of the bands, one step per complete day.
 *
 * ```
 * in squeeze:     percentile ≤ squeezeExit  → in_squeeze
 * not in squeeze: percentile ≤ squeezeEnter → in_squeeze
 * else:           wider than before, and ≥ expandFactor times as wide → expanding, else normal
 * ```
 *
 * A day without a rank leaves the state unchanged. Bands of width 0 do not expand.
 *
 * @source The six-month low of BandWidth as a squeeze: John Bollinger, *Bollinger on Bollinger Bands*, 2001. The rank
 * in place of the low, and the hysteresis, are our own.
 * @example
 * const { initial, step } = squeeze(TECHNICAL_V1);
 * const narrow = step(initial, { bandwidth: 0.04, before: 0.05, percentile: 2 });
 * narrow.output; // → { bandState: 'in_squeeze', daysInState: 1 }
 * step(narrow.state, { bandwidth: 0.12, before: 0.04, percentile: 60 }).output.bandState; // → 'expanding'
 */
export function squeeze(
  config: Pick<TechnicalConfig, 'squeezeEnter' | 'squeezeExit' | 'expandFactor'>,
): Reducer<SqueezeState, SqueezeInput, SqueezeOutput> {
  return {
    initial: { phase: 'unset' },
    step: (state, input) => {
      const next = advance(state, input);
      return {
        state: next,
        output:
          next.phase === 'unset'
            ? { bandState: null, daysInState: null }
            : { bandState: next.phase, daysInState: next.days },
      };
    },
  };

  function advance(state: SqueezeState, { bandwidth, before, percentile }: SqueezeInput): SqueezeState {
    if (Number.isNaN(percentile)) return state;
    const phase = bandStateOf(state.phase === 'in_squeeze', bandwidth, before, percentile, config);
    return { phase, days: phase === state.phase ? state.days + 1 : 1 };
  }
}

/** State of a day with a ranked bandwidth, given whether the previous day was in a squeeze. */
export function bandStateOf(
  wasInSqueeze: boolean,
  bandwidth: number,
  before: number,
  percentile: number,
  config: Pick<TechnicalConfig, 'squeezeEnter' | 'squeezeExit' | 'expandFactor'>,
): BandState {
  if (percentile <= (wasInSqueeze ? config.squeezeExit : config.squeezeEnter)) return 'in_squeeze';
  return bandwidth > before && bandwidth >= config.expandFactor * before ? 'expanding' : 'normal';
}
