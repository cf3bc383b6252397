/** Depth samples in the store: append-only, one row per coin and pass. */

import type { DepthSample, LiquidityArchive } from '@barograph/contract';
import { LIQUIDITY_V1, liquiditySample, type LiquiditySample } from '@barograph/stress';
import type { NewObservation, Observation, Observations } from '@barograph/store';

/** Series of a market's samples. Other bands use another series. */
export function depthSamplesSeries(timeline: string): string {
  return `depth-samples/${LIQUIDITY_V1.version}@${timeline}`;
}

/** Stored sample; coin and moment are in its key. */
type StoredSample = Omit<DepthSample, 'symbol' | 'sampledAt' | 'openInterestUsd'>;

/** The row of a sample. */
export function sampleObservation(series: string, sample: DepthSample, source: string): NewObservation {
  const { symbol, sampledAt, time, depth, books, markPrice, openInterest, liquidationsUsd, liquidationsBasis } = sample;
  const value: StoredSample = { time, depth, books, markPrice, openInterest, liquidationsUsd, liquidationsBasis };
  return { series, key: symbol, validTime: sampledAt, knownAt: sampledAt, value, source };
}

/** Open interest in USD at the mid of the book; null when unknown. */
export function interestUsd(contracts: number | null, mid: number): number | null {
  const usd = contracts === null ? NaN : contracts * mid;
  return Number.isFinite(usd) ? usd : null;
}

function sampleOf({ key, validTime, value }: Observation): DepthSample {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `sampleObservation`
  const stored = value as StoredSample;
  const openInterestUsd = interestUsd(stored.openInterest, stored.depth.mid);
  return { symbol: key, sampledAt: validTime, openInterestUsd, ...stored };
}

/** Samples of a coin after `from` and up to `to`, oldest first. Epoch ms. */
export type ReadSamples = (symbol: string, from: number, to: number) => Promise<readonly DepthSample[]>;

/** Reader of the stored samples. */
export function createDepthSamples(observations: Pick<Observations, 'asOf'>, timeline: string): ReadSamples {
  const series = depthSamplesSeries(timeline);
  return async (symbol, from, to) => {
    const kept = await observations.asOf(series, { key: symbol, knownAt: to, from: from + 1, to });
    return kept.map(sampleOf);
  };
}

/** Samples for operations. */
export function createLiquidityArchive(
  market: { has(feed: 'book' | 'contexts'): boolean },
  samples: ReadSamples,
): LiquidityArchive {
  return { isSampled: isSampled(market), samples };
}

/** Whether a market can be sampled. */
export function isSampled(market: { has(feed: 'book' | 'contexts'): boolean }): boolean {
  return market.has('book') && market.has('contexts');
}

/** Sample in the tracker's format. */
export function trackedSample({ depth, sampledAt, openInterest, liquidationsUsd }: DepthSample): LiquiditySample {
  return liquiditySample(depth, { time: sampledAt, openInterest, liquidations: liquidationsUsd });
}
