/** Parameters of the taker flow, by version. */

import { deepFreeze, integerAtLeast, UsageError } from '@barograph/core';

/** Parameters of the minutes. A changed number needs a new version. */
export interface TakerFlowConfig {
  readonly version: `taker-flow/${string}`;
  /** Least notional of a large fill, USD. */
  readonly largeFillUsd: number;
  /** Delay between the end of a minute and its seal, ms; until then it accepts late fills. */
  readonly sealAfterMs: number;
  /** Largest lead of a fill over the clock, ms: the venue's clock is not ours. */
  readonly aheadMs: number;
  /** Most minutes that one jump of the clock seals, the newest ones: the longest range that the service serves. */
  readonly longestGapMinutes: number;
}

/** Version 1: threshold and sealing of the contract. */
export const TAKER_FLOW_V1: TakerFlowConfig = deepFreeze({
  version: 'taker-flow/1',
  largeFillUsd: 25_000,
  sealAfterMs: 5_000,
  aheadMs: 5_000,
  longestGapMinutes: 1_440,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkTakerFlowConfig(TAKER_FLOW_V1).largeFillUsd; // → 25000
 * checkTakerFlowConfig({ ...TAKER_FLOW_V1, largeFillUsd: 0 });
 * // → UsageError: "largeFillUsd" expected a finite number > 0, got 0
 */
export function checkTakerFlowConfig(config: TakerFlowConfig): TakerFlowConfig {
  if (!(config.largeFillUsd > 0 && config.largeFillUsd < Infinity)) {
    throw new UsageError(`"largeFillUsd" expected a finite number > 0, got ${config.largeFillUsd}`);
  }
  integerAtLeast('sealAfterMs', config.sealAfterMs, 0);
  integerAtLeast('aheadMs', config.aheadMs, 0);
  integerAtLeast('longestGapMinutes', config.longestGapMinutes, 1);
  return config;
}
