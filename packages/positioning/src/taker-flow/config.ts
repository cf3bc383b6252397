/** The numbers of the taker flow, by version. */

import { deepFreeze, integerAtLeast, UsageError } from '@barograph/core';

/** Parameters of the minutes. A changed number is a new version. */
export interface TakerFlowConfig {
  readonly version: `taker-flow/${string}`;
  /** A fill of at least this notional counts as large, USD. */
  readonly largeFillUsd: number;
  /** A minute is sealed this long after its end, ms; until then it takes fills that arrive late. */
  readonly sealAfterMs: number;
  /** A fill may be this far ahead of the clock, ms: the clock of the venue is not ours. */
  readonly aheadMs: number;
  /** Minutes that one jump of the clock seals at most, the newest: the longest question of the service. */
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
 * @returns the config.
 * @throws {UsageError} naming the field, the expected and the actual value.
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
