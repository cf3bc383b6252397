/** GET /security/regime/score: the composite, its parts, and their derivation. */

import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk, riskStampFields } from '../shapes/risk.ts';
import {
  ofSecurity,
  securityCompositeFields,
  securityStamp,
  securityStressOf,
  type SecurityAnswer,
  type SecurityView,
} from './answer.ts';
import { SECURITY_WINDOW, securityPublication } from './publication.ts';
import { largestHackRow, securityDerivation } from './rows.ts';

const field = fieldsOf<SecurityAnswer>();
const reply = record('SecurityScore', {
  ...securityCompositeFields,
  largest_hack: field.innerOrNull(
    largestHackRow,
    'Hack of the window with the largest loss; null without one of known loss.',
    ({ stress }) => stress.largestHack,
  ),
  worst_flow_symbol: field.textOrNull(
    'Ticker with the largest unusual flow; null without a feed of flows.',
    ({ stress }) => stress.worstFlowSymbol,
  ),
  window_days: field.integer('Days back that count.', () => SECURITY_WINDOW.usual, { minimum: 1 }),
  derivation: field.inner(securityDerivation, ({ stress }) => stress),
  ...riskStampFields,
});

export const securityScore = operation('security.regime_score', {
  ...ofSecurity,
  path: '/security/regime/score',
  dataset: 'security',
  summary: 'The composite of security stress, its parts, the largest hack and the worst flow.',
  description: `Of the usual window of ${SECURITY_WINDOW.usual} days. composite = sum of weights · sub_scores.`,
  ...answeredRisk('security', securityPublication, reply, (view: SecurityView) =>
    reply.encode({
      ...securityStamp(view),
      stress: securityStressOf(view.head, view.asOf, SECURITY_WINDOW.usual),
    }),
  ),
});
