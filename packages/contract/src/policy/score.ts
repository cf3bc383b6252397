/** GET /policy/regime/score: the composite and its parts. */

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
import { POLICY_WINDOW, policyPublication } from './publication.ts';
import { policyDerivation } from './rows.ts';

const field = fieldsOf<PolicyAnswer>();
const reply = record('PolicyScore', {
  ...policyCompositeFields,
  window_days: field.integer('Days ahead that decisions on rates count.', () => POLICY_WINDOW.usual, { minimum: 1 }),
  derivation: field.inner(policyDerivation, (answer) => answer),
  ...riskStampFields,
});

export const policyScore = operation('policy.regime_score', {
  ...ofPolicy,
  path: '/policy/regime/score',
  dataset: 'policy',
  summary: 'The composite of policy risk, its parts, and policy_tilt.',
  description: `Of the usual window of ${POLICY_WINDOW.usual} days. composite = sum of weights · sub_scores.`,
  ...answeredRisk('policy', policyPublication, reply, (view: PolicyView) =>
    reply.encode({
      ...policyStamp(view),
      head: view.head,
      risk: policyRiskOf(view.head, view.asOf, POLICY_WINDOW.usual),
    }),
  ),
});
