/** Kinds of forecasts that the ledger records: their classes and the proper score of each. */

import { BREADTHS, FUNDINGS, LIQUIDATION_RISKS, REGIMES, VOLATILITIES } from '@barograph/nowcast';

/** Rules of the ledger: what a row holds, how a baseline is made, how a grade is computed. A changed rule is a new version. */
export const LEDGER_RULES = 'ledger/1';

/** Kinds with probabilities of classes, in the order of their lists; graded by log and Brier score. */
export const CLASS_KINDS = {
  next_regime: REGIMES,
  volatility: VOLATILITIES,
  funding: FUNDINGS,
  breadth: BREADTHS,
  drawdown: ['none', 'fall'],
  liquidation_risk: LIQUIDATION_RISKS,
} as const;
/** A kind with classes. */
export type ClassKind = keyof typeof CLASS_KINDS;
/** Kinds with classes, in the order of a scorecard. */
export const CLASS_KIND_NAMES = [
  'next_regime',
  'volatility',
  'drawdown',
  'liquidation_risk',
  'funding',
  'breadth',
] as const;

/** Every kind: those with classes; a volatility, graded by QLIKE; quantiles, graded by the mean pinball loss; tails of a reference book, graded by that and by FZ0. */
export const LEDGER_KINDS = [...CLASS_KIND_NAMES, 'expected_volatility', 'day_quantiles', 'book_risk'] as const;
/** A kind. */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Horizons of rows with their hours. */
export const LEDGER_HORIZONS = { '4h': 4, '24h': 24 } as const;
/** A horizon. */
export type LedgerHorizon = keyof typeof LEDGER_HORIZONS;

/** Origins of rows, each with a chain of its own: recorded when it was published, or computed afterwards from bars. */
export const LEDGER_ORIGINS = ['live', 'backfilled'] as const;
/** An origin. */
export type LedgerOrigin = (typeof LEDGER_ORIGINS)[number];

/** Graded rows below which there is a count and no score. */
export const LEAST_GRADED = 50;

/** Rows below which a line of the calibration table is left out: it would show forecasts of paid rows one by one. */
export const LEAST_LINE = 10;
