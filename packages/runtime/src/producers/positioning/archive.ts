/** Stored hourly samples of the gamma analog: append-only, one row per coin and hour. */

import type { PositioningArchive } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { GAMMA_V2, type GammaSample } from '@barograph/positioning';
import type { NewObservation, Observation, Observations, WhaleDays } from '@barograph/store';

/** Series of a market's samples. Other rules use another series. */
export function gammaSamplesSeries(timeline: string): string {
  return `gamma-samples/${GAMMA_V2.version}@${timeline}`;
}

/** Row of a sample. @param knownAt time of the run, epoch ms. */
export function sampleObservation(
  series: string,
  coin: string,
  { time, ...value }: GammaSample,
  knownAt: number,
  source: string,
): NewObservation {
  return { series, key: coin, validTime: time, knownAt: Math.max(time, knownAt), value, source };
}

/** Sample of a row. */
export function sampleOf({ validTime, value }: Observation): GammaSample {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `sampleObservation`
  return { time: validTime, ...(value as Omit<GammaSample, 'time'>) };
}

/** Start of the ring at a moment, epoch ms; no earlier sample belongs to it. */
export function ringStart(asOf: number): number {
  return Math.max(0, asOf - GAMMA_V2.ringHours * HOUR_MS);
}

/** Ring after all stored samples: the first of each hour, for the last hours. */
export function ringOf<Sample extends { readonly time: number }>(
  samples: readonly Sample[],
  hours: number = GAMMA_V2.ringHours,
): readonly Sample[] {
  const ring: Sample[] = [];
  const newest = samples.at(-1);
  if (newest === undefined) return ring;
  const hourOf = ({ time }: Sample): number => Math.floor(time / HOUR_MS);
  const first = hourOf(newest) - hours + 1;
  for (const sample of samples) {
    const before = ring.at(-1);
    if (hourOf(sample) >= first && (before === undefined || hourOf(sample) > hourOf(before))) ring.push(sample);
  }
  return ring;
}

/** Whether a market has the inputs of a cycle. */
export function hasAccounts(market: { has(feed: 'accounts' | 'contexts'): boolean }): boolean {
  return market.has('accounts') && market.has('contexts');
}

/** Whether a host computes positions. @param isOff switched off by the operator. */
export function accountsStatus(
  market: { has(feed: 'accounts' | 'contexts'): boolean },
  isOff: boolean,
): PositioningArchive['status'] {
  return isOff ? 'off' : hasAccounts(market) ? 'on' : 'no_source';
}

/** Stores of samples and days. */
export interface PositioningStore {
  readonly observations: Pick<Observations, 'asOf'>;
  readonly whaleDays: Pick<WhaleDays, 'read'>;
}

/** Rings and days for operations. @param isOff switched off by the operator. */
export function createPositioningArchive(
  market: { has(feed: 'accounts' | 'contexts'): boolean },
  { observations, whaleDays }: PositioningStore,
  timeline: string,
  isOff: boolean,
): PositioningArchive {
  const series = gammaSamplesSeries(timeline);
  return {
    status: accountsStatus(market, isOff),
    ring: async (key, asOf) => {
      const kept = await observations.asOf(series, { key, knownAt: asOf, from: ringStart(asOf), to: asOf });
      return ringOf(kept.map(sampleOf));
    },
    whaleDays: async (from, asOf) => whaleDays.read(timeline, { from, asOf }),
  };
}
