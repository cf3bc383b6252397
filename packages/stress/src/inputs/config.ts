/** Terms by which feeds become inputs of the risks: windows, limits of age, least numbers. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Numbers by which feeds are read. All times in ms. */
export interface RiskInputsConfig {
  readonly version: `risk-inputs/${string}`;
  readonly pegs: {
    /** Span of the median that stands for a price. */
    readonly medianMs: number;
    /** Age from which on a price says nothing of now, and that of a supply. */
    readonly staleMs: number;
    readonly supplyStaleMs: number;
  };
  readonly mint: {
    /** Smallest growth of a supply between two observations that is a mint, USD. */
    readonly leastUsd: number;
    /** Age up to which one is listed. */
    readonly listedMs: number;
  };
  readonly media: {
    /** Span that is compared, and span before it that it is compared with. */
    readonly spanMs: number;
    readonly baselineMs: number;
    /** Age from which on the newest hour says nothing of now. */
    readonly staleMs: number;
    /** Hours that must be known of either span. */
    readonly leastHours: number;
    readonly leastBaselineHours: number;
    /** Smallest scale, articles an hour: below it counting says nothing. */
    readonly leastScale: number;
  };
  readonly crossAsset: {
    /** Observations over which a move is taken, and those of a correlation. */
    readonly move: number;
    readonly correlation: number;
    /** Moves before the newest whose deviation is the unit, and the fewest of them. */
    readonly deviation: number;
    readonly leastMoves: number;
    /** Fewest assets that are known. */
    readonly leastAssets: number;
    readonly staleMs: number;
  };
  readonly flows: {
    /** Spans of 24 hours that the newest is held against, and the fewest of them. */
    readonly baselineDays: number;
    readonly leastDays: number;
    /** Age from which on the newest transfers say nothing of now. */
    readonly staleMs: number;
  };
}

/** Version 2: the flows of exchanges. Windows are those of the design; ages are the longest ordinary silence of the publishers. */
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
