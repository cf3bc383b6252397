/** Kinds of forecasts that the ledger records: their classes and the proper score of each. */

import { BREADTHS, FUNDINGS, LIQUIDATION_RISKS, REGIMES, VOLATILITIES } from '@barograph/nowcast';

/** Rules of the ledger: fields of a row, baselines and grades. A changed rule needs a new version. */
export const LEDGER_RULES = 'ledger/1';

/** Kinds with class probabilities, in list order; graded by log and Brier score. */
export const CLASS_KINDS = {
  next_regime: REGIMES,
  volatility: VOLATILITIES,
  funding: FUNDINGS,
  breadth: BREADTHS,
  drawdown: ['none', 'fall'],
  liquidation_risk: LIQUIDATION_RISKS,
} as const;
/** Kind with classes. */
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

/** All kinds. Grades: QLIKE for a volatility, mean pinball loss for quantiles, pinball loss and FZ0 for the tails of a reference book. */
export const LEDGER_KINDS = [...CLASS_KIND_NAMES, 'expected_volatility', 'day_quantiles', 'book_risk'] as const;
/** Kind of a forecast. */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Horizons of rows, in hours. */
export const LEDGER_HORIZONS = { '4h': 4, '24h': 24 } as const;
/** Horizon of a row. */
export type LedgerHorizon = keyof typeof LEDGER_HORIZONS;

/** Origins of rows, each with its own chain: recorded at publication, or computed later from bars. */
export const LEDGER_ORIGINS = ['live', 'backfilled'] as const;
/** Origin of a row. */
export type LedgerOrigin = (typeof LEDGER_ORIGINS)[number];

/** Minimum graded rows of a score; below it only the count is shown. */
export const LEAST_GRADED = 50;

/** Minimum rows of a calibration line, so that it does not reveal single forecasts of paid rows. */
export const LEAST_LINE = 10;
