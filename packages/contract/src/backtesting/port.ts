/** Archive port: pages of rows, days, and coverage. Times are epoch ms. */

import type { Result } from '@barograph/core';
import type { BytesBody } from '../body.ts';
import { port } from '../context.ts';
import type { Cancellation } from '../edge.ts';
import type { Problem } from '../problem.ts';
import type { KnownNews } from '../shapes/news-event.ts';

/** Query for rows. */
export interface PageAsked {
  readonly exchange?: string | undefined;
  readonly symbol?: string | undefined;
  /** Included start. */
  readonly start?: number | undefined;
  /** Excluded end. */
  readonly end?: number | undefined;
  readonly limit: number;
  /** Cursor of the previous page. */
  readonly cursor?: string | undefined;
  /** Aborts the read. */
  readonly cancelled?: Cancellation | undefined;
}

/** Query for news rows. */
export interface NewsPageAsked extends PageAsked {
  readonly start: number;
  readonly minImpact: number;
}

/** Page of rows, ordered by day, exchange, symbol and time. */
export interface ArchivePage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null on the last page. */
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

/** Funding and open interest known at the open of a bar; null when unknown. */
export interface FundingBarRow extends Placed {
  /** Fraction of the notional per hour. */
  readonly fundingRate: number | null;
  /** Units of the coin. */
  readonly openInterest: number | null;
  /** USD. */
  readonly mark: number | null;
  /** Time when they became known. */
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
  /** Whether a part of the minute was not covered by the stream. */
  readonly partial: boolean;
}

/** Record or head of a published snapshot. */
export interface SnapshotRow {
  readonly type: string;
  /** Publication time. */
  readonly timestamp: number;
  readonly asOf: number;
  readonly version: string;
  /** null for the head and records of the whole market. */
  readonly symbol: string | null;
  readonly isHead: boolean;
  readonly data: unknown;
}

/** Symbol missing in an archived day because its source failed for too long. */
export interface ArchiveGap {
  /** `2026-11-21`. */
  readonly date: string;
  readonly exchange: string;
  readonly symbol: string;
}

/** Coverage of a file type. */
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
  /** Missing days between the first and the last. */
  readonly gaps: readonly string[];
  /** Symbols missing in archived days. */
  readonly missing: readonly ArchiveGap[];
}

/** State of the archive. */
export interface BacktestingStatus {
  readonly types: readonly TypeStatus[];
  readonly asOf: number;
}

type Answered<T> = Promise<Result<T, Problem>>;

/** Readers of the archive. A cursor of another query is a 422. */
export interface Backtesting {
  klines(request: PageAsked): Answered<ArchivePage<KlineRow>>;
  fundingBars(request: PageAsked): Answered<ArchivePage<FundingBarRow>>;
  tradeFlow(request: PageAsked): Answered<ArchivePage<TradeFlowMinuteRow>>;
  /** undefined for a type that this service does not publish. */
  snapshots(request: PageAsked & { readonly type: string }): Answered<ArchivePage<SnapshotRow>>;
  /** News rows as they became known, ordered by publication, story and revision. */
  newsEvents(request: NewsPageAsked): Answered<ArchivePage<KnownNews>>;
  /** JSON of a day's snapshot, or of the newest; undefined when missing. */
  daily(date: string, cancelled?: Cancellation): Promise<string | undefined>;
  status(): Promise<BacktestingStatus>;
}

/** Port of the archive for backtests. */
export const BACKTESTING = port<Backtesting>('backtesting');

/** Payload of a signed file link. */
export interface FileTicket {
  readonly file: string;
  /** Epoch seconds. */
  readonly expires: number;
  readonly signature: string;
}

/** The file behind a link. */
export interface LinkedFiles {
  /** Returns why a link is invalid: wrong signature, expired, or used too often. Reads no file. */
  refuse(ticket: FileTicket): Promise<Problem | undefined>;
  /** undefined for a link with a wrong signature or an expired link. */
  open(ticket: FileTicket, cancelled?: Cancellation): Promise<BytesBody | undefined>;
}

/** Port of the files behind signed links. */
export const LINKED_FILES = port<LinkedFiles>('linkedFiles');
