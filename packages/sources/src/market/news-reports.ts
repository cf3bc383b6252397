/** Reports of news as sources bring them, and the condition of each source. */

import type { NewsCategory, NewsFault, NewsItem, NewsTier } from '@barograph/stress/news';

/** Arrivals of interest, epoch ms. */
export interface NewsQuery {
  /** Reports that arrived after this moment. */
  readonly from: number;
  /** … and by this one. */
  readonly asOf: number;
}

/** A report of a source. */
export interface NewsReport {
  /** Name of the source. */
  readonly source: string;
  /** Its identifier is unique among all sources. */
  readonly item: NewsItem;
  /** Truth of the report, where its source made it. */
  readonly truth?: NewsTruth;
}

/** Truth of a made report. */
export interface NewsTruth {
  /** Symbol and kind of its event; null of a title that reports none. */
  readonly event: { readonly symbol: string; readonly category: NewsCategory } | null;
  /** Whether an earlier report has the same words: it is dropped as a copy. */
  readonly isCopy: boolean;
}

/** A source of news as the process that asks it sees it; the table of sources in the store has the same shape. */
export interface NewsSourceReport {
  readonly name: string;
  readonly about: {
    /** Requested address; null for the universe itself and for the simulator. */
    readonly url: string | null;
    readonly tier: NewsTier;
    /** Kind of all of its items, where it has one. */
    readonly category: NewsCategory | null;
  };
  /** Epoch ms; null: never. */
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  /** Reason of the last failure, also where an answer came after it. */
  readonly lastError: string | null;
  /** Names this opening of the source. */
  readonly run: string;
  /** Since it was opened. */
  readonly counts: {
    /** Items that were taken, whatever became of them in the funnel. */
    readonly items: number;
    /** Answers that said that nothing is new (304). */
    readonly notModified: number;
    /** Items and whole feeds that were dropped, by reason. */
    readonly dropped: Readonly<Record<string, number>>;
  };
}

/** Rows of the news feed. */
export interface NewsReports {
  /** Oldest arrival first. */
  readonly reports: readonly NewsReport[];
  /** All sources, those that are silent too. */
  readonly sources: readonly NewsSourceReport[];
}

/** Reason why a report, or a whole answer of a feed, was dropped. */
export type NewsDrop =
  | NewsFault
  /** Published longer ago than the funnel remembers. */
  | 'too_old'
  /** Known under its identifier, with another text. */
  | 'conflict'
  /** Beyond the number that is read of one answer, or kept of one source. */
  | 'too_many'
  /** An answer that is no feed. */
  | 'broken_feed';
