export {
  adx,
  ADX_DEFAULTS,
  adxLookback,
  adxSettledAfter,
  createAdx,
  type AdxColumns,
  type AdxConfig,
  type AdxPoint,
  type AdxSnapshot,
} from './adx.ts';
export {
  atr,
  ATR_DEFAULTS,
  atrLookback,
  atrSettledAfter,
  createAtr,
  type AtrConfig,
  type AtrPoint,
  type AtrSnapshot,
} from './atr.ts';
export {
  bollinger,
  BOLLINGER_DEFAULTS,
  bollingerLookback,
  createBollinger,
  type BollingerColumns,
  type BollingerConfig,
  type BollingerPoint,
  type BollingerSnapshot,
} from './bollinger.ts';
export {
  createRsi,
  rsi,
  RSI_DEFAULTS,
  rsiLookback,
  rsiSettledAfter,
  type RsiConfig,
  type RsiPoint,
  type RsiSnapshot,
} from './rsi.ts';
export { createSma, sma, SMA_DEFAULTS, smaLookback, type SmaConfig, type SmaPoint, type SmaSnapshot } from './sma.ts';
export {
  fundingMove,
  FUNDING_MOVE_V1,
  type FundingMove,
  type FundingMoveConfig,
  type FundingMoveState,
  type FundingPrint,
} from './events/funding-move.ts';
export {
  oiDelta,
  OI_DELTA_V1,
  type OiDelta,
  type OiDeltaConfig,
  type OiDeltaState,
  type OiSample,
  type OiWindow,
} from './events/oi-delta.ts';
export {
  movePct,
  priceMove,
  PRICE_MOVE_V1,
  type MarkSample,
  type PriceMove,
  type PriceMoveConfig,
  type PriceMoveState,
} from './events/price-move.ts';
export { trueRange } from './true-range.ts';
export { isPegged, PEG_V1, type PegConfig } from './peg.ts';
export { signumBreadth, type SignumBreadth } from './signum/breadth.ts';
export {
  nextColor,
  SIGNUM_COLORS,
  signumColor,
  type SignumColor,
  type SignumColorInput,
  type SignumColorOutput,
  type SignumColorState,
} from './signum/color.ts';
export { checkSignumConfig, SIGNUM_V1, SIGNUM_V2, signumLookback, type SignumConfig } from './signum/config.ts';
export { intraday, type Intraday } from './signum/intraday.ts';
export { signumRow, SOURCES, type SignumInput, type SignumRange, type SignumRow, type Source } from './signum/row.ts';
export {
  createSignum,
  signum,
  signumBlocks,
  signumCodes,
  signumHistory,
  type SignumCodes,
  type SignumColumns,
  type SignumHistoryPoint,
  type SignumPoint,
  type SignumSnapshot,
  type SignumStream,
} from './signum/signum.ts';
export { mergeUniverse, UNIVERSE_V1, type Listing, type UniverseConfig } from './universe.ts';
export { createSignumTracker, type SignumTracker, type SignumTrackerSnapshot } from './signum/tracker.ts';
export {
  altcoinBreadth,
  type AltcoinBreadth,
  type BreadthCoin,
  type BreadthCoinRow,
} from './breadth/altcoin-breadth.ts';
export {
  ALTCOIN_BREADTH_V1,
  checkAltcoinBreadthConfig,
  drawBreadthUniverse,
  type AltcoinBreadthConfig,
  type BreadthCandidate,
  type BreadthUniverse,
} from './breadth/universe.ts';
export { heatmapDays, type HeatmapDays } from './heatmap/days.ts';
export { checkHeatmapConfig, HEATMAP_V1, HEATMAP_V2, type HeatmapConfig } from './heatmap/config.ts';
export { heatmapMoves, type HeatmapMoves } from './heatmap/moves.ts';
export { heatmapRow, type HeatmapAbout, type HeatmapHour, type HeatmapInput, type HeatmapRow } from './heatmap/row.ts';
export { createHeatmapTracker, type HeatmapTracker, type HeatmapTrackerSnapshot } from './heatmap/tracker.ts';
export {
  breadthArchive,
  squeezeBreadth,
  type BreadthArchiveState,
  type BreadthRank,
  type BreadthReading,
  type SqueezeBreadth,
} from './technical/breadth.ts';
export {
  checkTechnicalConfig,
  TECHNICAL_V1,
  TECHNICAL_V2,
  type SupportResistanceConfig,
  type TechnicalConfig,
} from './technical/config.ts';
export {
  averageCross,
  MA_STATES,
  maState,
  sideOf,
  type Cross,
  type CrossInput,
  type CrossState,
  type MaState,
  type MaStateInput,
  type MaStateOutput,
  type MaStateState,
  type Side,
} from './technical/moving-averages.ts';
export { type LastCross, type TechnicalDay, type TechnicalRow, type TechnicalSubject } from './technical/row.ts';
export {
  BAND_STATES,
  squeeze,
  type BandState,
  type SqueezeInput,
  type SqueezeOutput,
  type SqueezeState,
} from './technical/squeeze.ts';
export {
  createPivotFinder,
  srLevels,
  type Pivot,
  type PivotFinder,
  type PivotSnapshot,
  type SrLevel,
} from './technical/support-resistance.ts';
export { technicalColumns, type TechnicalColumns, type TechnicalNumbers } from './technical/columns.ts';
export { technicalHistory, technicalRow, type TechnicalInput } from './technical/technical.ts';
export { createTechnicalTracker, type TechnicalTracker, type TechnicalTrackerSnapshot } from './technical/tracker.ts';
export {
  isExtremeRsi,
  positionInRange,
  RANGE_ZONES,
  rangeZone,
  RSI_ZONES,
  rsiZone,
  type RangeZone,
  type RsiZone,
} from './technical/zones.ts';
export {
  MOMENTA,
  SHORT_TERM_SPANS,
  SHORT_TERM_V1,
  shortTermMomentum,
  type Momentum,
  type ShortTermConfig,
  type ShortTermMomentum,
  type ShortTermSpan,
} from './short-term.ts';
