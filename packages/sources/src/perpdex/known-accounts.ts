/**
 * Known addresses, and the selection for a cycle: accounts with the largest last known positions, and in turn those with less
 * information.
 */

import type { AccountsFeedConfig } from './accounts-config.ts';

/**
 * Origin of an address. `held`: tracked before by another replica or before a restart, or left the leaderboard with an open
 * position.
 */
export type AccountOrigin = keyof AccountsFeedConfig['known'];

/** Order of requests among addresses without other information. */
const ORIGINS: readonly AccountOrigin[] = ['held', 'leaderboard', 'fills', 'asked'];

/** Known address. */
interface Known {
  readonly address: string;
  readonly origin: AccountOrigin;
  /** Size by its origin, USD: account value, or notional of a fill. */
  readonly size: number;
  /** Notional of its positions at the last request, USD; NaN before the first. */
  notional: number;
  /** Time of the last request, epoch ms; −1 before the first. */
  askedAt: number;
}

/** Known addresses of a source. */
export interface KnownAccounts {
  /** Replaces the leaderboard, largest first. */
  leaderboard(rows: readonly { readonly address: string; readonly accountValue: number }[]): void;
  /** Adds an address in lower case. @param size USD, as known from its origin. */
  add(address: string, origin: Exclude<AccountOrigin, 'leaderboard'>, size: number): void;
  /** Records the notional of an account. @param at epoch ms. */
  held(address: string, notional: number, at: number): void;
  /** Accounts of a cycle, in request order. */
  choose(): readonly string[];
  /** At most `most` accounts that were never requested and are not in `but`, most promising first. */
  unasked(most: number, but: ReadonlySet<string>): readonly string[];
  count(): number;
}

/** First non-zero difference. */
function order(...differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}

function byAddress(a: Known, b: Known): number {
  return a.address < b.address ? -1 : 1;
}

/** Larger first. */
function byNotional(a: Known, b: Known): number {
  return order(b.notional - a.notional, byAddress(a, b));
}

/** Never requested first, by origin and size; then by the oldest request. */
function byTurn(a: Known, b: Known): number {
  const byOrigin = ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin);
  return order(a.askedAt - b.askedAt, byOrigin, b.size - a.size, byAddress(a, b));
}

/** Rank value of an address: its last notional, or the size by its origin before the first request. */
function worth({ notional, size }: Known): number {
  return Number.isNaN(notional) ? size : notional;
}

/** Creates an empty set. */
export function createKnownAccounts(config: AccountsFeedConfig): KnownAccounts {
  const known = new Map<string, Known>();

  /** Drops the smallest of an origin beyond its limit, a tenth at a time, so that additions are cheap. */
  const prune = (origin: AccountOrigin): void => {
    const most = config.known[origin];
    const own = [...known.values()].filter((account) => account.origin === origin);
    if (own.length <= most + Math.ceil(most / 10)) return;
    own.sort((a, b) => order(worth(b) - worth(a), byTurn(a, b)));
    for (const { address } of own.slice(most)) known.delete(address);
  };
  const set = (address: string, origin: AccountOrigin, size: number): void => {
    const { notional = NaN, askedAt = -1 } = known.get(address) ?? {};
    known.set(address, { address, origin, size, notional, askedAt });
  };
  const all = (): Known[] => [...known.values()];

  return {
    leaderboard: (rows) => {
      const top = new Set(rows.map(({ address }) => address));
      for (const account of all()) {
        if (account.origin !== 'leaderboard' || top.has(account.address)) continue;
        if (account.notional > 0) set(account.address, 'held', account.size);
        else known.delete(account.address);
      }
      for (const { address, accountValue } of rows) set(address, 'leaderboard', accountValue);
      prune('leaderboard');
      prune('held');
    },
    add: (address, origin, size) => {
      const before = known.get(address);
      if (before === undefined) {
        set(address, origin, size);
        prune(origin);
      } else if (before.origin === origin && size > before.size) {
        set(address, origin, size);
      }
    },
    held: (address, notional, at) => {
      const account = known.get(address);
      if (account === undefined) return;
      account.notional = notional;
      account.askedAt = at;
    },
    choose: () => {
      const holders = all()
        .filter(({ notional }) => notional > 0)
        .sort(byNotional);
      const others = all()
        .filter(({ notional }) => !(notional > 0))
        .sort(byTurn);
      const chosen: string[] = [];
      let [holder, other] = [0, 0];
      while (chosen.length < config.tracked && holder + other < known.size) {
        const isTurn = chosen.length % config.lookEvery === config.lookEvery - 1;
        const isOther = other < others.length && (isTurn || holder >= holders.length);
        // Once one kind is used up, the rest comes from the other.
        chosen.push(isOther ? others[other++]!.address : (holders[holder++] ?? others[other++]!).address);
      }
      return chosen;
    },
    unasked: (most, but) =>
      all()
        .filter(({ address, askedAt }) => askedAt < 0 && !but.has(address))
        .sort(byTurn)
        .slice(0, Math.max(0, most))
        .map(({ address }) => address),
    count: () => known.size,
  };
}
