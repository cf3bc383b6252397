/** Port of the news archive. Moments are epoch ms of the market. */

import type { FunnelCounts, NewsCategory, NewsTier } from '@barograph/stress/news';
import { port } from '../context.ts';
import type { KnownNews } from '../shapes/news-event.ts';

/** Query for events. */
export interface NewsAsked {
  /** Exclusive lower bound of the publication; `asOf` is the inclusive upper bound. */
  readonly after: number;
  /** Excludes everything that became known later, reactions included. */
  readonly asOf: number;
  /** May include `MARKET`; undefined selects all. */
  readonly symbols?: readonly string[] | undefined;
  /** @default 0 */
  readonly minImpact?: number | undefined;
}

/** An hour of the funnel. */
export interface FunnelHour {
  /** Open of the hour. */
  readonly hour: number;
  readonly counts: FunnelCounts;
  /** Reports by symbol, whether they qualified or not. */
  readonly coverage: Readonly<Record<string, number>>;
}

/** State of a news source. */
export interface NewsSource {
  readonly name: string;
  /** Null for sources that are not fetched: the universe, the simulator. */
  readonly url: string | null;
  readonly tier: NewsTier;
  /** Category of all its items; null when each title decides. */
  readonly category: NewsCategory | null;
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  readonly lastError: string | null;
  /** Accepted items. */
  readonly items: number;
  /** Not-modified answers. */
  readonly notModified: number;
  /** Dropped items and whole feeds, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Verdicts on reports with known truth, without copies; undefined when no report has one. */
  readonly judged?:
    | {
        readonly reports: number;
        readonly qualified: number;
        readonly events: number;
        readonly core: number;
        readonly coreQualified: number;
      }
    | undefined;
}

/** News archive of a host. */
export interface NewsArchive {
  /** Whether a source of the host can provide news. */
  readonly hasSource: boolean;
  /** Newest row of each story, newest publication first. */
  events(request: NewsAsked): Promise<readonly KnownNews[]>;
  /** Hours that began by `asOf` and ended after `after`, oldest first; hours without items are absent. */
  hours(after: number, asOf: number): Promise<readonly FunnelHour[]>;
  /** Sorted by name. */
  sources(): Promise<readonly NewsSource[]>;
}

/** Port of the archive of news. */
export const NEWS = port<NewsArchive>('news', ['events']);
