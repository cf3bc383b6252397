/** Reports of news as sources bring them, and the condition of each source. */

import type { NewsFault, NewsItem } from '@barograph/stress/news';
import type { NewsSourceReport } from '../store/news-sources.ts';

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
