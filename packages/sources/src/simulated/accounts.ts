/** Accounts of the seeded market: all of them, at any moment. */

import { bucketOpen, MINUTE_MS, ok } from '@barograph/core';
import type { AccountRecord, PositionRecord } from '@barograph/positioning';
import type { Accounts, HeldBy, SimulatedAccount, SimulatedHolding } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { Feeds } from '../market/feeds.ts';

/** A holding of the simulator as a position; what the whole account decides is left out, to be solved from its margin. */
export function positionOf({ symbol, margin, liquidation, ...holding }: SimulatedHolding): PositionRecord {
  return {
    coin: symbol,
    ...holding,
    ...(margin === null ? {} : { margin }),
    ...(liquidation === null ? {} : { liquidation }),
  };
}

/** The class that the account was made as stays with the simulator: readers find it from what it does. */
function recordOf({ address, isVault, equity, stats, positions }: SimulatedAccount): AccountRecord {
  return { address, equity, isVault, stats, positions: positions.map(positionOf) };
}

/** Accounts with a position at the last minute that has closed by a moment, and that minute. */
export async function accountsAt(
  accounts: Accounts,
  asOf: number,
): Promise<{ readonly time: number; readonly states: readonly AccountRecord[] }> {
  const time = Math.max(0, bucketOpen(asOf, MINUTE_MS));
  const held: HeldBy[] = [];
  for (const symbol of accounts.symbols) {
    held.push(...accounts.held(symbol, time));
    await setImmediate(); // lets requests through between perps
  }
  return { time, states: accounts.gather(held).map(recordOf) };
}

/** States are those of the last minute that has closed, as the contexts are. */
export function createSimulatedAccounts(accounts: Accounts): Pick<Feeds, 'accounts'> {
  return {
    accounts: {
      pull: async ({ asOf }) => {
        const { time, states } = await accountsAt(accounts, asOf);
        return ok({ rows: { accounts: states, tracked: states.length, leftOut: 0 }, asOf: time });
      },
    },
  };
}
