/** A page of the wiki, read from its file. */

/** Labels of a page about a strategy, from its front matter. */
export interface StrategyLabels {
  readonly backtestStatus: string;
  /** Timeframe of the strategy; `day` is `intraday` here, for the filter knows no `day`. */
  readonly horizon: string;
  /** Slug of its group. */
  readonly strategyType: string;
  readonly complexity: string;
  readonly crowdingRisk: string;
  readonly markets: readonly string[];
  readonly edgeSource: string;
  /** Null unless a cited source states it; the page then says for which sample. */
  readonly expectedSharpe: number | null;
  /** Percent. */
  readonly expectedMaxDrawdown: number | null;
  readonly breakevenCostBps: number | null;
}

/** A page. */
export interface WikiPage {
  /** From the folder of the wiki, with forward slashes: `concepts/signum.md`. */
  readonly path: string;
  readonly title: string;
  /** `strategy`, `indicator` or `concept`. */
  readonly type: string;
  /** `generated` from the catalogue, or `written` by hand. */
  readonly status: string;
  /** Group of an entry, or kind of a concept. */
  readonly category: string;
  readonly tags: readonly string[];
  /** Other names of its subject. */
  readonly aliases: readonly string[];
  /** First paragraph of a result. */
  readonly summary: string;
  /** UTC date of the last change, `YYYY-MM-DD`. */
  readonly updated: string;
  /** Text without front matter. */
  readonly markdown: string;
  /** Null on pages that are about no strategy. */
  readonly strategy: StrategyLabels | null;
}
