/** The six regimes of the nowcast. */

/** Ids are positions in this list; it only ever grows at its end. */
export const REGIMES = [
  'strong_trend_bull',
  'strong_trend_bear',
  'range_low_vol',
  'choppy_high_vol',
  'vol_spike',
  'squeeze',
] as const;

/** Label of a regime. */
export type Regime = (typeof REGIMES)[number];

/**
 * CalVer of the list: relabelling, reordering and other texts bump it, appending does not. 2026.11.1 has the labels of
 * 2026.11.0 and says of each what was measured; 2026.11.2 says it of model 2026.11.0; 2026.11.3 says what
 * `vol_spike` is and is not.
 */
export const CATALOG_VERSION = '2026.11.3';
