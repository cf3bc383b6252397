/** Accounts of the loopback venue: simulated accounts with their holdings and fills. */

import { bucketOpen, MINUTE_MS } from '@barograph/core';
import { accountBook, type AccountRecord, type CoinTerms } from '@barograph/positioning';
import {
  createAccounts,
  createLedger,
  type AccountFill,
  type Accounts,
  type Ledger,
  type SimulatedAccount,
  type SimulatedHolding,
} from '@barograph/simulator';
import { positionOf } from '@barograph/sources';
import type { VenuePerps } from './perps.ts';

/** Holding with the venue's derived values. */
export interface VenueHolding extends SimulatedHolding {
  /** USD. */
  readonly mark: number;
  readonly maxLeverage: number;
  /** USD; NaN when no price liquidates it. */
  readonly liquidationPrice: number;
}

/** State of an account at the venue. */
export interface VenueAccount {
  readonly account: SimulatedAccount;
  readonly holdings: readonly VenueHolding[];
}

/** Accounts of the venue. Times are epoch ms of its clock. */
export interface VenueAccounts {
  /** Returns the state; undefined for an address without holdings. @param address lower case. */
  state(address: string, now: number): VenueAccount | undefined;
  /** Accounts with holdings, largest value first. */
  all(now: number): readonly SimulatedAccount[];
  /** Fills within `(from, to]`, oldest first. */
  fills(address: string, from: number, to: number): readonly AccountFill[];
  /** Buyer and seller of a trade, drawn from its id. */
  usersOf(id: number, isBuy: boolean): readonly [buyer: string, seller: string];
}

/** Cached minutes of account states. */
const MINUTES_KEPT = 2;

interface World {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  /** Index of each address. */
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Number of market makers, which come first. */
const MAKERS = 24;

/** Converts an account to a record; values that depend on the whole account are left to be solved. */
function recordOf({ address, equity, positions }: SimulatedAccount): AccountRecord {
  return {
    address,
    equity,
    positions: positions.map(positionOf),
  };
}

/** Creates the accounts on first use: a venue of bars and books needs no accounts. */
export function createVenueAccounts(perps: VenuePerps): VenueAccounts {
  let created: World | undefined;
  const world = (): World => {
    if (created !== undefined) return created;
    const { market, observations } = perps.simulated;
    const ledger = createLedger(market, observations);
    const indexOf = new Map(ledger.addresses.map((address, i) => [address, i] as const));
    created = { accounts: createAccounts(market, observations), ledger, indexOf };
    return created;
  };
  let minutes: readonly { readonly open: number; readonly byAddress: ReadonlyMap<string, SimulatedAccount> }[] = [];
  const byAddress = (now: number): ReadonlyMap<string, SimulatedAccount> => {
    const open = bucketOpen(now, MINUTE_MS);
    const known = minutes.find((minute) => minute.open === open);
    if (known !== undefined) return known.byAddress;
    const { accounts } = world();
    // A perp delisted by a fault is not in the simulator's own delistings.
    const trading = accounts.symbols.filter((symbol) => perps.trades(symbol, now));
    const all = accounts.gather(trading.flatMap((symbol) => accounts.held(symbol, open)));
    const fresh = { open, byAddress: new Map(all.map((account) => [account.address, account] as const)) };
    minutes = [fresh, ...minutes].slice(0, MINUTES_KEPT);
    return fresh.byAddress;
  };
  const holdingsOf = (account: SimulatedAccount, now: number): readonly VenueHolding[] => {
    const states = account.positions.map(({ symbol }) => perps.one(symbol, now)!);
    const terms = states.map(({ symbol, mark, maxLeverage }): CoinTerms => ({
      coin: symbol,
      mark,
      tiers: [{ from: 0, maxLeverage }],
    }));
    const { positions, coins } = accountBook([recordOf(account)], terms, { leastNotional: 0 });
    const prices = new Map(Array.from(positions.coin, (coin, i) => [coins[coin]!, positions.liquidation[i]!] as const));
    return account.positions.map((position, i) => ({
      ...position,
      mark: states[i]!.mark,
      maxLeverage: states[i]!.maxLeverage,
      liquidationPrice: prices.get(position.symbol) ?? NaN,
    }));
  };
  return {
    state: (address, now) => {
      const account = byAddress(now).get(address);
      return account === undefined ? undefined : { account, holdings: holdingsOf(account, now) };
    },
    all: (now) => [...byAddress(now).values()].sort((a, b) => b.equity - a.equity),
    fills: (address, from, to) => {
      const { ledger, indexOf } = world();
      const index = indexOf.get(address);
      if (index === undefined || to <= from) return [];
      return ledger.symbols
        .flatMap((symbol) => ledger.fills(symbol, Math.max(0, from), to, index))
        .sort((a, b) => a.time - b.time);
    },
    usersOf: (id, isBuy) => {
      const { addresses } = world().ledger;
      const maker = addresses[id % Math.min(MAKERS, addresses.length)]!;
      const taker = addresses[Math.floor(id / MAKERS) % addresses.length]!;
      return isBuy ? [taker, maker] : [maker, taker];
    },
  };
}
