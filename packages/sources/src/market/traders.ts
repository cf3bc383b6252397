/** Traders of a venue: its leaderboard, one account now, and the fills of an account. */

import type { AccountRecord } from '@barograph/positioning';

/** Spans that a leaderboard sums results over, each up to its reading; `allTime` as far back as the venue keeps them. */
export const LEADERBOARD_WINDOWS = ['day', 'week', 'month', 'allTime'] as const;

/** Span of a leaderboard. */
export type LeaderboardWindow = (typeof LEADERBOARD_WINDOWS)[number];

/** Results of an account over a span; NaN where the venue does not say a number that can be true. */
export interface WindowFigures {
  /** USD, as the venue counts it. */
  readonly pnl: number;
  /** Return on the value of the account, as a fraction. */
  readonly roi: number;
  /** Notional traded, USD. */
  readonly volume: number;
}

/** One account of a leaderboard. */
export interface LeaderboardRow {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  /** Name that the account gave itself; null without one. */
  readonly displayName: string | null;
  /** USD. */
  readonly accountValue: number;
  readonly windows: Readonly<Record<LeaderboardWindow, WindowFigures>>;
}

/** Rows of the leaderboard feed. */
export interface Leaderboard {
  /** The accounts of the largest value, largest first; as many as the source keeps. */
  readonly rows: readonly LeaderboardRow[];
  /** Accounts on the venue's list, those that the source did not keep included. */
  readonly listed: number;
  /** Moment at which the list was read, epoch ms. */
  readonly readAt: number;
}

/** Query for one account now. */
export interface AccountQuery {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  /** Moment of the question, epoch ms. */
  readonly asOf: number;
}

/** Rows of the account feed. */
export interface AccountNow {
  /** Null of an address that has nothing at the venue: no positions and no value. */
  readonly account: AccountRecord | null;
}

/** Query for the fills of an account after `from`, up to and including `to`, epoch ms. */
export interface AccountFillsQuery {
  /** 0x and 40 hexadecimal digits, lower case. */
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** Rows of the account fills feed: perp fills, oldest first, those of one moment in the order in which they happened. */
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
  /** Result of the part of the position that the fill closed, against its average cost, without fees; USD. */
  readonly closedPnl: Float64Array;
  /** USD; negative where the venue paid a rebate. */
  readonly fee: Float64Array;
  /** 1 where the order took from the book, 0 where it rested in it; NaN where it is not known. */
  readonly isTaker: Float64Array;
  /** 1 where the fill closed a position of this account by force. */
  readonly isLiquidation: Float64Array;
  /** The venue's words, such as `Open Long` or `Long > Short`. */
  readonly direction: readonly string[];
  /** Identity of the trade at the venue. */
  readonly id: readonly string[];
  /** The rows are whole after this moment; later than `from` where the venue keeps no more or the answer was full. */
  readonly since: number;
}
