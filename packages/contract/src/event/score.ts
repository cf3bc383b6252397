/** GET /event/regime/score: the composite and its parts. */

import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk, type RiskStamp } from '../shapes/risk.ts';
import { eventCompositeFields, eventStamp, ofEvent, riskStampFields, type EventView } from './answer.ts';
import { eventRiskOf } from './calendar-of.ts';
import { EVENT_WINDOW, eventPublication } from './publication.ts';
import { eventDerivation, type EventDerived } from './rows.ts';

type EventScore = EventDerived & RiskStamp;
const field = fieldsOf<EventScore>();
const reply = record('EventScore', {
  ...eventCompositeFields,
  window_days: field.integer('Days ahead that count.', () => EVENT_WINDOW.usual, { minimum: 1 }),
  derivation: field.inner(eventDerivation, (score) => score),
  ...riskStampFields,
});

export const eventScore = operation('event.regime_score', {
  ...ofEvent,
  path: '/event/regime/score',
  dataset: 'catalysts',
  summary: 'The composite of event risk, and the scores of its parts with their terms.',
  description: `Of the usual window of ${EVENT_WINDOW.usual} days. composite = sum of weights · sub_scores; sector_rotation and mints are outside it.`,
  ...answeredRisk('event', eventPublication, reply, (view: EventView) =>
    reply.encode({
      ...eventStamp(view),
      risk: eventRiskOf(view.head, view.asOf, EVENT_WINDOW.usual),
      stablecoins: view.head.stablecoins,
    }),
  ),
});
