/** The ledger: every published forecast with its grade, their scorecard, and the hash chain that proves both. */

import { feature } from '../feature.ts';
import { getDigests } from './get-digests.ts';
import { getLedgerRows } from './get-rows.ts';
import { getScorecard } from './get-scorecard.ts';

export { closeDay, inChainOrder, NO_DIGEST, type LedgerDigest, type RowText, type Sha256 } from './chain.ts';
export { correctedGrade } from './correction.ts';
export type { LedgerDigestsWire } from './get-digests.ts';
export { baselineOf, gradeOf, NOTHING_FOLLOWED, type LedgerOutcome } from './grade.ts';
export {
  CLASS_KIND_NAMES,
  CLASS_KINDS,
  LEAST_GRADED,
  LEDGER_HORIZONS,
  LEDGER_KINDS,
  LEDGER_ORIGINS,
  LEDGER_RULES,
  type ClassKind,
  type LedgerHorizon,
  type LedgerKind,
  type LedgerOrigin,
} from './kinds.ts';
export { bookCloses, followedOf, outcomeOf, type ForcedNotional, type LaterFacts } from './outcome.ts';
export {
  LEDGER,
  type LedgerArchive,
  type LedgerDigestsQuery,
  type LedgerGradesQuery,
  type LedgerRowsQuery,
  type LedgerStated,
} from './port.ts';
export {
  canonicalJson,
  correctionOf,
  gradeId,
  rounded,
  rowId,
  type BookPosition,
  type BookRiskForecast,
  type ClassForecast,
  type Counts,
  type Followed,
  type ForecastRow,
  type GradeRow,
  type LedgerRow,
  type RowForecasts,
} from './row.ts';
export { hoursGap, publishedFault, type FaultOptions } from './published-fault.ts';
export { pointHour, type PointOf } from './point-hour.ts';
export {
  coinHour,
  marketHour,
  publishedHourOf,
  type PublishedForecasts,
  type PublishedHour,
} from './published-hour.ts';
export type { QuantScorecardWire } from './scorecard-record.ts';
export { scorecardOf, type KindCard } from './scorecard.ts';
export {
  createLedgerVerifier,
  type ClosesOf,
  type LedgerCounts,
  type LedgerDifference,
  type LedgerVerifier,
} from './verify.ts';

export const ledger = feature({ operations: [getScorecard, getLedgerRows, getDigests] });
