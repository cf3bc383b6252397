/** The ten long-horizon regimes: ids, names and meaning. */

/** Ids 1…10, in the order of the taxonomy. */
export type CycleRegime = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** One regime of the taxonomy. */
export interface CycleRegimeInfo {
  readonly id: CycleRegime;
  readonly name: string;
  readonly description: string;
  /** Typical length of spells, in words. */
  readonly typicalDuration: string;
  readonly directionalBias: string;
}

/** The taxonomy by id; index 0 is regime 1. */
export const CYCLE_TAXONOMY: readonly CycleRegimeInfo[] = Object.freeze([
  {
    id: 1,
    name: 'Structural Shock',
    description: 'A violent break of the whole market within hours or days; everything correlated, liquidity gone.',
    typicalDuration: 'hours to days',
    directionalBias: 'risk_off',
  },
  {
    id: 2,
    name: 'Established Bear',
    description: 'Price below a falling 200-day average, well off the high, with most coins below theirs.',
    typicalDuration: 'weeks to months',
    directionalBias: 'short',
  },
  {
    id: 3,
    name: 'Capitulation',
    description: 'The last leg of a bear: a deep drawdown that accelerates into new lows on high volatility.',
    typicalDuration: 'days to two weeks',
    directionalBias: 'neutral (contrarian)',
  },
  {
    id: 4,
    name: 'Bottoming',
    description: 'The low is weeks old and holds; the long average still falls, momentum no longer does.',
    typicalDuration: 'weeks to months',
    directionalBias: 'neutral_long',
  },
  {
    id: 5,
    name: 'Early Recovery',
    description: 'Well off the low and back at or above the 200-day average, still far below the old high.',
    typicalDuration: 'one to three months',
    directionalBias: 'long',
  },
  {
    id: 6,
    name: 'BTC-Led Bull',
    description: 'Bitcoin rises above a rising long average while most other coins lag behind it.',
    typicalDuration: 'weeks to months',
    directionalBias: 'long_btc',
  },
  {
    id: 7,
    name: 'Broadening Bull',
    description:
      'The rise spreads: a growing part of the market stands above its long average and keeps up with Bitcoin.',
    typicalDuration: 'weeks',
    directionalBias: 'long',
  },
  {
    id: 8,
    name: 'Broad Bull',
    description: 'Most coins above their long average and at least in step with Bitcoin.',
    typicalDuration: 'weeks to two months',
    directionalBias: 'long_broad',
  },
  {
    id: 9,
    name: 'Speculative Euphoria',
    description:
      'A broad rise that has gone vertical: coins far ahead of Bitcoin, or Bitcoin far above its long average.',
    typicalDuration: 'one to six weeks',
    directionalBias: 'long_fragile',
  },
  {
    id: 10,
    name: 'Distribution / Deleveraging',
    description: 'Off a recent high with breadth failing: holders sell into strength, or leverage is unwound.',
    typicalDuration: 'weeks to two months',
    directionalBias: 'short_tilt',
  },
]);

/**
 * Name of a regime.
 *
 * @example
 * cycleRegimeName(2); // → 'Established Bear'
 */
export function cycleRegimeName(regime: CycleRegime): string {
  return CYCLE_TAXONOMY[regime - 1]!.name;
}
