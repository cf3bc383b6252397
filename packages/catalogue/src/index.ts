export { INDICATORS } from './indicators.ts';
export { INDICATOR_GROUPS } from './indicators-groups.ts';
export {
  INDICATOR_GROUP_SLUGS,
  INDICATOR_INPUTS,
  type Implementation,
  type Indicator,
  type IndicatorGroup,
  type IndicatorGroupSlug,
  type IndicatorInput,
  type IndicatorRange,
} from './indicator.ts';
export { indicatorPrompts, strategyPrompts, type Prompts } from './prompts.ts';
export type { Reference } from './reference.ts';
export { REFERENCES } from './references.ts';
export { STRATEGIES } from './strategies.ts';
export { STRATEGY_GROUPS } from './strategies-groups.ts';
export {
  BACKTEST_STATUSES,
  EDGE_SOURCES,
  STRATEGY_DATA,
  STRATEGY_GROUP_SLUGS,
  TIMEFRAMES,
  type BacktestStatus,
  type EdgeSource,
  type StatedFigure,
  type Strategy,
  type StrategyData,
  type StrategyGroup,
  type StrategyGroupSlug,
  type Timeframe,
} from './strategy.ts';
export { CATALOG_DATE, CATALOG_VERSION } from './version.ts';
export { wikiPathOf } from './wiki-path.ts';
