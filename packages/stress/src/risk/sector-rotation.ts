/**
 * Rotation of money between coin sectors: the sectors that outperformed the market. Informational: no composite uses
 * it.
 */

import { compensatedSum, deepFreeze } from '@barograph/core';

/** Coin as the rotation reads it. */
export interface SectorCoin {
  /** Market cap, USD. */
  readonly marketCap: number | null;
  /** Change over 7 days, percent. */
  readonly change7d: number | null;
  readonly categories: readonly string[];
}

/** Return of a sector. */
export interface Sector {
  readonly name: string;
  readonly coins: number;
  /** Mean 7-day change weighted by market cap, percent. */
  readonly change7d: number;
  /** Change minus that of all coins, percentage points. */
  readonly excess: number;
}

/** Sectors by their change. */
export interface SectorRotation {
  readonly configVersion: string;
  /** Mean change of all coins weighted by market cap, percent. */
  readonly change7d: number;
  /** Number of compared sectors. */
  readonly sectors: number;
  /** Standard deviation of their excess, percentage points. */
  readonly dispersion: number;
  /** Best sectors first; no sector is in both lists. */
  readonly leaders: readonly Sector[];
  /** Worst sectors first. */
  readonly laggards: readonly Sector[];
}

/** Parameters of the rotation. */
export interface SectorRotationConfig {
  readonly version: `sector-rotation/${string}`;
  /** Fewest coins of a sector, and sectors in each list. */
  readonly leastCoins: number;
  readonly shown: number;
  /** Largest plausible change, percent: above it a source has confused two tokens. */
  readonly mostChange: number;
}

/** Version 1: our own numbers. */
export const SECTOR_ROTATION_V1: SectorRotationConfig = deepFreeze({
  version: 'sector-rotation/1',
  leastCoins: 5,
  shown: 5,
  mostChange: 1000,
});

interface CountedCoin extends SectorCoin {
  readonly marketCap: number;
  readonly change7d: number;
}

/** Mean change weighted by the market cap of a week ago: the return of a holder of all. */
function meanChange(coins: readonly CountedCoin[]): number {
  const before = coins.map(({ marketCap, change7d }) => marketCap / (1 + change7d / 100));
  const now = coins.map(({ marketCap }) => marketCap);
  return 100 * (compensatedSum(now) / compensatedSum(before) - 1);
}

/**
 * Ranks the sectors.
 *
 * @param config parameters. @default SECTOR_ROTATION_V1
 * @returns the rotation; null when fewer than two sectors have enough coins.
 * @example
 * const coinsOf = (category: string, change7d: number) =>
 *   Array.from({ length: 5 }, () => ({ marketCap: 1e9, change7d, categories: [category] }));
 * const rotation = sectorRotation([...coinsOf('ai', 12), ...coinsOf('gaming', -4)]);
 * [rotation?.leaders[0].name, rotation?.laggards[0].name]; // → [ 'ai', 'gaming' ]
 * rotation?.leaders[0].excess.toFixed(1); // → '8.6'
 */
export function sectorRotation(
  coins: readonly SectorCoin[],
  config: SectorRotationConfig = SECTOR_ROTATION_V1,
): SectorRotation | null {
  const counted = coins.filter(
    (coin): coin is CountedCoin =>
      coin.marketCap !== null &&
      coin.marketCap > 0 &&
      coin.change7d !== null &&
      coin.change7d > -100 &&
      coin.change7d <= config.mostChange,
  );
  const bySector = new Map<string, CountedCoin[]>();
  for (const coin of counted) {
    for (const name of new Set(coin.categories)) {
      const list = bySector.get(name);
      if (list === undefined) bySector.set(name, [coin]);
      else list.push(coin);
    }
  }
  const market = counted.length === 0 ? NaN : meanChange(counted);
  const sectors = [...bySector]
    .filter(([, list]) => list.length >= config.leastCoins)
    .map(([name, list]): Sector => {
      const change7d = meanChange(list);
      return { name, coins: list.length, change7d, excess: change7d - market };
    })
    .sort((a, b) => (a.change7d === b.change7d ? (a.name < b.name ? -1 : 1) : b.change7d - a.change7d));
  if (sectors.length < 2) return null;
  const mean = sectors.reduce((sum, { excess }) => sum + excess, 0) / sectors.length;
  const variance = sectors.reduce((sum, { excess }) => sum + (excess - mean) ** 2, 0) / (sectors.length - 1);
  const shown = Math.min(config.shown, Math.floor(sectors.length / 2));
  return {
    configVersion: config.version,
    change7d: market,
    sectors: sectors.length,
    dispersion: Math.sqrt(variance),
    leaders: sectors.slice(0, shown),
    laggards: sectors.slice(-shown).toReversed(),
  };
}
