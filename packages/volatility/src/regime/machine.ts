/**
 * Turns labels of days into the published regime: a new label is published after `confirmDays` consecutive daily
 * closes, a shock at once. A day without a label (missing bars) ends the regime; the next label starts a new history.
 */

import type { Mutable, Reducer } from '@barograph/core';
import { checkVolatilityRegimeConfig, VOLATILITY_REGIME_V1, type VolatilityRegimeConfig } from './config.ts';
import { labelOf, type RegimeInput, type VolatilityRegime } from './label.ts';

/** State of the machine, plain JSON. It has few values, because durations are counted elsewhere. */
export interface RegimeState {
  readonly published: VolatilityRegime | null;
  /** Unconfirmed label, and the number of closes that showed it. */
  readonly pending: { readonly label: VolatilityRegime; readonly closes: number } | null;
  /** Days since the last shock day; null once it is older than the reversion window. */
  readonly daysSinceShock: number | null;
}

/** Regime of a day and its age. */
export interface RegimeOutput {
  /** Label of the day itself. */
  readonly raw: VolatilityRegime | null;
  readonly published: VolatilityRegime | null;
}

const UNSET: RegimeState = Object.freeze({ published: null, pending: null, daysSinceShock: null });

/**
 * Creates the machine, one step per complete day.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V1
 * @throws {UsageError} when the config is invalid.
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
 * Advances a mutable state by one day, as used by streams and columns.
 *
 * @returns the label of the day itself.
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

/** Ages a shock by one day. The reversion window has `window` days, including the current one. */
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
