/** Inputs of a training or walk-forward, as read from files. */

import type { Candles } from '@barograph/core';
import {
  hourlyFunding,
  hourlyLevels,
  observeDerivatives,
  type Observations,
  type TimedSeries,
} from '@barograph/nowcast';
import type { TrainingConfig } from './train/config.ts';
import type { Panel } from './train/panel.ts';
import { observeFor } from './train/training-rows.ts';

/** Coin that represents the market. */
export const LEAD = 'BTC';

/** A file by its name and bytes. */
export interface SourceFile {
  readonly file: string;
  readonly sha256: string;
}

/** Hourly bars of the coins of a panel, coin by coin. */
export interface PanelBars {
  readonly candles: readonly Candles[];
  readonly names: readonly string[];
  readonly files: readonly SourceFile[];
}

/** Funding and open interest of one coin. */
export interface CoinDerivatives {
  readonly funding: TimedSeries;
  readonly openInterest: TimedSeries;
}

/** Funding and open interest of the coins that have both. */
export interface Derivatives {
  readonly coins: ReadonlyMap<string, CoinDerivatives>;
  readonly files: readonly SourceFile[];
}

/**
 * Rows of a panel for training, with each coin's funding and open interest when known.
 * @param derivatives funding and open interest by coin. @default none known
 *
 * @example
 * const files = [{ file: 'ETHUSDT.csv', sha256: '5f…' }];
 * panelRows({ candles: [hours], names: ['ETH'], files }, TRAINING_V3).coins[0]?.length; // → 1500
 */
export function panelRows(
  { candles, names, files }: PanelBars,
  training: TrainingConfig,
  derivatives?: Derivatives,
): Required<Panel> {
  const coins = candles.map((bars, i) => {
    const rows = observeFor(bars, training);
    return derivatives === undefined ? rows : withDerivativesOf(rows, names[i]!, derivatives);
  });
  return { coins, names, files };
}

/**
 * Rows of a coin with its funding and open interest; the same rows for a coin without them.
 *
 * @example
 * const none = { coins: new Map(), files: [] };
 * withDerivativesOf(rows, LEAD, none) === rows; // → true
 */
export function withDerivativesOf(observations: Observations, coin: string, { coins }: Derivatives): Observations {
  const series = coins.get(coin);
  const { length, time } = observations;
  if (series === undefined || length === 0) return observations;
  const last = time[length - 1]!;
  return observeDerivatives(observations, {
    funding: hourlyFunding(series.funding, last, length),
    openInterest: hourlyLevels(series.openInterest, last, length),
  });
}
