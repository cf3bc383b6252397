/** Detects pegged symbols: their price follows something else, so they have no trend. */

import { quantile, type Candles } from '@barograph/core';

/** Rules and names that identify a pegged coin. */
export interface PegConfig {
  readonly version: `peg/${string}`;
  /** Stablecoins by name. */
  readonly stables: readonly string[];
  /** Wrapped and staked twins of other coins, by name. */
  readonly twins: readonly string[];
  /** Number of daily closes that are examined. */
  readonly days: number;
  /** Upper bound of the median of |close − 1|, a fraction … */
  readonly maxMedianDeviation: number;
  /** … and of the annualised close-to-close volatility, percent. */
  readonly maxVolatility: number;
}

/** Names and bounds of pegged coins, version 1. */
export const PEG_V1: PegConfig = Object.freeze({
  version: 'peg/1',
  stables: Object.freeze([
    'USDC',
    'USDT',
    'DAI',
    'FDUSD',
    'TUSD',
    'USDP',
    'PAX',
    'BUSD',
    'USDE',
    'USDS',
    'PYUSD',
    'GUSD',
    'LUSD',
    'FRAX',
    'SUSD',
    'USDD',
    'USD1',
    'EURC',
    'EURI',
    'AEUR',
    'EURS',
  ]),
  twins: Object.freeze([
    'WBTC',
    'CBBTC',
    'TBTC',
    'WETH',
    'STETH',
    'WSTETH',
    'WBETH',
    'RETH',
    'CBETH',
    'WEETH',
    'BNSOL',
    'JITOSOL',
    'MSOL',
  ]),
  days: 30,
  maxMedianDeviation: 0.01,
  maxVolatility: 5,
});

/**
 * Returns whether a symbol is pegged: by name, or because its closes of the last 30 days stay near 1 and hardly move.
 *
 * @param daily complete days, oldest first; with fewer than `days + 1` only the name decides.
 * @param config parameters. @default PEG_V1
 * @example
 * isPegged('USDC', bars); // → true
 */
export function isPegged(symbol: string, daily: Candles, config: PegConfig = PEG_V1): boolean {
  const name = symbol.toUpperCase();
  if (config.stables.includes(name) || config.twins.includes(name)) return true;
  if (daily.length <= config.days) return false;
  const closes = daily.close.subarray(-config.days - 1);
  const deviations = closes.subarray(1).map((close) => Math.abs(close - 1));
  return quantile(deviations, 0.5) < config.maxMedianDeviation && annualVolatility(closes) < config.maxVolatility;
}

/** Sample standard deviation of daily log returns, annualised by 365, percent. */
function annualVolatility(closes: Float64Array): number {
  const returns = closes.subarray(1).map((close, i) => Math.log(close / closes[i]!));
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return 100 * Math.sqrt((365 * squares) / (returns.length - 1));
}
