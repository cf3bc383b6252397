/** Resting depth of a perp for the head of liquidation risk, from its newest sample, within the band of the horizon. */

import type { LiquidityRecordWire } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { liquidationBand, type Horizon, type LiquidationInputs } from '@barograph/nowcast';
import { depthWithin, LIQUIDITY_V1, type BookDepth, type SideDepth } from '@barograph/stress';

/** Maximum age of samples. */
export interface SampledDepthConfig {
  readonly version: `sampled-depth/${string}`;
  /** Older samples do not describe the book that forced orders would meet, ms. */
  readonly mostMinutes: number;
}

/** A changed number is a new constant. */
export const SAMPLED_DEPTH_V1: SampledDepthConfig = Object.freeze({ version: 'sampled-depth/1', mostMinutes: 10 });

/** Depth of a perp for a horizon; null without a recent sample, or when the band was not measured. */
export type DepthFor = (symbol: string, volatility: number | null, horizon: Horizon) => LiquidationInputs['depth'];

const BANDS = ['10bps', '25bps', '50bps', '100bps'] as const;
type Sample = LiquidityRecordWire['sample'];

function sideOf(usd: Sample['bid_depth'], cut: Sample['levels_truncated']['bid']): SideDepth {
  return { notional: BANDS.map((band) => usd[band]), truncated: BANDS.map((band) => cut[band]) };
}

function depthOf({ bid_depth, ask_depth, levels_truncated, ...sample }: Sample): BookDepth {
  return {
    configVersion: sample.config_version,
    bandsBps: LIQUIDITY_V1.bandsBps,
    mid: sample.mid_price,
    spreadBps: sample.spread_bps,
    imbalance: sample.imbalance_10bps,
    bids: sideOf(bid_depth, levels_truncated.bid),
    asks: sideOf(ask_depth, levels_truncated.ask),
  };
}

/**
 * Creates the lookup of resting depth by perp and horizon.
 * @param records published records of liquidity.
 * @param asOf time of the nowcast, epoch ms.
 */
export function sampledDepths(records: readonly LiquidityRecordWire[], asOf: number): DepthFor {
  const samples = records.map(({ sample }) => sample);
  const oldest = asOf - SAMPLED_DEPTH_V1.mostMinutes * MINUTE_MS;
  const known = new Map(
    samples
      .filter(({ sampled_at, config_version }) => sampled_at >= oldest && config_version === LIQUIDITY_V1.version)
      .map((sample) => [sample.symbol, depthOf(sample)]),
  );
  return (symbol, volatility, horizon) => {
    const book = known.get(symbol);
    if (book === undefined || volatility === null) return null;
    const resting = depthWithin(book, liquidationBand(volatility, horizon).depth);
    return resting === null ? null : { ...resting, version: book.configVersion };
  };
}
