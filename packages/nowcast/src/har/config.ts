/** Windows of the heterogeneous autoregression, by version. */

import { integerAtLeast, UsageError } from '@barograph/core';
import { positive } from '../check.ts';

/** Windows and bounds of HAR+. */
export interface HarConfig {
  /** Version in every artifact. A changed number needs a new version. */
  readonly version: `har/${string}`;
  /** Hours of the four variance averages, ascending: a quarter of a day, a day, a week and a month. */
  readonly windows: readonly [quarter: number, day: number, week: number, month: number];
  /** Fewest hours with a bar in the last month; until a month has passed, the longest window uses what exists. */
  readonly leastHours: number;
  /** Most hours without a bar that a return and a jump may span; after more, an hour is measured by its own range. */
  readonly mostMissing: number;
  /** Added to every volatility, in log return an hour: a tenth of a basis point keeps pegs and halts finite. */
  readonly epsilon: number;
}

/** Windows of HAR+, version 1. */
export const HAR_V1: HarConfig = Object.freeze({
  version: 'har/1',
  windows: Object.freeze([6, 24, 168, 720] as const),
  leastHours: 168,
  mostMissing: 24,
  epsilon: 1e-5,
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkHarConfig(config: HarConfig): HarConfig {
  const { windows, leastHours, mostMissing, epsilon } = config;
  windows.forEach((hours, i) => integerAtLeast(`windows[${i}]`, hours, (windows[i - 1] ?? 0) + 1));
  integerAtLeast('leastHours', leastHours, 1);
  if (leastHours > windows[3]) {
    throw new UsageError(`"leastHours" expected at most ${windows[3]}, got ${leastHours}`);
  }
  integerAtLeast('mostMissing', mostMissing, 0);
  positive('epsilon', epsilon);
  return config;
}
