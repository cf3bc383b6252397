/** Risk of a book from bars in one call, for notebooks and scripts. */

import { UsageError, type Candles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import {
  bookRisk,
  riskPanel,
  type BookRisk,
  type BookRiskOptions,
  type CoinBars,
  type RiskBook,
  type RiskPanel,
} from '@barograph/risk';

/** Coin that represents the market, as in the service. */
export const RISK_LEAD = 'BTC';

/**
 * Builds a panel as the service does: coins by 24-hour volume, largest first, and BTC as the market.
 *
 * @param coins hourly bars per coin; without BTC, the coin with the largest volume is the market.
 * @throws {UsageError} as `riskPanel`.
 * @example
 * const model = await loadShippedModel();
 * riskPanelOf([{ coin: 'BTC', bars: hours }], model).hours; // → 1440
 */
export function riskPanelOf(coins: readonly CoinBars[], model: NowcastModel): RiskPanel {
  const sizes = new Map(coins.map(({ coin, bars }) => [coin, dayVolume(bars)]));
  const ordered = coins.toSorted((a, b) => sizes.get(b.coin)! - sizes.get(a.coin)!);
  const market = ordered.find(({ coin }) => coin === RISK_LEAD)?.bars;
  return riskPanel({ coins: ordered, market, model });
}

/**
 * Risk of a book from bars: {@link riskPanelOf} and `bookRisk` in one call.
 *
 * @param bars hourly bars by coin.
 * @throws {UsageError} as `riskPanel` and `bookRisk`.
 * @example
 * const book = { positions: [{ coin: 'BTC', side: 'long', notional: 10_000 }] } as const;
 * const { tails } = riskOf({ BTC: hours }, book, await loadShippedModel());
 * tails[0].expectedShortfall > tails[0].valueAtRisk; // → true
 */
export function riskOf(
  bars: Readonly<Record<string, Candles>>,
  book: RiskBook,
  model: NowcastModel,
  options: BookRiskOptions = {},
): BookRisk {
  const coins = Object.entries(bars).map(([coin, candles]) => ({ coin, bars: candles }));
  if (coins.length === 0) throw new UsageError('"bars" expected those of at least one coin, got none');
  return bookRisk(riskPanelOf(coins, model), book, options);
}

/** Volume of the last 24 bars in quote units. */
function dayVolume({ close, volume, length }: Candles): number {
  let sum = 0;
  for (let i = Math.max(0, length - 24); i < length; i++) sum += close[i]! * volume[i]!;
  return sum;
}
