/** Daily net flows of spot ETFs. */

import { ETF_ASSETS, type EtfAsset } from '@barograph/contract';

/** A trading day. */
export interface EtfFlow {
  readonly asset: EtfAsset;
  /** 00:00 UTC of the trading day, epoch ms; never of a weekend. */
  readonly day: number;
  /** USD over all funds; null until a fund reports. */
  readonly netFlowUsd: number | null;
  /** USD by fund, null until the fund reports; empty when the source has only totals. */
  readonly funds: Readonly<Record<string, number | null>>;
}

/** Rows of the feed, ordered by coin and day. A query's `from` refers to the trading day, not to its report time. */
export interface EtfDays {
  readonly days: readonly EtfFlow[];
}

/** Sorts rows by coin and day. */
export function orderedDays(days: readonly EtfFlow[]): readonly EtfFlow[] {
  return ETF_ASSETS.flatMap((asset) => days.filter((day) => day.asset === asset).toSorted((a, b) => a.day - b.day));
}
