/** Event risk: scheduled and current events that move markets. */

import { feature } from '../feature.ts';
import { refreshRisk } from '../shapes/risk-refresh.ts';
import { eventCalendar } from './calendar.ts';
import { eventPublication } from './publication.ts';
import { eventRegime } from './regime.ts';
import { eventScore } from './score.ts';
import { eventSymbol } from './symbol.ts';

export { eventRiskOf } from './calendar-of.ts';
export {
  EVENT_WINDOW,
  eventPublication,
  eventScoreRow,
  type EventHead,
  type EventScoreWire,
  type ListedUnlockEvent,
} from './publication.ts';
export { eventDerivation } from './rows.ts';
export const event = feature({
  publications: [eventPublication],
  operations: [eventRegime, eventScore, eventCalendar, eventSymbol, refreshRisk('event', eventPublication)],
  families: { event: 'Event risk: unlocks, macro prints, depegs and mints ahead or happening.' },
});
