/** Archive of reference data: schedules with the moments they became known, and daily universes of altcoin breadth. */

import type { UnlockSchedule } from '@barograph/stress';
import type { ProducerInput } from '../../producer.ts';

/** Series of a market's unlock schedules, one key per coin. */
export function schedulesSeries(timeline: string): string {
  return `unlock-schedules/${timeline}`;
}

/** Series of the universes of altcoin breadth: tickers of a UTC day, largest first. */
export function breadthSeries(timeline: string): string {
  return `breadth-universe/${timeline}`;
}

/** Stored schedule, without its moment, so that an unchanged one is stored once. */
export type KeptSchedule = Omit<UnlockSchedule, 'knownAt'>;

/** Newest schedule of each coin known at the time of a run. */
export async function knownSchedules(
  { observed }: Pick<ProducerInput, 'observed'>,
  timeline: string,
): Promise<readonly UnlockSchedule[]> {
  const kept = await observed(schedulesSeries(timeline), 0, 0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by the producer
  return kept.map(({ value, knownAt }) => ({ ...(value as KeptSchedule), knownAt }));
}
