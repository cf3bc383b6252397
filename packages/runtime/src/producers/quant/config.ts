/** Settings for the nowcast of a host. */

export interface QuantConfig {
  readonly version: `quant-host/${string}`;
  /** Coin whose hours represent the market. */
  readonly lead: string;
  /** Hours read for a new coin: its windows and its flags. */
  readonly coinHours: number;
  /** Hours before a month in which a coin's own transitions of that month are counted. */
  readonly mixtureHours: number;
  /** Hours without a bar after which a coin is not listed, because its last state is outdated. */
  readonly staleHours: number;
}

/**
 * Version 2. Version 1 had the same numbers, own transitions of coins regardless of the panel, and flags that counted through
 * gaps; its states are not resumed.
 */
export const QUANT_V2: QuantConfig = Object.freeze({
  version: 'quant-host/2',
  lead: 'BTC',
  coinHours: 100 * 24,
  mixtureHours: 180 * 24,
  staleHours: 24,
});
