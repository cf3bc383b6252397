export { columnStream, OF_SLOTS, type ColumnKernel } from './column-stream.ts';
export { barClock, checkNextBar, clockTime, type BarClock } from './bar-clock.ts';
export {
  acrossBreaks,
  qualityOf,
  type AcrossBreaks,
  type WithBreaks,
  type Breakable,
  type BreakMarks,
} from './across-breaks.ts';
export {
  BREAK_REASONS,
  checkBreaks,
  createBreaks,
  hasBreaks,
  type BreakReason,
  type Breaks,
  type BreaksConfig,
  type BreaksState,
  type BreakStep,
} from './breaks.ts';
export { tradedBars, type TradedBars } from './traded-bars.ts';
export { areWholeBars, assertClosedBy, assertNextBar, isStaleDay } from './bar-times.ts';
export { bookSide, type Book, type BookSide } from './book.ts';
export { finite, integerAtLeast, oneOf, within } from './check.ts';
export { brierScore, fz0Loss, logScore, pinball, qlike, type TailForecast } from './scoring.ts';
export { barStep } from './bar-step.ts';
export { hourlyRates } from './hourly-rates.ts';
export { dateOrder, needsOrder, parseDate, type DateOrder } from './date-text.ts';
export { parseIsoTime } from './iso-time.ts';
export { LAYOUT_ROWS, layoutOf, type FoundLayout, type LayoutOptions } from './layout-of.ts';
export { type LayoutCheck, type RowCheck } from './layout-rules.ts';
export { LAYOUT_NAMES, LAYOUTS, type Layout, type LayoutName } from './layouts.ts';
export { isDateNumber, TimeReader } from './time-reader.ts';
export { LATEST_TIME, timeUnitOf, toEpochMs, UNTIL_LATEST, type TimeUnit } from './time-unit.ts';
export { candlesOf, type CandlesInput, type CandlesOptions, type ColumnTable, type Values } from './candles-of.ts';
export {
  barAt,
  CANDLE_COLUMNS,
  candleColumns,
  candles,
  checkBar,
  checkCandles,
  firstAtOrAfter,
  sliceCandles,
  unsafeCandles,
  type Bar,
  type CandleColumn,
  type CandleColumns,
  type Candles,
} from './candles.ts';
export {
  describeProblem,
  LateBarError,
  QuantError,
  shown,
  UsageError,
  type DataProblem,
  type QuantErrorCode,
} from './errors.ts';
export {
  kernelsInUse,
  useKernels,
  type AdxSums,
  type BandColumns,
  type DirectionalColumns,
  type ExponentialTables,
  type FilterLaw,
  type FiveVolatilities,
  type ForecastLaw,
  type LoadedFilter,
  type LoadedForecasts,
  type MomentSums,
  type PriceColumns,
  type VectorKernels,
  type VolatilityTerms,
} from './vector-kernels.ts';
export { createBucketer, type Bucketer, type BucketerSnapshot } from './bucketer.ts';
export {
  bucketOpen,
  DAY_MS,
  HOUR_MS,
  INTERVALS,
  intervalOf,
  MINUTE_MS,
  stepMs,
  WEEK_MS,
  type Interval,
} from './interval.ts';
export { nearestNames } from './nearest.ts';
export { quoteVolume } from './quote-volume.ts';
export { snapshotOf, stateFrom, type KernelSnapshot } from './kernel-state.ts';
export { clamp, compensatedSum, integerScore, isStill, logSumExp, sameWithin } from './numerics.ts';
export {
  formingBar,
  resample,
  RESAMPLE_DEFAULTS,
  type IncompleteBucket,
  type Resampled,
  type ResampleOptions,
} from './resample.ts';
export { err, ok, unwrap, type Result } from './result.ts';
export { fold, type Mutable, type Reducer, type Stream } from './stream.ts';
export {
  epochMs,
  fraction,
  percent,
  toFraction,
  toPercent,
  type EpochMs,
  type Fraction,
  type Percent,
} from './units.ts';
export { verifyArtifact, type ModelEntry } from './artifact.ts';
export { composite, type Composite, type CompositeConfig } from './composite.ts';
export { deepFreeze, sameConfig } from './config.ts';
export {
  applyGapPolicy,
  findGaps,
  GAP_POLICIES,
  MAX_CARRY,
  type Gap,
  type GapOptions,
  type GapPolicy,
  type GapResult,
  type Segment,
} from './gaps.ts';
export { givenColumn } from './given-column.ts';
export { percentRank, quantile, quantileSorted, usualLevel, type UsualLevel } from './quantile.ts';
export { createRing, pushRing, ringValues, type Ring } from './ring.ts';
export {
  createRollingMax,
  createRollingMin,
  rollingMax,
  rollingMin,
  type RollingExtremaSnapshot,
} from './rolling/extrema.ts';
export {
  createRollingMoments,
  rollingMoments,
  type Moments,
  type MomentsColumns,
  type MomentsOptions,
  type MomentsStream,
  type RollingMomentsSnapshot,
} from './rolling/moments.ts';
export {
  createRollingQuantile,
  createRollingRank,
  rollingQuantile,
  rollingQuantiles,
  rollingRank,
  type RollingRankSnapshot,
} from './rolling/rank.ts';
export { countUpTo } from './rolling/sorted-window.ts';
export { createRollingSum, rollingSum, type RollingSumSnapshot } from './rolling/sum.ts';
export type { RollingOptions, RollingStream, WindowSnapshot } from './rolling/window.ts';
export { repairPrints, type RepairedPrints } from './repair-prints.ts';
export {
  QUALITY_CODES,
  SERIES_QUALITY_V1,
  seriesQuality,
  type QualityCode,
  type QualityFinding,
  type SeriesQuality,
  type SeriesQualityConfig,
  type SeriesQualityOptions,
} from './series-quality.ts';
export { BARS_V1, clipWicks, sanitizeBars, type BarsConfig, type BarsQuality, type Sanitized } from './sanitize.ts';
export { bendMap, bends } from './bend-map.ts';
export { scoreMap, type Knot } from './score-map.ts';
export { ZONES, zoneMoment, type Zone } from './zone-moment.ts';
export { readFileSymbol, type FileReading } from './symbol-file.ts';
export {
  coinNamed,
  coinSpelled,
  pairNamed,
  readName,
  resolveSymbol,
  symbolIndex,
  type SymbolIndex,
  type SymbolPolicy,
} from './symbol-resolve.ts';
export {
  coinName,
  usdtPerp,
  isInDollars,
  pairName,
  readSymbol,
  splitMultiple,
  type Multiple,
  type SymbolKind,
  type SymbolReading,
} from './symbol.ts';
