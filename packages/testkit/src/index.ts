export { adversarial, adversarialBars, type NamedCandles } from './arbitraries/adversarial.ts';
export { anyCandles } from './arbitraries/candles.ts';
export { book, type BookArbitraryOptions } from './arbitraries/book.ts';
export { clock, type ClockOptions } from './arbitraries/clock.ts';
export {
  positions,
  type DrawnAccount,
  type DrawnAccounts,
  type DrawnPosition,
  type DrawnTerms,
  type PositionsOptions,
} from './arbitraries/positions.ts';
export { posterior, posteriors, type PosteriorsOptions } from './arbitraries/posterior.ts';
export { rawRegimes, type RawRegime, type RawRegimesOptions } from './arbitraries/regimes.ts';
export { ohlcv, type MarketKind, type OhlcvOptions } from './arbitraries/ohlcv.ts';
export { BAR_TIMES, barsContract, barsLaws, type BarsContract } from './bars-contract.ts';
export { breaksContract, breaksLaws, type BreaksContract } from './breaks-contract.ts';
export { causalityContract, causalityLaws, type CausalityContract } from './causality-contract.ts';
export { barsOf, copyCandles, rowsOf, type OutputColumns } from './columns.ts';
export { firstNotJson } from './json.ts';
export { checkLaws, registerLaws, useRunner, type Law, type TestRunner } from './law.ts';
export { orderContract, orderLaws, type Ordered, type OrderContract, type Timed } from './order-contract.ts';
export { rangesContract, rangesLaws, type OutputRange, type RangesContract } from './ranges-contract.ts';
export { SCALE_POWERS, scaleContract, scaleLaws, scalePrices, type ScaleContract } from './scale-contract.ts';
export { streamContract, streamLaws, type StreamContract } from './stream-contract.ts';
export { checkTolerance, describeDifference, firstDifference, type Difference, type Tolerance } from './tolerance.ts';
export { loadOracles, type OracleCase } from './oracle.ts';
export { exploreReducer, reducerContract, reducerLaws, type ReducerContract, type Visit } from './reducer-contract.ts';
