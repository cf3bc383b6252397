/** Inputs of the nowcast of a host. */

export interface QuantConfig {
  readonly version: `quant-host/${string}`;
  /** The coin whose hours are the market. */
  readonly lead: string;
  /** Hours of a coin that are read when nothing is known of it: its windows and its flags. */
  readonly coinHours: number;
  /** Hours before a month that a coin's own transitions of that month are counted in. */
  readonly mixtureHours: number;
  /** A coin that has had no hour for longer is not listed: what it last was is not what it is. */
  readonly staleHours: number;
}

/**
 * Version 2. Version 1 had the same numbers, own transitions of coins whatever the panel said of them, and flags that
 * counted through gaps: its states begin anew from bars.
 */
export const QUANT_V2: QuantConfig = Object.freeze({
  version: 'quant-host/2',
  lead: 'BTC',
  coinHours: 100 * 24,
  mixtureHours: 180 * 24,
  staleHours: 24,
});
