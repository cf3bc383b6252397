/** The state of the Bollinger Bands: squeezed, expanding or neither. */

import type { Reducer } from '@barograph/core';
import type { TechnicalConfig } from './config.ts';

/** States of the bandwidth. */
export const BAND_STATES = ['in_squeeze', 'expanding', 'normal'] as const;

/** State of the bandwidth. */
export type BandState = (typeof BAND_STATES)[number];

/** Plain JSON. `days` are completed days in the state, the first included. */
export type SqueezeState = { readonly phase: 'unset' } | { readonly phase: BandState; readonly days: number };

/** One completed day. NaN where not defined. */
export interface SqueezeInput {
  readonly bandwidth: number;
  /** The bandwidth `expandDays` completed days before. */
  readonly before: number;
  /** Percentile rank of the bandwidth, 0…100. */
  readonly percentile: number;
}

/** null until the bandwidth has a rank. */
export interface SqueezeOutput {
  readonly bandState: BandState | null;
  readonly daysInState: number | null;
}

/**
 * One step per completed day.
 *
 * ```
 * in squeeze:     percentile ≤ squeezeExit  → in_squeeze
 * not in squeeze: percentile ≤ squeezeEnter → in_squeeze
 * else:           wider than before, and ≥ expandFactor times as wide → expanding, else normal
 * ```
 *
 * A day without a rank leaves the state as it is. Bands that are 0 wide do not expand.
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

/** The state of a day whose bandwidth has a rank, by whether the day before was in a squeeze. */
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
