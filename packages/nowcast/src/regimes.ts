/** The six regimes of the nowcast. */

/** Names of the regimes. Ids are indexes in this list, which only grows at its end. */
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
 * CalVer of the list: relabelling, reordering or changed texts bump it, appending does not. 2026.11.1 has the labels of
 * 2026.11.0 and adds measurements to each; 2026.11.2 adds those of model 2026.11.0; 2026.11.3 explains `vol_spike`.
 */
export const CATALOG_VERSION = '2026.11.3';
