/** Strategies of the catalogue as code, and the groups that bars, funding and open interest do not carry. */

import type { StrategyGroupSlug } from '@barograph/catalogue';
import { ACROSS } from './rules/across.ts';
import { AVERAGES } from './rules/averages.ts';
import { BREAKOUTS } from './rules/breakout.ts';
import { DERIVATIVES } from './rules/derivatives.ts';
import { HOURLY } from './rules/hours.ts';
import { REVERSION } from './rules/reversion.ts';
import { TREND } from './rules/trend.ts';
import type { Rule } from './rule.ts';

/** Each by the text of its entry. */
export const RULES: readonly Rule[] = [
  ...TREND,
  ...AVERAGES,
  ...BREAKOUTS,
  ...ACROSS,
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
