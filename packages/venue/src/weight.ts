/** Request weights by address, as the venue counts them. */

/** Maximum weight of an address per minute. */
export const BUDGET = 1200;
const WINDOW_MS = 60_000;

const LIGHT = new Set(['l2Book', 'allMids', 'clearinghouseState']);

/** Weight of a request before its rows are known. */
export function baseWeight(type: string): number {
  return LIGHT.has(type) ? 2 : 20;
}

const ROWS_PER_WEIGHT: Readonly<Record<string, number>> = {
  candleSnapshot: 60,
  fundingHistory: 20,
  userFills: 20,
  userFillsByTime: 20,
};

/** Weight of an answer. @param rows number of bars, funding rows or fills. */
export function weightOf(type: string, rows: number): number {
  const perWeight = ROWS_PER_WEIGHT[type];
  return baseWeight(type) + (perWeight === undefined ? 0 : Math.ceil(rows / perWeight));
}

/** Spending of one address. */
export interface Spent {
  readonly address: string;
  /** Weight in the last 60 s. */
  readonly lastMinute: number;
  /** Maximum weight in any 60 s. */
  readonly mostInMinute: number;
  /** Weight since the start. */
  readonly total: number;
  /** Counted requests. */
  readonly requests: number;
  /** Requests over the budget, which are not counted. */
  readonly refused: number;
}

/** Meter of weights. */
export interface WeightMeter {
  /** Whether the address may spend `weight` now; records refusals. */
  allows(address: string, weight: number): boolean;
  spend(address: string, weight: number): void;
  spent(): readonly Spent[];
}

interface Account {
  readonly entries: { readonly at: number; readonly weight: number }[];
  window: number;
  most: number;
  total: number;
  requests: number;
  refused: number;
}

/**
 * Creates a meter without weights.
 * @param now ms of a clock that does not jump.
 * @param budget weight that an address may spend in any `windowMs`.
 */
export function createWeightMeter(
  now: () => number,
  budget: number = BUDGET,
  windowMs: number = WINDOW_MS,
): WeightMeter {
  const accounts = new Map<string, Account>();
  const accountOf = (address: string): Account => {
    const account = accounts.get(address) ?? { entries: [], window: 0, most: 0, total: 0, requests: 0, refused: 0 };
    accounts.set(address, account);
    while (account.entries[0] !== undefined && account.entries[0].at <= now() - windowMs) {
      account.window -= account.entries.shift()!.weight;
    }
    return account;
  };
  return {
    allows: (address, weight) => {
      const account = accountOf(address);
      const isAllowed = account.window + weight <= budget;
      if (!isAllowed) account.refused++;
      return isAllowed;
    },
    spend: (address, weight) => {
      const account = accountOf(address);
      account.entries.push({ at: now(), weight });
      account.window += weight;
      account.total += weight;
      account.requests++;
      account.most = Math.max(account.most, account.window);
    },
    spent: () =>
      [...accounts.keys()].map((address) => {
        const { window, most, total, requests, refused } = accountOf(address);
        return { address, lastMinute: window, mostInMinute: most, total, requests, refused };
      }),
  };
}
