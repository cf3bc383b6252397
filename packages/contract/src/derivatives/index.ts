/** Derivatives: funding, open interest and accounts of perps, venue by venue and side by side. */

import { feature } from '../feature.ts';
import { allFundingRates } from './all-funding.ts';
import { cexaFundingRates } from './cexa-funding.ts';
import { cexaHistory } from './cexa-history.ts';
import { cexaOpenInterest } from './cexa-interest.ts';
import { cexaLongShort } from './cexa-accounts.ts';
import { cexaSummary } from './cexa-summary.ts';
import { derivativesFundingRates } from './funding-rates.ts';
import { derivativesOpenInterest } from './open-interest.ts';
import { perpdexHistory } from './perpdex-history.ts';
import { derivativesSummary } from './summary.ts';

export const derivatives = feature({
  operations: [
    cexaFundingRates,
    cexaOpenInterest,
    cexaLongShort,
    cexaSummary,
    cexaHistory,
    perpdexHistory,
    derivativesFundingRates,
    derivativesOpenInterest,
    derivativesSummary,
    allFundingRates,
  ],
  families: {
    derivatives: 'Derivatives across venues: funding, open interest and account ratios of perps.',
    'market-intelligence': 'Figures of all venues together.',
  },
});
