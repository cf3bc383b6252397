/** Traders of a venue: leaderboard, state of an account, and fills of an account. */

import type { AccountRecord } from '@barograph/positioning';

/** Time windows of a leaderboard, each ending at its reading; `allTime` covers the venue's history. */
export const LEADERBOARD_WINDOWS = ['day', 'week', 'month', 'allTime'] as const;

/** Span of a leaderboard. */
export type LeaderboardWindow = (typeof LEADERBOARD_WINDOWS)[number];

/** Results of an account over a window; NaN when a value is absent or invalid. */
export interface WindowFigures {
  /** USD, by the venue's rules. */
  readonly pnl: number;
  /** Return on the account value, fraction. */
  readonly roi: number;
  /** Notional traded, USD. */
  readonly volume: number;
}

/** One account of a leaderboard. */
export interface LeaderboardRow {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  /** Name chosen by the account; null without a name. */
  readonly displayName: string | null;
  /** USD. */
  readonly accountValue: number;
  readonly windows: Readonly<Record<LeaderboardWindow, WindowFigures>>;
}

/** Rows of the leaderboard feed. */
export interface Leaderboard {
  /** Accounts of the largest value, largest first, limited by the source. */
  readonly rows: readonly LeaderboardRow[];
  /** Accounts on the venue's list, including those that the source dropped. */
  readonly listed: number;
  /** Time of the reading, epoch ms. */
  readonly readAt: number;
}

/** Query for the state of an account. */
export interface AccountQuery {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  /** Time of the query, epoch ms. */
  readonly asOf: number;
}

/** Rows of the account feed. */
export interface AccountNow {
  /** null for an address without positions and value. */
  readonly account: AccountRecord | null;
}

/** Query for the fills of an account after `from`, up to and including `to`, epoch ms. */
export interface AccountFillsQuery {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** Rows of the account fills feed: perp fills, oldest first, in execution order within a timestamp. */
export interface AccountFills {
  /** Coins that {@link AccountFills.coin} counts in; case as the venue writes them. */
  readonly coins: readonly string[];
  /** Index into {@link AccountFills.coins}. */
  readonly coin: Float64Array;
  /** Epoch ms. */
  readonly time: Float64Array;
  /** 1 where the account bought, 0 where it sold. */
  readonly isBuy: Float64Array;
  /** USD. */
  readonly price: Float64Array;
  /** Units of the coin, above 0. */
  readonly size: Float64Array;
  /** Position before the fill, units of the coin: positive long, negative short. */
  readonly startPosition: Float64Array;
  /** Profit of the closed part of the position against its average cost, without fees, USD. */
  readonly closedPnl: Float64Array;
  /** USD; negative where the venue paid a rebate. */
  readonly fee: Float64Array;
  /** 1 for a taker order, 0 for a maker order; NaN when unknown. */
  readonly isTaker: Float64Array;
  /** 1 when the fill liquidated a position of this account. */
  readonly isLiquidation: Float64Array;
  /** The venue's words, such as `Open Long` or `Long > Short`. */
  readonly direction: readonly string[];
  /** Identity of the trade at the venue. */
  readonly id: readonly string[];
  /** Rows are complete since this time, epoch ms; later than `from` when the venue's history or the answer is shorter. */
  readonly since: number;
}
