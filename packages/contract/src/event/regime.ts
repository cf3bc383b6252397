/** GET /event/regime: event risk and the calendar of the days ahead. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk } from '../shapes/risk.ts';
import { eventCompositeFields, eventStamp, eventWindow, ofEvent, riskStampFields, type EventView } from './answer.ts';
import { calendarOf, eventRiskOf, limitedCatalyst } from './calendar-of.ts';
import { EVENT_WINDOW, eventPublication } from './publication.ts';
import {
  eventDerivation,
  sectorRotationRow,
  ShownCatalyst,
  type EventDerived,
  type ShownCatalystWire,
} from './rows.ts';
import type { SectorRotation } from '@barograph/stress/risk';
import type { RiskStamp } from '../shapes/risk.ts';

interface EventAnswer extends EventDerived, RiskStamp {
  readonly windowDays: number;
  readonly calendar: readonly ShownCatalystWire[];
  readonly rotation: SectorRotation | null;
}
const field = fieldsOf<EventAnswer>();
const reply = record('EventRegime', {
  ...eventCompositeFields,
  window_days: field.integer('Days ahead that count, as asked.', ({ windowDays }) => windowDays, {
    minimum: 1,
    maximum: EVENT_WINDOW.most,
  }),
  calendar: field.custom(
    Type.Array(ShownCatalyst, {
      description: 'Nearest first; releases of the last day and mints of the last week stand before now.',
    }),
    ({ calendar }) => [...calendar],
  ),
  sector_rotation: field.innerOrNull(
    sectorRotationRow,
    'Which sectors of coins gained on the market: live-only, outside the composite; null without a table of coins.',
    ({ rotation }) => rotation,
  ),
  derivation: field.inner(eventDerivation, (answer) => answer),
  ...riskStampFields,
});

export const eventRegime = operation('event.regime', {
  ...ofEvent,
  path: '/event/regime',
  dataset: 'catalysts',
  parts: { unlocks: 'unlocks' },
  summary: 'Event risk, and the calendar of unlocks, macro prints, depegs and mints.',
  description:
    'The window bounds unlocks and prints ahead, so that the composite depends on it. A feed that answered nothing scores 0; one that did not answer is left out, and partial says so. derivation has the terms of each score. A key of tier free sees neither name, timestamp nor term of an unlock beyond the days of supply/unlocks.',
  query: Type.Object({ window_days: eventWindow(EVENT_WINDOW.usual) }),
  ...answeredRisk(
    'event',
    eventPublication,
    reply,
    (view: EventView, { window_days: windowDays }: { window_days: number }, sees) => {
      const { asOf, head } = view;
      const isLimited = !sees('unlocks');
      const calendar = calendarOf(head, asOf, windowDays);
      return reply.encode({
        ...eventStamp(view),
        risk: eventRiskOf(head, asOf, windowDays),
        stablecoins: head.stablecoins,
        windowDays,
        calendar: isLimited ? calendar.map((row) => limitedCatalyst(row, asOf)) : calendar,
        isLimited,
        rotation: head.rotation,
      });
    },
  ),
});
