/** Strategies of the catalogue as code, and the groups that need more than bars, funding and open interest. */

import type { StrategyGroupSlug } from '@barograph/catalogue';
import { ACROSS } from './rules/across.ts';
import { AVERAGES } from './rules/averages.ts';
import { BREAKOUTS } from './rules/breakout.ts';
import { DERIVATIVES } from './rules/derivatives.ts';
import { HOURLY } from './rules/hours.ts';
import { REVERSION } from './rules/reversion.ts';
import { TREND } from './rules/trend.ts';
import { WEIGHTS } from './rules/weights.ts';
import type { Rule } from './rule.ts';

/**
 * Each follows the text of its entry, with these simplifications for bars: an order that a text works through minutes or hours
 * fills at the next open (the fear and greed reading of midnight likewise, not at noon); a universe of many perps is the ten
 * largest of the simulator; bills pay 4 % a year; the portfolio beneath the target of risk is half bitcoin, half ether.
 */
export const RULES: readonly Rule[] = [
  ...TREND,
  ...AVERAGES,
  ...BREAKOUTS,
  ...ACROSS,
  ...WEIGHTS,
  ...REVERSION,
  ...DERIVATIVES,
  ...HOURLY,
];

/** Groups without a rule, each with the reason. */
export const NOT_RUN: Readonly<Partial<Record<StrategyGroupSlug, string>>> = {
  'basis-term-structure': 'needs prices of dated futures, which the simulator does not make',
  'venue-arbitrage': 'needs books or prices of several venues at one moment; one rule needs a regional pair',
  'options-volatility': 'needs chains of options',
  execution: 'works a given order against the touch within minutes: it has no position of its own, and bars no touch',
};
