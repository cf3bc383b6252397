/** Policy risk: regulators and central banks, with the moves of rates, dollar and gold. */

import { feature } from '../feature.ts';
import { refreshRisk } from '../shapes/risk-refresh.ts';
import { policyHeadlines } from './headlines.ts';
import { policyPublication } from './publication.ts';
import { policyRegime } from './regime.ts';
import { policyScore } from './score.ts';

export { policyRiskOf } from './answer.ts';
export {
  POLICY_WINDOW,
  policyPublication,
  policyScoreRow,
  type PolicyHead,
  type PolicyScoreWire,
} from './publication.ts';
export { policyDerivation } from './rows.ts';
export const policy = feature({
  publications: [policyPublication],
  operations: [policyRegime, policyScore, policyHeadlines, refreshRisk('policy', policyPublication)],
  families: { policy: 'Policy risk: media volume, moves across assets, decisions on rates, headlines.' },
});
