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
export { checkSignumConfig, SIGNUM_V1, signumLookback, type SignumConfig } from './signum/config.ts';
export { intraday, type Intraday } from './signum/intraday.ts';
export { signumRow, SOURCES, type SignumInput, type SignumRange, type SignumRow, type Source } from './signum/row.ts';
export {
  createSignum,
  signum,
  signumHistory,
  type SignumColumns,
  type SignumHistoryPoint,
  type SignumPoint,
  type SignumSnapshot,
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
export { checkHeatmapConfig, HEATMAP_V1, type HeatmapConfig } from './heatmap/config.ts';
export { heatmapMoves, type HeatmapMoves } from './heatmap/moves.ts';
export { heatmapRow, type HeatmapAbout, type HeatmapHour, type HeatmapInput, type HeatmapRow } from './heatmap/row.ts';
export { createHeatmapTracker, type HeatmapTracker, type HeatmapTrackerSnapshot } from './heatmap/tracker.ts';
