/** Daily net flows of spot ETFs, as a source has them. */

import { ETF_ASSETS, type EtfAsset } from '@barograph/contract';

/** A trading day. */
export interface EtfFlow {
  readonly asset: EtfAsset;
  /** 00:00 UTC of the trading day, epoch ms; never of a weekend. */
  readonly day: number;
  /** USD over all funds; null where no fund has reported. */
  readonly netFlowUsd: number | null;
  /** USD by fund, null where that fund has not reported; empty where the source has totals alone. */
  readonly funds: Readonly<Record<string, number | null>>;
}

/** Rows of the feed, in order of coin and day. A query's `from` counts the day, not when its report came. */
export interface EtfDays {
  readonly days: readonly EtfFlow[];
}

/** Rows in their order. */
export function orderedDays(days: readonly EtfFlow[]): readonly EtfFlow[] {
  return ETF_ASSETS.flatMap((asset) => days.filter((one) => one.asset === asset).toSorted((a, b) => a.day - b.day));
}
