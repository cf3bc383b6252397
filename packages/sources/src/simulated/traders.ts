/** Traders of the seeded market: hourly leaderboard, state of any account, and its fills. */

import { bucketOpen, DAY_MS, HOUR_MS, ok } from '@barograph/core';
import type { AccountFill, AccountResult, Accounts, Ledger } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { Feeds } from '../market/feeds.ts';
import type { AccountFills, LeaderboardRow, WindowFigures } from '../market/traders.ts';
import { accountsAt } from './accounts.ts';

/** Maximum rows of an answer, newest first kept, as at the live venue. */
export const SIMULATED_FILLS = 2000;
/** Step of the backward search for fills, ms. */
const CHUNK_MS = 2 * DAY_MS;

/** Windows of results, longest first; all-time results are unknown. */
const SPANS = { month: 30 * DAY_MS, week: 7 * DAY_MS, day: DAY_MS } as const;
type Span = keyof typeof SPANS;
const SPAN_NAMES = ['month', 'week', 'day'] as const satisfies readonly Span[];

const NOTHING: AccountResult = { pnl: 0, volume: 0 };
const UNKNOWN: WindowFigures = { pnl: NaN, roi: NaN, volume: NaN };

/** Sums of an account over all perps. */
type BySpan = Readonly<Record<Span, AccountResult>>;

async function resultsAt(ledger: Ledger, to: number): Promise<ReadonlyMap<number, BySpan>> {
  const froms = SPAN_NAMES.map((span) => Math.max(0, to - SPANS[span]));
  const sums = new Map<number, Record<Span, AccountResult>>();
  for (const symbol of ledger.symbols) {
    for (const [i, results] of ledger.results(symbol, froms, to).entries()) {
      for (const [account, { pnl, volume }] of results) {
        const own = sums.get(account) ?? { month: NOTHING, week: NOTHING, day: NOTHING };
        const before = own[SPAN_NAMES[i]!];
        own[SPAN_NAMES[i]!] = { pnl: before.pnl + pnl, volume: before.volume + volume };
        sums.set(account, own);
      }
    }
    await setImmediate(); // lets requests through between perps
  }
  return sums;
}

/** The venue's direction text of a fill. */
function directionOf({ startPosition: before, size, isBuy, isForced }: AccountFill): string {
  const after = before + (isBuy ? size : -size);
  const side = (position: number): string => (position > 0 ? 'Long' : 'Short');
  if (isForced) return `Liquidated Isolated ${side(before)}`;
  const isClosing = before !== 0 && before > 0 !== isBuy;
  if (!isClosing) return `Open ${side(isBuy ? 1 : -1)}`;
  return size > Math.abs(before) * (1 + 1e-9) ? `${side(before)} > ${side(after)}` : `Close ${side(before)}`;
}

function columnsOf(fills: readonly AccountFill[], since: number): AccountFills {
  const coins = [...new Set(fills.map(({ symbol }) => symbol))];
  const column = (read: (fill: AccountFill) => number): Float64Array => Float64Array.from(fills, read);
  const numbers = new Map(coins.map((symbol, i) => [symbol, i]));
  return {
    coins,
    coin: column(({ symbol }) => numbers.get(symbol)!),
    time: column(({ time }) => time),
    isBuy: column(({ isBuy }) => Number(isBuy)),
    price: column(({ price }) => price),
    size: column(({ size }) => size),
    startPosition: column(({ startPosition }) => startPosition),
    closedPnl: column(({ closedPnl }) => closedPnl),
    fee: column(({ fee }) => fee),
    isTaker: column(({ isTaker }) => Number(isTaker)),
    isLiquidation: column(({ isForced }) => Number(isForced)),
    direction: fills.map(directionOf),
    // A maker that closes and reopens has two fills at once, around a zero position.
    id: fills.map(
      ({ symbol, time, account, startPosition }) => `${symbol}-${time}-${account}-${startPosition === 0 ? 1 : 0}`,
    ),
    since,
  };
}

/** Fills of an account within `(from, to]`, the newest when there are too many, and the time since which they are complete. */
async function newestFills(ledger: Ledger, account: number, from: number, to: number) {
  const within = async (after: number, until: number): Promise<AccountFill[]> => {
    const found: AccountFill[] = [];
    for (const symbol of ledger.symbols) {
      found.push(...ledger.fills(symbol, after, until, account));
      await setImmediate(); // lets requests through between perps
    }
    return found.sort((a, b) => a.time - b.time);
  };
  const fills: AccountFill[] = [];
  for (let until = to; until > from && fills.length <= SIMULATED_FILLS;) {
    const chunks = (until - from) / CHUNK_MS;
    // When few fills are expected, search the rest at once, because each step scans weeks of positions.
    const isSparse = until < to && fills.length * chunks < SIMULATED_FILLS;
    const after = isSparse ? from : Math.max(from, until - CHUNK_MS);
    fills.unshift(...(await within(after, until)));
    until = after;
  }
  const first = fills.length - SIMULATED_FILLS;
  // Fills of a timestamp stay together.
  const since = first <= 0 ? from : fills[first - 1]!.time;
  return { fills: fills.filter(({ time }) => time > since), since };
}

/** The leaderboard refers to the last full hour; results are realised, from fills, without fees. */
export function createSimulatedTraders(
  accounts: Accounts,
  ledger: Ledger,
): Pick<Feeds, 'leaderboard' | 'account' | 'accountFills'> {
  const indexes = new Map(ledger.addresses.map((address, i) => [address, i]));
  return {
    leaderboard: {
      pull: async ({ asOf }) => {
        const readAt = Math.max(0, bucketOpen(asOf, HOUR_MS));
        const { states } = await accountsAt(accounts, readAt);
        const results = await resultsAt(ledger, readAt);
        const rows = states.map(({ address, equity }): LeaderboardRow => {
          const own = results.get(indexes.get(address)!);
          const figures = (span: Span): WindowFigures => {
            const { pnl, volume } = own?.[span] ?? NOTHING;
            return { pnl, roi: pnl / equity!, volume };
          };
          const windows = { day: figures('day'), week: figures('week'), month: figures('month'), allTime: UNKNOWN };
          return { address, displayName: null, accountValue: equity!, windows };
        });
        rows.sort((a, b) => b.accountValue - a.accountValue);
        return ok({ rows: { rows, listed: rows.length, readAt }, asOf: readAt });
      },
    },
    account: {
      pull: async ({ address, asOf }) => {
        const { time, states } = await accountsAt(accounts, asOf);
        return ok({ rows: { account: states.find((state) => state.address === address) ?? null }, asOf: time });
      },
    },
    accountFills: {
      pull: async ({ address, from, to }) => {
        const [after, end] = [Math.max(0, Math.floor(from)), Math.max(0, Math.floor(to))];
        const index = indexes.get(address);
        const nothing = { fills: [], since: after };
        const { fills, since } = index === undefined ? nothing : await newestFills(ledger, index, after, end);
        return ok({ rows: columnsOf(fills, since), asOf: end });
      },
    },
  };
}
