/** Maintenance margin by tiers of notional. */

import { shown, UsageError } from '@barograph/core';
import type { MarginTier } from './records.ts';

/** Tiers in columns: the maintenance of a notional `n` in tier `t` is `n · rate[t] − deduction[t]`. */
export interface MarginTable {
  /** Notional at which a tier starts, USD. */
  readonly from: Float64Array;
  readonly rate: Float64Array;
  /** Deduction, USD, which makes maintenance a continuous function of the notional. */
  readonly deduction: Float64Array;
}

/**
 * Builds the margin table of a coin.
 *
 * `rate = 1 / (2 · maxLeverage)`, half of the initial margin at the tier's largest leverage; the `deduction` of a tier
 * is that of the previous one plus its starting notional times the step of the rate.
 *
 * @throws {UsageError} when there is no tier, the first does not start at 0, starts do not ascend, or the leverage
 * rises.
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

/** Index of the tier of a notional; the first for a negative one. */
export function tierOf({ from }: MarginTable, notional: number): number {
  let tier = from.length - 1;
  while (tier > 0 && notional < from[tier]!) tier--;
  return tier;
}

/**
 * Margin that keeps a position of this notional open, USD.
 *
 * @param notional notional of the position, USD.
 * @example
 * const table = marginTable([{ from: 0, maxLeverage: 50 }, { from: 1_000_000, maxLeverage: 20 }]);
 * maintenanceMargin(table, 100_000); // → 1000
 * maintenanceMargin(table, 2_000_000); // → 35000
 */
export function maintenanceMargin(table: MarginTable, notional: number): number {
  const tier = tierOf(table, notional);
  return notional * table.rate[tier]! - table.deduction[tier]!;
}
