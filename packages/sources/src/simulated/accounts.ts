/** Accounts of the seeded market at any time. */

import { bucketOpen, MINUTE_MS, ok } from '@barograph/core';
import type { AccountRecord, PositionRecord } from '@barograph/positioning';
import type { Accounts, HeldBy, SimulatedAccount, SimulatedHolding } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { Feeds } from '../market/feeds.ts';

/** Converts a holding to a position; values that depend on the whole account are left to be solved from its margin. */
export function positionOf({ symbol, margin, liquidation, ...holding }: SimulatedHolding): PositionRecord {
  return {
    coin: symbol,
    ...holding,
    ...(margin === null ? {} : { margin }),
    ...(liquidation === null ? {} : { liquidation }),
  };
}

/** The account's generated class stays in the simulator: readers infer it from behaviour. */
function recordOf({ address, isVault, equity, stats, positions }: SimulatedAccount): AccountRecord {
  return { address, equity, isVault, stats, positions: positions.map(positionOf) };
}

/** Accounts with a position at the last closed minute, and that minute. */
export async function accountsAt(
  accounts: Accounts,
  asOf: number,
): Promise<{ readonly time: number; readonly states: readonly AccountRecord[] }> {
  const time = Math.max(0, bucketOpen(asOf, MINUTE_MS));
  const holdings: HeldBy[] = [];
  for (const symbol of accounts.symbols) {
    holdings.push(...accounts.held(symbol, time));
    await setImmediate(); // lets requests through between perps
  }
  return { time, states: accounts.gather(holdings).map(recordOf) };
}

/** States refer to the last closed minute, like the contexts. */
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
