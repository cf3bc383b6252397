/** News reports of sources, and the state of each source. */

import type { NewsCategory, NewsFault, NewsItem, NewsTier } from '@barograph/stress/news';

/** Range of arrival times, epoch ms. */
export interface NewsQuery {
  /** Excluded start. */
  readonly from: number;
  /** Included end. */
  readonly asOf: number;
}

/** A report of a source. */
export interface NewsReport {
  /** Name of the source. */
  readonly source: string;
  /** Its identifier is unique among all sources. */
  readonly item: NewsItem;
  /** Truth of a simulated report. */
  readonly truth?: NewsTruth;
}

/** Truth of a simulated report. */
export interface NewsTruth {
  /** Symbol and kind of its event; null for a title without an event. */
  readonly event: { readonly symbol: string; readonly category: NewsCategory } | null;
  /** Whether an earlier report has the same words, so that this one is dropped as a copy. */
  readonly isCopy: boolean;
}

/** State of a news source in the process that reads it; the store's table of sources has the same shape. */
export interface NewsSourceReport {
  readonly name: string;
  readonly about: {
    /** Requested address; null for the universe itself and for the simulator. */
    readonly url: string | null;
    readonly tier: NewsTier;
    /** Kind of all its items; null when items differ. */
    readonly category: NewsCategory | null;
  };
  /** Epoch ms; null: never. */
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  /** Reason of the last failure, kept after later successes. */
  readonly lastError: string | null;
  /** Id of this opening of the source. */
  readonly run: string;
  /** Counts since the opening. */
  readonly counts: {
    /** Accepted items, whatever their fate in the funnel. */
    readonly items: number;
    /** Answers without news (304). */
    readonly notModified: number;
    /** Items and whole feeds that were dropped, by reason. */
    readonly dropped: Readonly<Record<string, number>>;
  };
}

/** Rows of the news feed. */
export interface NewsReports {
  /** Oldest arrival first. */
  readonly reports: readonly NewsReport[];
  /** All sources, including silent ones. */
  readonly sources: readonly NewsSourceReport[];
}

/** Reason why a report, or a whole answer of a feed, was dropped. */
export type NewsDrop =
  | NewsFault
  /** Published before the funnel's memory. */
  | 'too_old'
  /** Known identifier with a different text. */
  | 'conflict'
  /** Beyond the maximum read per answer or kept per source. */
  | 'too_many'
  /** Answer that is not a feed. */
  | 'broken_feed';
