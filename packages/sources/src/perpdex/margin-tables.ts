/**
 * Margin tables of the venue: the tiers that perps refer to by number.
 *
 * A number below 50 means a single tier with that maximum leverage, and is not listed.
 *
 * @source the venue's public API reference (`meta`, margin tiers), and its recorded answers of 2025.
 */

import type { MarginTier } from '@barograph/positioning';
import { createFaults, decimal, whole, type Faults } from '../upstream/payload/values.ts';

/** Tiers by table number, as perps refer to them. */
export type MarginTables = ReadonlyMap<unknown, readonly MarginTier[]>;

/** Maximum plausible leverage; the price solver refuses tables beyond it. */
const MOST_LEVERAGE = 1000;

function tiersOf(value: unknown, field: string, faults: Faults): readonly MarginTier[] | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked below
  const { marginTiers: rows } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  if (!Array.isArray(rows) || rows.length === 0) {
    faults.add(field, 'a list of tiers', rows);
    return undefined;
  }
  const heard = createFaults();
  const tiers = rows.map((row: unknown): MarginTier => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both values are checked below
    const tier = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
    return {
      from: decimal(tier['lowerBound'], 'zero or more', 'lowerBound', heard),
      maxLeverage: whole(tier['maxLeverage'], 'maxLeverage', heard, 1),
    };
  });
  // The price solver would refuse an invalid table.
  const isTable = tiers.every(({ from, maxLeverage }, i) => {
    const before = tiers[i - 1];
    if (before === undefined) return from === 0 && maxLeverage <= MOST_LEVERAGE;
    return from > before.from && maxLeverage <= before.maxLeverage;
  });
  if (isTable && heard.summary() === undefined) return tiers;
  faults.add(field, 'tiers from 0 on, ascending, with falling leverage', rows);
  return undefined;
}

/** Parses the tables of an answer; invalid ones are dropped and reported. */
export function readMarginTables(value: unknown, faults: Faults): MarginTables {
  const tables = new Map<unknown, readonly MarginTier[]>();
  if (value === undefined) return tables;
  if (!Array.isArray(value)) {
    faults.add('marginTables', 'a list', value);
    return tables;
  }
  for (const [i, entry] of value.entries()) {
    const pair: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [id, table] = pair;
    const tiers = tiersOf(table, `marginTables[${i}]`, faults);
    if (tiers !== undefined && typeof id === 'number') tables.set(id, tiers);
  }
  return tables;
}
