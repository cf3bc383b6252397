/** Security stress: hacks, exchange outflows and depegs of the last days. */

import { feature } from '../feature.ts';
import { refreshRisk } from '../shapes/risk-refresh.ts';
import { securityEventList } from './events.ts';
import { securityPublication } from './publication.ts';
import { securityRegime } from './regime.ts';
import { securityScore } from './score.ts';
import { securitySymbol } from './symbol.ts';

export { securityStressOf } from './answer.ts';
export {
  SECURITY_WINDOW,
  securityPublication,
  securityScoreRow,
  type SecurityHead,
  type SecurityScoreWire,
} from './publication.ts';
export { securityDerivation } from './rows.ts';
export const security = feature({
  publications: [securityPublication],
  operations: [
    securityRegime,
    securityScore,
    securityEventList,
    securitySymbol,
    refreshRisk('security', securityPublication),
  ],
  families: { security: 'Security stress: hacks, flight from venues, and depegs of the last days.' },
});
