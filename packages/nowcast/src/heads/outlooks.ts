/** Heads outside the model file for one hour and horizon, shared by the library, the command line and the host. */

import type { NowcastPoint } from '../nowcast/point.ts';
import { breadthOutlook, type Breadth } from './breadth.ts';
import { fundingOutlook } from './funding.ts';
import type { Horizon } from './horizon-heads.ts';
import { liquidationRiskOutlook, type LiquidationInputs } from './liquidation-risk.ts';
import { openInterestOutlook } from './open-interest.ts';
import { silent, type HeadsProvenance, type Outlook } from './outlook.ts';

/** Outlooks of every family with inputs of its own. */
export interface Outlooks {
  readonly liquidationRisk: Outlook;
  readonly funding: Outlook;
  readonly breadth: Outlook;
  readonly openInterest: Outlook;
}

/** Inputs known at the close of an hour; null without a source. */
export interface OutlookInputs {
  /** Funding as for {@link fundingOutlook}: fractions per hour, up to this hour. */
  readonly fundingRates: ArrayLike<number> | null;
  /** Open interest as for {@link openInterestOutlook}: levels in units of the coin, up to this hour. */
  readonly openInterest: ArrayLike<number> | null;
  /** Breadth of the market, also for a coin. */
  readonly breadth: Breadth | null;
  /** Inputs of {@link liquidationRiskOutlook}, USD. */
  readonly liquidations: Omit<LiquidationInputs, 'volatility'> | null;
}

/** Inputs when nothing is known. */
export const NO_INPUTS: OutlookInputs = Object.freeze({
  fundingRates: null,
  openInterest: null,
  breadth: null,
  liquidations: null,
});

const NO_LIQUIDATIONS = Object.freeze({ forced: null, depth: null, openInterest: null });

/**
 * Computes the outlooks of a published hour. An hour that may not be published has no outlooks, as it has no regime.
 *
 * @throws {UsageError} when a head refuses an input.
 * @example
 * const { breadth, funding } = outlooksOf(point, 'h24', { ...NO_INPUTS, breadth: { above: 20, of: 30 } });
 * breadth.probabilities?.map((p) => p.toFixed(2)); // → [ '0.54', '0.14', '0.31' ]
 * funding.provenance; // → { source: null, reason: 'no source of funding rates' }
 */
export function outlooksOf(point: NowcastPoint, horizon: Horizon, inputs: OutlookInputs): Outlooks {
  if (point.forecasts === null) {
    const nothing = silent('nothing is published of this hour');
    return { liquidationRisk: nothing, funding: nothing, breadth: nothing, openInterest: nothing };
  }
  const { fundingRates, openInterest, breadth, liquidations } = inputs;
  const volatility = point.volatility?.h48 ?? null;
  return {
    liquidationRisk: liquidationRiskOutlook({ volatility, ...(liquidations ?? NO_LIQUIDATIONS) }, horizon),
    funding: fundingRates === null ? silent('no source of funding rates') : fundingOutlook(fundingRates, horizon),
    breadth: breadth === null ? silent('no panel of perps') : breadthOutlook(breadth, horizon),
    openInterest:
      openInterest === null ? silent('no source of open interest') : openInterestOutlook(openInterest, horizon),
  };
}

/**
 * Returns the provenance of each outlook, as the `otherHeads` of `explain`.
 *
 * @example
 * const outlooks = outlooksOf(point, 'h24', { ...NO_INPUTS, breadth: { above: 20, of: 30 } });
 * provenancesOf(outlooks).breadth?.source; // → 'direct'
 */
export function provenancesOf(outlooks: Outlooks): HeadsProvenance {
  return Object.fromEntries(Object.entries(outlooks).map(([head, { provenance }]) => [head, provenance]));
}
