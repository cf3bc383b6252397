/** GET /security/regime: hacks and depegs of the last days, and the resulting stress. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { nullable } from '../scalar.ts';
import type { ListedHeadline } from '../shapes/headline.ts';
import { answeredRisk, riskStampFields } from '../shapes/risk.ts';
import {
  ofSecurity,
  securityCompositeFields,
  securityStamp,
  securityStressOf,
  securityWindow,
  type SecurityAnswer,
  type SecurityView,
} from './answer.ts';
import { SECURITY_WINDOW, securityPublication } from './publication.ts';
import {
  securityDerivation,
  securityEventRow,
  securityEvents,
  securityHeadlineRow,
  type SecurityEventWire,
} from './rows.ts';

interface Regime extends SecurityAnswer {
  readonly windowDays: number;
  readonly events: readonly SecurityEventWire[];
  readonly headlines: readonly ListedHeadline[] | null;
}
const field = fieldsOf<Regime>();
const rows = (description: string, type: SecurityEventWire['type']) =>
  field.custom(Type.Array(securityEventRow.schema, { description }), ({ events }) =>
    events.filter((event) => event.type === type),
  );
const reply = record('SecurityRegime', {
  ...securityCompositeFields,
  window_days: field.integer('Days back, as asked.', ({ windowDays }) => windowDays, {
    minimum: 1,
    maximum: SECURITY_WINDOW.most,
  }),
  hacks: rows('Hacks that became known in the window, the newest first.', 'hack'),
  depegs: rows('Depegs that last or ended in the window, the newest first.', 'depeg'),
  security_headlines: field.custom(
    nullable(
      Type.Array(securityHeadlineRow.schema),
      'Headlines of the last 72 hours, the newest first: live-only, outside the composite; null without a feed of headlines.',
    ),
    ({ headlines }) => headlines?.map(securityHeadlineRow.encode) ?? null,
  ),
  derivation: field.inner(securityDerivation, ({ stress }) => stress),
  ...riskStampFields,
});

export const securityRegime = operation('security.regime', {
  ...ofSecurity,
  path: '/security/regime',
  dataset: 'security',
  summary: 'Security stress, with the hacks and depegs of the last days.',
  description:
    'A feed that answered nothing scores 0; one that did not answer is left out, and partial says so. derivation has the terms of each score.',
  query: Type.Object({ window_days: securityWindow }),
  ...answeredRisk(
    'security',
    securityPublication,
    reply,
    (view: SecurityView, { window_days: windowDays }: { window_days: number }) =>
      reply.encode({
        ...securityStamp(view),
        stress: securityStressOf(view.head, view.asOf, windowDays),
        windowDays,
        events: securityEvents(view.head, view.asOf, windowDays),
        headlines: view.head.headlines,
      }),
  ),
});
