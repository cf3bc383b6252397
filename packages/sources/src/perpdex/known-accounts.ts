/**
 * Addresses that are known, and the choice of those that a cycle asks for: the largest by what they held when they were
 * last asked for, and in turns those of which less is known.
 */

import type { AccountsFeedConfig } from './accounts-config.ts';

/**
 * Origin of an address. `held`: it was followed before, by another replica or before a restart, or left the leaderboard
 * with a position.
 */
export type AccountOrigin = keyof AccountsFeedConfig['known'];

/** The order in which addresses are asked for of which nothing else is known. */
const ORIGINS: readonly AccountOrigin[] = ['held', 'leaderboard', 'fills', 'asked'];

/** An address. */
interface Known {
  readonly address: string;
  readonly origin: AccountOrigin;
  /** Size by its origin, USD: account value, or notional of a fill. */
  readonly size: number;
  /** Notional of its positions when it was last asked for, USD; NaN before. */
  notional: number;
  /** Epoch ms; −1 before. */
  askedAt: number;
}

/** Addresses of one source. */
export interface KnownAccounts {
  /** The whole leaderboard, the largest first; replaces the one before. */
  leaderboard(rows: readonly { readonly address: string; readonly accountValue: number }[]): void;
  /** One more address, in lower case. @param size USD, as far as its origin says it. */
  add(address: string, origin: Exclude<AccountOrigin, 'leaderboard'>, size: number): void;
  /** Records the notional that an account held. @param at epoch ms. */
  held(address: string, notional: number, at: number): void;
  /** The accounts of a cycle, in the order in which they are asked for. */
  choose(): readonly string[];
  /** At most so many that were never asked for and are not among these, the most likely ones first. */
  unasked(most: number, but: ReadonlySet<string>): readonly string[];
  count(): number;
}

/** The first difference that is one. */
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

/** Never asked for by origin and size, then those that were asked for longest ago. */
function byTurn(a: Known, b: Known): number {
  const byOrigin = ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin);
  return order(a.askedAt - b.askedAt, byOrigin, b.size - a.size, byAddress(a, b));
}

/** An address is worth what it held; before it was asked for what its origin says. */
function worth({ notional, size }: Known): number {
  return Number.isNaN(notional) ? size : notional;
}

/** Nothing is known yet. */
export function createKnownAccounts(config: AccountsFeedConfig): KnownAccounts {
  const known = new Map<string, Known>();

  /** Forgets the least of an origin beyond its bound: once for a tenth of it, so that additions cost little. */
  const prune = (origin: AccountOrigin): void => {
    const most = config.known[origin];
    const own = [...known.values()].filter((one) => one.origin === origin);
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
      for (const one of all()) {
        if (one.origin !== 'leaderboard' || top.has(one.address)) continue;
        if (one.notional > 0) set(one.address, 'held', one.size);
        else known.delete(one.address);
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
      const one = known.get(address);
      if (one === undefined) return;
      one.notional = notional;
      one.askedAt = at;
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
        // Once every other one is in it, or every holder, the rest is of one kind.
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
