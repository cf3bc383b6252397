/**
 * From the labels of days to the published regime: a new label is published after `confirmDays` daily closes in a row,
 * a shock at once. A day that has no label (a hole in the bars) ends the regime: the next one begins a new history.
 */

import type { Mutable, Reducer } from '@barograph/core';
import { checkVolatilityRegimeConfig, VOLATILITY_REGIME_V1, type VolatilityRegimeConfig } from './config.ts';
import { labelOf, type RegimeInput, type VolatilityRegime } from './label.ts';

/** Plain JSON, and few states: how long a regime lasts is counted elsewhere. */
export interface RegimeState {
  readonly published: VolatilityRegime | null;
  /** A label that is not confirmed yet, and on how many closes it was seen. */
  readonly pending: { readonly label: VolatilityRegime; readonly closes: number } | null;
  /** Days since the last one that was a shock by itself; null once it is older than the reversion window. */
  readonly daysSinceShock: number | null;
}

/** Regime of a day, and how long it has stood. */
export interface RegimeOutput {
  /** The label of the day by itself. */
  readonly raw: VolatilityRegime | null;
  readonly published: VolatilityRegime | null;
}

const UNSET: RegimeState = Object.freeze({ published: null, pending: null, daysSinceShock: null });

/**
 * The machine, one step per completed day.
 *
 * @throws {UsageError} a bad config.
 * @example
 * const day = { rvGk7: 40, shockLevel: 80, median: 40, peak: 45, before: 41, rank: 50, termStructureRatio: 1 };
 * const shock = { ...day, rvGk7: 90, peak: 90 };
 * fold(regimeMachine(), [day, shock, day]).outputs.map(({ published }) => published);
 * // → [ 'normal', 'vol_shock', 'vol_shock' ]
 */
export function regimeMachine(
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V1,
): Reducer<RegimeState, RegimeInput, RegimeOutput> {
  checkVolatilityRegimeConfig(config);
  return {
    initial: UNSET,
    step: (before, input) => {
      const state = { ...before };
      const raw = nextRegime(state, input, config);
      return { state, output: { raw, published: state.published } };
    },
  };
}

/**
 * The step in a state that may be written to, as a stream and a column have it.
 *
 * @returns the label of the day by itself.
 */
export function nextRegime(
  state: Mutable<RegimeState>,
  input: RegimeInput,
  config: VolatilityRegimeConfig,
): VolatilityRegime | null {
  const daysSinceShock = oneDayOn(state.daysSinceShock, config.reversionDays);
  const raw = labelOf(input, daysSinceShock !== null, config);
  if (raw === null) {
    state.published = null;
    state.pending = null;
    state.daysSinceShock = null;
    return null;
  }
  publish(state, raw, config.confirmDays);
  state.daysSinceShock = raw === 'vol_shock' ? 0 : daysSinceShock;
  return raw;
}

/** The reversion window has `window` days, the present one included. */
function oneDayOn(days: number | null, window: number): number | null {
  return days === null || days + 1 >= window ? null : days + 1;
}

function publish(state: Mutable<RegimeState>, raw: VolatilityRegime, confirmDays: number): void {
  const { published, pending } = state;
  const closes = pending?.label === raw ? pending.closes + 1 : 1;
  if (published === null || raw === published || raw === 'vol_shock' || closes >= confirmDays) {
    state.published = raw;
    state.pending = null;
  } else {
    state.pending = { label: raw, closes };
  }
}
