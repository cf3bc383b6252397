/** An entry of the catalogue of strategies. */

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
/** One of them. */
export type StrategyGroupSlug = (typeof STRATEGY_GROUP_SLUGS)[number];

/** A group of strategies. */
export interface StrategyGroup {
  readonly slug: StrategyGroupSlug;
  readonly name: string;
  readonly description: string;
}

/** Lengths of holding a position, shortest first. */
export const TIMEFRAMES = ['scalp', 'intraday', 'day', 'swing', 'position', 'long-term'] as const;
/** One of them. */
export type Timeframe = (typeof TIMEFRAMES)[number];

/** Reasons why somebody would pay for it. */
export const EDGE_SOURCES = [
  'behavioural',
  'risk-premium',
  'structural-flow',
  'microstructure',
  'informational',
  'statistical',
] as const;
/** One of them. */
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
/** One of them. */
export type StrategyData = (typeof STRATEGY_DATA)[number];

/** Distance that a result was taken; ours are `untested` unless a command of this repository says otherwise. */
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
/** One of them. */
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number];

/** Runs a strategy, whose slug follows, on the simulator. */
export const BACKTEST = 'node --import tsx --conditions source benchmarks/catalogue-backtest.evidence.ts';

/** A figure that a cited source states, and of which sample. */
export interface StatedFigure {
  readonly value: number;
  /** Reference and sample, as in `moskowitz-ooi-pedersen-2012: 58 futures, 1985–2009, before costs`. */
  readonly sample: string;
}

/** A strategy. No entry promises a return. */
export interface Strategy {
  /** Stable: never given to another. */
  readonly slug: string;
  readonly name: string;
  readonly group: StrategyGroupSlug;
  readonly summary: string;
  readonly timeframe: Timeframe;
  readonly complexity: 'beginner' | 'intermediate' | 'advanced';
  /** Slugs of indicators that its rules name. */
  readonly indicators: readonly string[];
  /** As in `spot`, `perps`, `options`, `dated futures`, `dex`. */
  readonly markets: readonly string[];
  readonly dataRequired: readonly StrategyData[];
  /** Rules, each complete enough to be coded: numbers, moments, order types. */
  readonly entry: string;
  readonly exit: string;
  readonly sizing: string;
  /** The reason why it could earn, in one or two sentences. */
  readonly edge: string;
  readonly edgeSource: EdgeSource;
  readonly crowdingRisk: 'low' | 'medium' | 'high';
  /** Conditions in which it loses. */
  readonly breaks: string;
  readonly tags: readonly string[];
  /** Identifiers of references, the nearest first. A source on another market is an analogue, and the page says so. */
  readonly sources: readonly string[];
  /** Set where the sources study other markets than coins. */
  readonly isAnalogue?: true;
  readonly endpoints: readonly string[];
  readonly backtestStatus: BacktestStatus;
  /**
   * Command of this repository that runs the rules again; there exactly where the status is not `untested`. The simulator has
   * trends by construction: its result shows that the text can be coded and what the rule costs, nothing about markets.
   */
  readonly reproducedBy?: string;
  /** Only what a cited source states. */
  readonly stated?: {
    readonly sharpe?: StatedFigure;
    readonly maxDrawdownPct?: StatedFigure;
    readonly breakevenCostBps?: StatedFigure;
  };
}
