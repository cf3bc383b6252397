/** Entry of the catalogue of strategies. */

/** Groups of strategies, in the order of the catalogue. */
export const STRATEGY_GROUP_SLUGS = [
  'trend-following',
  'moving-average-systems',
  'breakout',
  'cross-sectional-momentum',
  'mean-reversion',
  'oscillator-systems',
  'pairs-stat-arb',
  'funding-carry',
  'basis-term-structure',
  'venue-arbitrage',
  'options-volatility',
  'volatility-regime',
  'market-making',
  'order-flow',
  'execution',
  'open-interest-liquidations',
  'volume-price',
  'price-patterns',
  'seasonality-events',
  'onchain-sentiment',
  'factors-learning',
  'portfolio-risk',
] as const;
/** Slug of a strategy group. */
export type StrategyGroupSlug = (typeof STRATEGY_GROUP_SLUGS)[number];

/** Group of strategies. */
export interface StrategyGroup {
  readonly slug: StrategyGroupSlug;
  readonly name: string;
  readonly description: string;
}

/** Holding times, shortest first. */
export const TIMEFRAMES = ['scalp', 'intraday', 'day', 'swing', 'position', 'long-term'] as const;
/** Holding time of a strategy. */
export type Timeframe = (typeof TIMEFRAMES)[number];

/** Reasons why someone pays for the edge. */
export const EDGE_SOURCES = [
  'behavioural',
  'risk-premium',
  'structural-flow',
  'microstructure',
  'informational',
  'statistical',
] as const;
/** Reason why someone pays for the edge. */
export type EdgeSource = (typeof EDGE_SOURCES)[number];

/** Data that a strategy reads. */
export const STRATEGY_DATA = [
  'bars',
  'funding',
  'open_interest',
  'trades',
  'book',
  'positions',
  'options',
  'chain',
] as const;
/** Kind of data that a strategy reads. */
export type StrategyData = (typeof STRATEGY_DATA)[number];

/** Levels of verification of a result; ours are `untested` unless a command of this repository says otherwise. */
export const BACKTEST_STATUSES = [
  'untested',
  'naive-backtested',
  'cost-corrected',
  'walk-forward-validated',
  'paper-traded',
  'pilot',
  'live',
  'paused',
  'retired',
] as const;
/** Level of verification of a result. */
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

/** Command that runs a strategy, whose slug follows, on the simulator. */
export const BACKTEST = 'node --import tsx --conditions source benchmarks/catalogue-backtest.evidence.ts';

/** Figure stated by a cited source, with its sample. */
export interface StatedFigure {
  /** Figure, in the unit that the name of its field ends with; without one a ratio. */
  readonly value: number;
  /** Reference and sample, such as `moskowitz-ooi-pedersen-2012: 58 futures, 1985–2009, before costs`. */
  readonly sample: string;
}

/** Strategy. No entry promises a return. */
export interface Strategy {
  /** Slug; stable and never reused. */
  readonly slug: string;
  readonly name: string;
  readonly group: StrategyGroupSlug;
  readonly summary: string;
  readonly timeframe: Timeframe;
  readonly complexity: 'beginner' | 'intermediate' | 'advanced';
  /** Slugs of indicators in its rules. */
  readonly indicators: readonly string[];
  /** Markets, such as `spot`, `perps`, `options`, `dated futures`, `dex`. */
  readonly markets: readonly string[];
  readonly dataRequired: readonly StrategyData[];
  /** Rules, complete enough to code: numbers, times, order types. */
  readonly entry: string;
  readonly exit: string;
  readonly sizing: string;
  /** Reason why it could earn, in one or two sentences. */
  readonly edge: string;
  readonly edgeSource: EdgeSource;
  readonly crowdingRisk: 'low' | 'medium' | 'high';
  /** Conditions under which it loses. */
  readonly breaks: string;
  readonly tags: readonly string[];
  /** Reference identifiers, most relevant first. A source about another market is an analogue, and the page says so. */
  readonly sources: readonly string[];
  /** Set when the sources study markets other than coins. Absent otherwise. */
  readonly isAnalogue?: true;
  readonly endpoints: readonly string[];
  readonly backtestStatus: BacktestStatus;
  /**
   * Command of this repository that reruns the rules; present if and only if the status is not `untested`. The
   * simulator has trends by construction: its result shows that the text can be coded and what the rule costs, nothing
   * about markets.
   */
  readonly reproducedBy?: string;
  /** Figures stated by cited sources only; a figure that none states is absent. */
  readonly stated?: {
    readonly sharpe?: StatedFigure;
    readonly maxDrawdownPct?: StatedFigure;
    readonly breakevenCostBps?: StatedFigure;
  };
}
