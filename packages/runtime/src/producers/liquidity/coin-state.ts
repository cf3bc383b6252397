/** State of one coin between passes: a tracker, folded over the stored samples. */

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

/** Sampled coin. */
export interface CoinState {
  /** Time of the newest processed sample, epoch ms; null before the first. */
  readonly time: number | null;
  /** Values after that sample; undefined before the first. */
  readonly newest: CoinLiquidity | undefined;
  /** Processes stored samples after {@link CoinState.time}, of other replicas or from before a start. */
  catchUp(asOf: number): Promise<void>;
  /**
   * Processes a new sample.
   *
   * @returns the state to store before the first sample of an hour, so that a start reads at most an hour of samples.
   */
  take(sample: DepthSample): StateText | undefined;
}

/**
 * Resumes the tracker of a coin, or rebuilds it.
 * @param stored stored state; undefined, of another config or later than `asOf`: rebuilt from stored samples.
 */
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
