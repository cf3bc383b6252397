/** Archive of reference data: schedules as they became known, and the universe of altcoin breadth of each day. */

import type { UnlockSchedule } from '@barograph/stress';
import type { ProducerInput } from '../../producer.ts';

/** Series of the unlock schedules of a market, a key for each coin. */
export function schedulesSeries(timeline: string): string {
  return `unlock-schedules/${timeline}`;
}

/** Series of the universes of altcoin breadth: the tickers of a UTC day, largest first. */
export function breadthSeries(timeline: string): string {
  return `breadth-universe/${timeline}`;
}

/** A schedule as it is stored: the moment stands beside it, so that the same one is kept once. */
export type KeptSchedule = Omit<UnlockSchedule, 'knownAt'>;

/** The newest schedule of each coin that was known at the moment of a run. */
export async function knownSchedules(
  { observed }: Pick<ProducerInput, 'observed'>,
  timeline: string,
): Promise<readonly UnlockSchedule[]> {
  const kept = await observed(schedulesSeries(timeline), 0, 0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by the producer
  return kept.map(({ value, knownAt }) => ({ ...(value as KeptSchedule), knownAt }));
}
