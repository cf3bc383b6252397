/** Risk of a book from a panel: the same for the service, the command and the library. */

import {
  bookRisk,
  hedgeBook,
  sizeBook,
  stressBook,
  type BookRisk,
  type Hedges,
  type RiskConfig,
  type RiskPanel,
  type SizedBook,
  type StressResult,
  type VolatilitySource,
} from '@barograph/risk';
import { oneOf } from '@barograph/core';
import { QUANT_HORIZONS } from '../quant/classes.ts';
import { bookOf, HORIZON_NAMES, type RiskRequest } from './request.ts';

/** Complete answer. */
export interface RiskReport {
  readonly horizon: '4h' | '24h';
  readonly source: VolatilitySource;
  readonly risk: BookRisk;
  readonly stress: readonly StressResult[];
  /** null without a requested hedge. */
  readonly hedge: Hedges | null;
  /** null without a requested target. */
  readonly size: SizedBook | null;
}

/**
 * Computes the risk of a book.
 *
 * @param funding rate that a long pays per hour, by coin.
 * @throws {UsageError} when the horizon differs from the panel's, and as `bookOf`, `bookRisk`, `hedgeBook` and `sizeBook`.
 * @example
 * riskReport(panel, { positions: [{ coin: 'BTC', side: 'long', notional_usd: 10_000 }] }, new Map()).risk.tails;
 */
export function riskReport(
  panel: RiskPanel,
  request: RiskRequest,
  funding: ReadonlyMap<string, number>,
  config?: RiskConfig,
): RiskReport {
  const { seed, unknown, hedge, target_usd: target } = request;
  const horizon = oneOf('horizon', request.horizon ?? '24h', QUANT_HORIZONS);
  const book = bookOf(request, funding);
  const options = { horizon: HORIZON_NAMES[horizon], seed, unknown, config };
  return {
    horizon,
    source: panel.source,
    risk: bookRisk(panel, book, options),
    stress: stressBook(panel, book, options),
    hedge:
      hedge === undefined
        ? null
        : hedgeBook(panel, book, { ...options, reduction: hedge, funding: Object.fromEntries(funding) }),
    size: target === undefined ? null : sizeBook(panel, book, { ...options, target }),
  };
}
