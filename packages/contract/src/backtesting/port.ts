/** Port of the archive to its host: pages of rows, days, and what there is. Moments are epoch ms. */

import type { Result } from '@barograph/core';
import type { BytesBody } from '../body.ts';
import { port } from '../context.ts';
import type { Cancellation } from '../edge.ts';
import type { Problem } from '../problem.ts';
import type { KnownNews } from '../shapes/news-event.ts';

/** Rows that are asked for. */
export interface PageAsked {
  readonly exchange?: string | undefined;
  readonly symbol?: string | undefined;
  /** First moment, included. */
  readonly start?: number | undefined;
  /** Last moment, not included. */
  readonly end?: number | undefined;
  readonly limit: number;
  /** As the page before gave it. */
  readonly cursor?: string | undefined;
  /** Ends the read. */
  readonly cancelled?: Cancellation | undefined;
}

/** Rows of news that are asked for. */
export interface NewsPageAsked extends PageAsked {
  readonly start: number;
  readonly minImpact: number;
}

/** A page of rows, in the order of day, exchange, symbol and time. */
export interface ArchivePage<Row> {
  readonly rows: readonly Row[];
  /** Continues after this page; null: there is nothing more. */
  readonly next: string | null;
}

/** Place of a row. */
interface Placed {
  readonly exchange: string;
  readonly symbol: string;
  readonly timestamp: number;
}

/** A bar of one minute. */
export interface KlineRow extends Placed {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Funding and open interest as they were known at the open of a bar; null where nothing was. */
export interface FundingBarRow extends Placed {
  /** Fraction of the notional per hour. */
  readonly fundingRate: number | null;
  /** Units of the coin. */
  readonly openInterest: number | null;
  /** USD. */
  readonly mark: number | null;
  /** Moment at which they became known. */
  readonly knownAt: number | null;
}

/** Taker flow of a coin in a minute; USD. */
export interface TradeFlowMinuteRow extends Placed {
  readonly buy: number;
  readonly sell: number;
  readonly large: number;
  readonly trades: number;
  readonly vwap: number | null;
  readonly maxFill: number | null;
  /** A part of the minute was not watched. */
  readonly partial: boolean;
}

/** A record of a published snapshot, or its head. */
export interface SnapshotRow {
  readonly type: string;
  /** Moment at which it was published. */
  readonly timestamp: number;
  readonly asOf: number;
  readonly version: string;
  /** null: of all, and the head. */
  readonly symbol: string | null;
  readonly isHead: boolean;
  readonly data: unknown;
}

/** A symbol that a day was archived without: its source failed for too long. */
export interface ArchiveGap {
  /** `2026-11-21`. */
  readonly date: string;
  readonly exchange: string;
  readonly symbol: string;
}

/** Extent of a type of files. */
export interface TypeStatus {
  readonly type: string;
  /** `unavailable`: this service archives none. */
  readonly status: 'archived' | 'empty' | 'unavailable';
  /** `2026-11-21`; null without a day. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Days with files. */
  readonly days: number;
  readonly symbols: number;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** Days between the first and the last without a file. */
  readonly gaps: readonly string[];
  /** Symbols that days were archived without. */
  readonly missing: readonly ArchiveGap[];
}

/** State of the archive. */
export interface BacktestingStatus {
  readonly types: readonly TypeStatus[];
  readonly asOf: number;
}

type Answered<T> = Promise<Result<T, Problem>>;

/** Readers of the archive. A cursor that is not of the question is a 422. */
export interface Backtesting {
  klines(asked: PageAsked): Answered<ArchivePage<KlineRow>>;
  fundingBars(asked: PageAsked): Answered<ArchivePage<FundingBarRow>>;
  tradeFlow(asked: PageAsked): Answered<ArchivePage<TradeFlowMinuteRow>>;
  /** Undefined for a type that this service does not publish. */
  snapshots(asked: PageAsked & { readonly type: string }): Answered<ArchivePage<SnapshotRow>>;
  /** Rows of news as they became known, in the order of publication, story and revision. */
  newsEvents(asked: NewsPageAsked): Answered<ArchivePage<KnownNews>>;
  /** JSON of the daily snapshot of a day, or of the newest; undefined where there is none. */
  daily(date: string, cancelled?: Cancellation): Promise<string | undefined>;
  status(): Promise<BacktestingStatus>;
}

/** Port of the archive for backtests. */
export const BACKTESTING = port<Backtesting>('backtesting');

/** Content of a signed link to a file. */
export interface FileTicket {
  readonly file: string;
  /** Epoch seconds. */
  readonly expires: number;
  readonly signature: string;
}

/** The file behind a link. */
export interface LinkedFiles {
  /** The reason why a link opens nothing now: it was not made here, has ended, or is used too often. Reads no file. */
  refuse(ticket: FileTicket): Promise<Problem | undefined>;
  /** undefined for a link that was not made here, or has ended. */
  open(ticket: FileTicket, cancelled?: Cancellation): Promise<BytesBody | undefined>;
}

/** Port of the files behind signed links. */
export const LINKED_FILES = port<LinkedFiles>('linkedFiles');
