/** Maintenance margin by tiers of notional. */

import { shown, UsageError } from '@barograph/core';
import type { MarginTier } from './records.ts';

/** Tiers in columns: maintenance of a notional `n` in tier `t` is `n · rate[t] − deduction[t]`. */
export interface MarginTable {
  /** Notional from which on a tier applies, USD. */
  readonly from: Float64Array;
  readonly rate: Float64Array;
  /** USD; makes maintenance a continuous function of the notional. */
  readonly deduction: Float64Array;
}

/**
 * The table of a coin.
 *
 * `rate = 1 / (2 · maxLeverage)`, half of the initial margin at the largest leverage of the tier; `deduction` of a tier is
 * that of the one before, plus the notional where it starts times the step of the rate.
 *
 * @throws {UsageError} no tier, a first one that does not start at 0, starts that do not ascend, a leverage that rises.
 * @source Documentation of the perp venue, "Margin tiers".
 * @example
 * const { rate, deduction } = marginTable([{ from: 0, maxLeverage: 50 }, { from: 1_000_000, maxLeverage: 20 }]);
 * [rate[1], Math.round(deduction[1]!)]; // → [ 0.025, 15000 ]
 */
export function marginTable(tiers: readonly MarginTier[]): MarginTable {
  const from = new Float64Array(tiers.length);
  const rate = new Float64Array(tiers.length);
  const deduction = new Float64Array(tiers.length);
  if (tiers.length === 0) throw new UsageError('"tiers" expected at least one, got none');
  for (const [t, tier] of tiers.entries()) {
    const before = tiers[t - 1];
    const sound = before === undefined ? tier.from === 0 : tier.from > before.from && tier.from < Infinity;
    if (!sound) {
      const expected = before === undefined ? '0' : `more than ${before.from}`;
      throw new UsageError(`"tiers[${t}].from" expected ${expected}, got ${shown(tier.from)}`);
    }
    const most = before?.maxLeverage ?? 1e6;
    if (!(tier.maxLeverage >= 1 && tier.maxLeverage <= most)) {
      throw new UsageError(
        `"tiers[${t}].maxLeverage" expected a number within 1…${most}, got ${shown(tier.maxLeverage)}`,
      );
    }
    from[t] = tier.from;
    const own = 1 / (2 * tier.maxLeverage);
    rate[t] = own;
    deduction[t] = t === 0 ? 0 : deduction[t - 1]! + tier.from * (own - rate[t - 1]!);
  }
  return { from, rate, deduction };
}

/** Index of the tier that a notional falls in; below 0 the first. */
export function tierOf({ from }: MarginTable, notional: number): number {
  let tier = from.length - 1;
  while (tier > 0 && notional < from[tier]!) tier--;
  return tier;
}

/**
 * Margin that keeps a position of this notional open, USD.
 *
 * @example
 * const table = marginTable([{ from: 0, maxLeverage: 50 }, { from: 1_000_000, maxLeverage: 20 }]);
 * maintenanceMargin(table, 100_000); // → 1000
 * maintenanceMargin(table, 2_000_000); // → 35000
 */
export function maintenanceMargin(table: MarginTable, notional: number): number {
  const tier = tierOf(table, notional);
  return notional * table.rate[tier]! - table.deduction[tier]!;
}
