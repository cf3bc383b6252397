/** A cascade as the simulator knows it, and the label that it got. */

import { DAY_MS, HOUR_MS, quantile } from '@barograph/core';
import type { Cascade } from '@barograph/simulator';
import { LIQUIDITY_V1 } from '@barograph/stress';
import { PASS_MS, type openSampled, type SampledRow } from './sampled.ts';

/** Days of hourly samples, and of samples every 2 minutes, before a cascade. */
const HOURLY_DAYS = 27;
const DENSE_DAYS = 3;
/**
 * Hours that are looked at after it, and after each later hour of a day that is one by the rule: more than a cascade is
 * remembered for.
 */
const AFTER_HOURS = 10;

/** A cascade held against the label. */
export interface JudgedCascade {
  readonly cascade: Cascade;
  /**
   * First sample at which, by the truth, the book is impaired and the hour is a cascade by the rule of the config;
   * undefined when that never is.
   */
  readonly onset: number | undefined;
  /** First sample under the label; samples from the onset and from the first close to it. */
  readonly labelled: number | undefined;
  readonly lateBy: number | undefined;
  readonly afterFirstClose: number | undefined;
  /** Least depth by the truth, as a share of its median before. */
  readonly leastDepth: number;
  /** Samples from the cascade's begin on. */
  readonly rows: readonly SampledRow[];
}

/** Runs a perp up to a cascade, through it, and beyond. */
export async function judgeCascade(sampled: ReturnType<typeof openSampled>, cascade: Cascade): Promise<JudgedCascade> {
  const { symbol, start, end } = cascade;
  const { truth, flow } = sampled;
  const dense = start - DENSE_DAYS * DAY_MS;
  const depthAt = (time: number): number => {
    const { bids, asks } = truth.depth(symbol, time);
    return bids + asks;
  };
  // The usual hour, from the closes themselves.
  const hours: number[] = [];
  for (let hour = start - 30 * DAY_MS; hour < start; hour += HOUR_MS) {
    const usd = flow.forcedCloses(symbol, hour, hour + HOUR_MS).reduce((sum, { notional }) => sum + notional, 0);
    if (usd > 0) hours.push(usd);
  }
  const usual = hours.length === 0 ? 0 : quantile(hours, 0.5);
  const { liquidationMedians, liquidationShare } = LIQUIDITY_V1.cascade;
  const isCascade = ({ row, liquidations }: SampledRow): boolean =>
    liquidations >= Math.max(liquidationMedians * usual, liquidationShare * (row.openInterestUsd ?? Infinity));
  const before: number[] = [];
  const rows: SampledRow[] = [];
  let last = end;
  for await (const one of sampled.rows(symbol, dense - HOURLY_DAYS * DAY_MS, dense, end + DAY_MS)) {
    const { time } = one.row;
    if (time > last + AFTER_HOURS * HOUR_MS) break;
    // The rule may detect a wave that the simulator does not label.
    if (time > end && isCascade(one)) last = time;
    if (time >= start) rows.push(one);
    else if (time >= start - 7 * DAY_MS) before.push(depthAt(time));
  }
  const median = quantile(before, 0.5);
  const isOnset = (one: SampledRow): boolean =>
    depthAt(one.row.time) < LIQUIDITY_V1.impairedBelow * median && isCascade(one);
  const onset = rows.find(isOnset)?.row.time;
  const labelled = rows.find(({ row }) => row.regime === 'post_cascade_impaired')?.row.time;
  const since = (from: number | undefined): number | undefined =>
    labelled === undefined || from === undefined ? undefined : (labelled - from) / PASS_MS;
  return {
    cascade,
    onset,
    labelled,
    lateBy: since(onset),
    afterFirstClose: since(start),
    leastDepth: Math.min(...rows.map(({ row }) => depthAt(row.time))) / median,
    rows,
  };
}
