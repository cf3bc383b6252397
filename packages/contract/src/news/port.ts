/** Port of the archive of news to its host. Moments are epoch ms of the market. */

import type { FunnelCounts, NewsCategory, NewsTier } from '@barograph/stress/news';
import { port } from '../context.ts';
import type { KnownNews } from '../shapes/news-event.ts';

/** Events of interest. */
export interface NewsAsked {
  /** Published after this, and by `asOf`. */
  readonly after: number;
  /** Nothing that became known later is in the answer, reactions included. */
  readonly asOf: number;
  /** `MARKET` is one; undefined: all. */
  readonly symbols?: readonly string[] | undefined;
  /** 0 when left out. */
  readonly minImpact?: number | undefined;
}

/** An hour of the funnel. */
export interface FunnelHour {
  /** Its open. */
  readonly hour: number;
  readonly counts: FunnelCounts;
  /** Reports by symbol, whether they qualified or not. */
  readonly coverage: Readonly<Record<string, number>>;
}

/** Condition of a source. */
export interface NewsSource {
  readonly name: string;
  /** Null where none is asked: the universe itself, the simulator. */
  readonly url: string | null;
  readonly tier: NewsTier;
  /** Kind of all of its items; null: each by its title. */
  readonly category: NewsCategory | null;
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  readonly lastError: string | null;
  /** Items that were taken. */
  readonly items: number;
  /** Answers that said that nothing is new. */
  readonly notModified: number;
  /** Items and whole feeds that were dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Verdicts on reports whose truth is known, copies left out; undefined where no report has one. */
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

/** News of a host. */
export interface NewsArchive {
  /** False where no source of the host will ever have any. */
  readonly hasSource: boolean;
  /** The newest row of each story, the newest publication first. */
  events(asked: NewsAsked): Promise<readonly KnownNews[]>;
  /** Hours that had begun by `asOf` and ended after `after`, oldest first; an hour without an item is missing. */
  hours(after: number, asOf: number): Promise<readonly FunnelHour[]>;
  /** By name. */
  sources(): Promise<readonly NewsSource[]>;
}

/** Port of the archive of news. */
export const NEWS = port<NewsArchive>('news', ['events']);
