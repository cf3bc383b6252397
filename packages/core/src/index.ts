export { finite, integerAtLeast, oneOf, within } from './check.ts';
export {
  barAt,
  CANDLE_COLUMNS,
  candleColumns,
  candles,
  candlesOf,
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
  QuantError,
  shown,
  UsageError,
  type DataProblem,
  type QuantErrorCode,
} from './errors.ts';
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
export { err, ok, type Result } from './result.ts';
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
