/** Solves the liquidation prices that the venue did not give, from the backing of each position. */

import type { AccountColumns, PositionColumns } from './book.ts';
import { solveLiquidation } from './liquidation-price.ts';
import { maintenanceMargin } from './margin-table.ts';
import type { TermColumns } from './terms.ts';

/**
 * Writes `liquidation` where `solved` is 1.
 *
 * The backing of a cross position is the equity of the account minus the maintenance of its other cross positions at
 * mark. Without a margin table of a coin, its own prices and the cross prices of its holders are unknown.
 */
export function solveLiquidations(accounts: AccountColumns, positions: PositionColumns, terms: TermColumns): void {
  const { account, coin, size, notional, isolated, margin, liquidation, solved } = positions;
  const { marks, tables } = terms;
  if (!solved.includes(1)) return;
  // Backing of each account's cross positions beyond the maintenance of all of them.
  const free = accounts.crossEquity.slice();
  for (let i = 0; i < account.length; i++) {
    if (isolated[i] === 1) continue;
    const table = tables[coin[i]!];
    free[account[i]!]! -= table === undefined ? NaN : maintenanceMargin(table, notional[i]!);
  }
  for (let i = 0; i < account.length; i++) {
    const table = tables[coin[i]!];
    if (solved[i] === 0 || table === undefined) continue;
    const backing = isolated[i] === 1 ? margin[i]! : free[account[i]!]! + maintenanceMargin(table, notional[i]!);
    liquidation[i] = solveLiquidation(size[i]!, marks[coin[i]!]!, backing, table);
  }
}
