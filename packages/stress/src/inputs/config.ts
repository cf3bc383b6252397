/** Rules that turn feeds into risk inputs: windows, age limits, least counts. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Parameters of the feeds. All times in ms. */
export interface RiskInputsConfig {
  readonly version: `risk-inputs/${string}`;
  readonly pegs: {
    /** Span of the median price. */
    readonly medianMs: number;
    /** Age from which a price is stale, and that of a supply. */
    readonly staleMs: number;
    readonly supplyStaleMs: number;
  };
  readonly mint: {
    /** Smallest growth of a supply between two observations that counts as a mint, USD. */
    readonly leastUsd: number;
    /** Largest age of a listed mint. */
    readonly listedMs: number;
  };
  readonly media: {
    /** Length of the current span, and of the baseline before it. */
    readonly spanMs: number;
    readonly baselineMs: number;
    /** Age from which the newest hour is stale. */
    readonly staleMs: number;
    /** Fewest known hours of either span. */
    readonly leastHours: number;
    readonly leastBaselineHours: number;
    /** Smallest scale, articles an hour: below it counts are not informative. */
    readonly leastScale: number;
  };
  readonly crossAsset: {
    /** Observations of a move, and of a correlation. */
    readonly move: number;
    readonly correlation: number;
    /** Earlier moves whose deviation is the unit, and the fewest of them. */
    readonly deviation: number;
    readonly leastMoves: number;
    /** Fewest known assets. */
    readonly leastAssets: number;
    readonly staleMs: number;
  };
  readonly flows: {
    /** Earlier 24-hour spans of the baseline, and the fewest of them. */
    readonly baselineDays: number;
    readonly leastDays: number;
    /** Age from which the newest transfers are stale. */
    readonly staleMs: number;
  };
}

/**
 * Version 2: adds exchange flows. Windows come from the design; ages are the longest ordinary silence of the
 * publishers.
 */
export const RISK_INPUTS_V2: RiskInputsConfig = deepFreeze({
  version: 'risk-inputs/2',
  pegs: { medianMs: 30 * MINUTE_MS, staleMs: 2 * HOUR_MS, supplyStaleMs: 3 * DAY_MS },
  mint: { leastUsd: 1e8, listedMs: 7 * DAY_MS },
  media: {
    spanMs: DAY_MS,
    baselineMs: 30 * DAY_MS,
    staleMs: 6 * HOUR_MS,
    leastHours: 12,
    leastBaselineHours: 7 * 24,
    leastScale: 1,
  },
  crossAsset: { move: 5, correlation: 20, deviation: 250, leastMoves: 60, leastAssets: 2, staleMs: 5 * DAY_MS },
  flows: { baselineDays: 90, leastDays: 30, staleMs: 2 * HOUR_MS },
});
