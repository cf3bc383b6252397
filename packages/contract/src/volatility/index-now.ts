/** GET /volatility/index: the realised volatility of the market. */

import { head } from '../shapes/head.ts';
import { FIRST_RELEASE } from '../version.ts';
import { volatilityEngine } from './engine.ts';
import { impliedPublication } from './implied-row.ts';
import { indexReply } from './index-row.ts';
import { withImplied } from './premium.ts';

export const volatilityIndex = head('volatility.index', {
  family: 'volatility',
  path: '/volatility/index',
  dataset: 'volatility',
  summary: 'The realised volatility of the market, and what it says.',
  description:
    'Garman–Klass volatility of 30 and of 7 days over all coins that are neither pegged nor stale, weighted by notional_30. composite_score ranks both among their last 365 days, beside the share of the market in vol_shock or expanding and the term ratio of BTC. majors sets realised 30-day close-to-close volatility beside the implied one; vrp is their difference.',
  of: volatilityEngine,
  beside: impliedPublication,
  resource: 'volatility rows',
  reply: indexReply,
  make: ({ head: { market, index, majors }, beside }) => ({ market, index, majors: withImplied(majors, beside) }),
  notes: [
    {
      date: FIRST_RELEASE,
      text: 'the answer also carries cvi_pctile_30, cvi_pctile_7, partial, config_version, as_of and data_source',
    },
  ],
});
