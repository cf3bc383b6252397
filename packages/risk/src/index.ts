export { openBook, type OpenBook, type OpenPosition, type RiskBook, type RiskPosition } from './book.ts';
export {
  bookRisk,
  profitsOf,
  riskIn,
  type BookRisk,
  type BookRiskOptions,
  type DrawdownChance,
  type EndReturns,
  type PositionRisk,
} from './book-risk.ts';
export { bookTails, type BookTails, type BookTailsOptions } from './book-tails.ts';
export {
  checkRiskConfig,
  RISK_HORIZONS,
  RISK_SHARED_V1,
  RISK_V1,
  type RiskConfig,
  type RiskHorizon,
} from './config.ts';
export { bookOfText, type BookTextProblem, type BookText } from './book-text.ts';
export { riskAtEnd, type EndRisk, type EndScenarios } from './end-risk.ts';
export { totalOf, type Contribution } from './parts.ts';
export { dateWeights, systematicSample } from './dates.ts';
export { tailOf, type Tail } from './measures.ts';
export {
  marketColumns,
  panelCoin,
  riskPanel,
  SHOCK_STATE,
  type CoinBars,
  type PanelCoin,
  type PanelInput,
  type RiskPanel,
} from './panel.ts';
export {
  REFERENCE_BOOK_NAMES,
  REFERENCE_BOOKS_V1,
  referenceBooks,
  type ReferenceBook,
  type ReferenceBooksConfig,
  type WeightedPosition,
} from './reference-books.ts';
export {
  drawScenarios,
  type LeftOutCoin,
  type ScenarioCoin,
  type ScenarioOptions,
  type Scenarios,
} from './scenarios.ts';
export { COIN_PROBLEMS, rowAt, type CoinProblem } from './state.ts';
export { VOLATILITY_SOURCES, type VolatilitySource } from './expected.ts';
export { hedgeBook, type Hedge, type HedgeLeg, type HedgeOptions, type Hedges } from './hedge.ts';
export { marketRisk, RISK_CORRELATION_V1, type CorrelationConfig, type MarketRisk } from './market-risk.ts';
export { createPanelStream, type PanelStream } from './panel-stream.ts';
export { sizeBook, type SizedBook, type SizeOptions } from './size.ts';
export { STRESS_DAYS, type StressDay } from './stress-days.ts';
export { stressBook, type StressResult } from './stress.ts';
