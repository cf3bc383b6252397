/** GET /policy/regime: policy risk, its tilt, and rate decisions ahead. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk, riskStampFields } from '../shapes/risk.ts';
import {
  ofPolicy,
  policyCompositeFields,
  policyRiskOf,
  policyStamp,
  type PolicyAnswer,
  type PolicyView,
} from './answer.ts';
import { liveHeadlines, policyHeadlinesRow } from './headlines-of.ts';
import { POLICY_WINDOW, policyPublication } from './publication.ts';
import { policyDerivation, rateCatalystRow, ratesOf } from './rows.ts';

interface Regime extends PolicyAnswer {
  readonly windowDays: number;
}
const field = fieldsOf<Regime>();
const reply = record('PolicyRegime', {
  ...policyCompositeFields,
  policy_headlines: field.innerOrNull(
    policyHeadlinesRow,
    'What the headlines of the last 72 hours amount to: live-only, outside the composite; null without a feed of headlines.',
    ({ head, asOf }) => liveHeadlines(head.headlines, asOf),
  ),
  rate_catalysts: field.items(
    rateCatalystRow,
    'Decisions on rates within the window, nearest first.',
    (regime) => ratesOf(regime) ?? [],
  ),
  window_days: field.integer('Days ahead that decisions on rates count, as asked.', ({ windowDays }) => windowDays, {
    minimum: 1,
    maximum: POLICY_WINDOW.most,
  }),
  derivation: field.inner(policyDerivation, (regime) => regime),
  ...riskStampFields,
});

export const policyRegime = operation('policy.regime', {
  ...ofPolicy,
  path: '/policy/regime',
  dataset: 'policy',
  summary: 'Policy risk, policy_tilt, and decisions on rates ahead.',
  description:
    'The window bounds decisions on rates, so that the composite depends on it. A feed that did not answer is left out, and partial says so. derivation has the terms of each score.',
  query: Type.Object({
    window_days: Type.Integer({
      minimum: 1,
      maximum: POLICY_WINDOW.most,
      default: POLICY_WINDOW.usual,
      description: 'Days ahead of rate_catalysts.',
    }),
  }),
  ...answeredRisk(
    'policy',
    policyPublication,
    reply,
    (view: PolicyView, { window_days: windowDays }: { window_days: number }) =>
      reply.encode({
        ...policyStamp(view),
        head: view.head,
        risk: policyRiskOf(view.head, view.asOf, windowDays),
        windowDays,
      }),
  ),
});
