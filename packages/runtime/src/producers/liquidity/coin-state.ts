/** One coin between passes: its tracker, which is a fold over the samples in the store. */

import type { CoinLiquidity, DepthSample } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import {
  createLiquidityTracker,
  LIQUIDITY_V1,
  liquidityScore,
  type LiquidityRow,
  type LiquidityTracker,
  type LiquidityTrackerSnapshot,
} from '@barograph/stress';
import type { RunLog, StateKey, StateText } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { trackedSample, type ReadSamples } from './archive.ts';
import { LIQUIDITY_SAMPLER_V1 } from './config.ts';

/** Key of the trackers' states. */
export const LIQUIDITY_STATE: StateKey = { name: 'liquidity', version: LIQUIDITY_V1.version };

/** A coin that is sampled. */
export interface CoinState {
  /** Time of the newest sample that it has seen, epoch ms; null before the first. */
  readonly time: number | null;
  /** The coin after that sample; undefined before the first. */
  readonly newest: CoinLiquidity | undefined;
  /** Commits the samples of the store after {@link CoinState.time}: those of another replica, or of before a start. */
  catchUp(asOf: number): Promise<void>;
  /**
   * Commits a new sample.
   *
   * @returns the state before it where it opens an hour: to keep, so that a start reads an hour of samples at most.
   */
  take(sample: DepthSample): StateText | undefined;
}

/** @param stored the kept state; undefined, of another config or of later than `asOf`: it is made of the stored samples. */
export function openCoin(
  symbol: string,
  stored: StateText | undefined,
  asOf: number,
  read: ReadSamples,
  log: RunLog,
): CoinState {
  const usable = stored !== undefined && stored.asOf <= asOf ? stored : undefined;
  const opened = resumed(
    usable,
    (resume?: LiquidityTrackerSnapshot) => createLiquidityTracker(LIQUIDITY_V1, resume),
    log,
  );
  const tracker: LiquidityTracker = opened.value;
  let time: number | null = opened.asOf;
  let last: { readonly sample: DepthSample; readonly row: LiquidityRow } | undefined;
  const commit = (sample: DepthSample): void => {
    last = { sample, row: tracker.sample(trackedSample(sample)) };
    time = sample.sampledAt;
  };
  return {
    get time() {
      return time;
    },
    get newest() {
      return last === undefined ? undefined : { ...last, score: liquidityScore(last.row) };
    },
    catchUp: async (until) => {
      const from = time ?? until - LIQUIDITY_SAMPLER_V1.rebuildDays * DAY_MS;
      for (const sample of await read(symbol, from, until)) commit(sample);
    },
    take: (sample) => {
      const opensHour = time !== null && Math.floor(sample.sampledAt / HOUR_MS) > Math.floor(time / HOUR_MS);
      const kept = opensHour ? stateText(LIQUIDITY_STATE, symbol, time!, tracker.snapshot()) : undefined;
      commit(sample);
      return kept;
    },
  };
}
