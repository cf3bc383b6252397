/** Page of the wiki, read from its file. */

/** Labels of a page about a strategy, from its front matter. */
export interface StrategyLabels {
  readonly backtestStatus: string;
  /** Timeframe of the strategy; `day` becomes `intraday`, because the filter has no `day`. */
  readonly horizon: string;
  /** Slug of its group. */
  readonly strategyType: string;
  readonly complexity: string;
  readonly crowdingRisk: string;
  readonly markets: readonly string[];
  readonly edgeSource: string;
  /** Expected Sharpe ratio; null unless a cited source states it, with its sample on the page. */
  readonly expectedSharpe: number | null;
  /** Expected maximum drawdown, percent. */
  readonly expectedMaxDrawdown: number | null;
  readonly breakevenCostBps: number | null;
}

/** Page of the wiki. */
export interface WikiPage {
  /** Path relative to the wiki folder, with forward slashes: `concepts/signum.md`. */
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
  /** First paragraph of a search result. */
  readonly summary: string;
  /** UTC date of the last change, `YYYY-MM-DD`. */
  readonly updated: string;
  /** Text without front matter. */
  readonly markdown: string;
  /** Labels of the strategy; null on other pages. */
  readonly strategy: StrategyLabels | null;
}
