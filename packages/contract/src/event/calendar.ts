/** GET /event/calendar: dated catalysts, by type, coin, side and size. */

import { CATALYST_BIASES, CATALYST_TYPES, type CatalystBias, type CatalystType } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { tickerNamed } from '../coin-ticker.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk, type RiskStamp } from '../shapes/risk.ts';
import { eventStamp, eventWindow, ofEvent, riskStampFields, type EventView } from './answer.ts';
import { calendarOf, filteredCalendar, limitedCatalyst } from './calendar-of.ts';
import { EVENT_WINDOW, eventPublication } from './publication.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { ShownCatalyst, type ShownCatalystWire } from './rows.ts';

interface Calendar extends RiskStamp {
  readonly rows: readonly ShownCatalystWire[];
  readonly total: number;
  readonly windowDays: number;
}
interface CalendarQuery {
  readonly type?: CatalystType;
  readonly window_days: number;
  readonly symbol?: string;
  readonly bias?: CatalystBias;
  readonly min_magnitude: number;
}
const field = fieldsOf<Calendar>();
const reply = record('EventCalendar', {
  items: field.custom(
    Type.Array(ShownCatalyst, {
      description: 'Nearest first; mints of the last week stand before now. No unlock or release of the past.',
    }),
    ({ rows }) => [...rows],
  ),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  total: field.integer('Rows of the window before the other filters.', ({ total }) => total, { minimum: 0 }),
  window_days: field.integer('Days ahead, as asked.', ({ windowDays }) => windowDays, { minimum: 1 }),
  ...riskStampFields,
});

export const eventCalendar = operation('event.calendar', {
  ...ofEvent,
  path: '/event/calendar',
  dataset: 'catalysts',
  parts: { unlocks: 'unlocks' },
  summary: 'Dated catalysts: unlocks, macro prints, depegs and mints.',
  description:
    'Filters are joined by and. A row whose magnitude is not known passes min_magnitude 0 alone. A symbol keeps rows that name it: what is about all coins has no symbols. A key of tier free sees neither name nor timestamp of an unlock beyond the days of supply/unlocks.',
  query: Type.Object({
    type: Type.Optional(Type.Enum([...CATALYST_TYPES], { type: 'string' })),
    window_days: eventWindow(EVENT_WINDOW.most),
    symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: `A ticker. ${ANY_SPELLING}` })),
    bias: Type.Optional(Type.Enum([...CATALYST_BIASES], { type: 'string' })),
    min_magnitude: Type.Number({ minimum: 0, maximum: 1, default: 0 }),
  }),
  ...answeredRisk('event', eventPublication, reply, (view: EventView, query: CalendarQuery, sees) => {
    const { type, bias, symbol, window_days: windowDays, min_magnitude: least } = query;
    const { asOf, head } = view;
    const rows = calendarOf(head, asOf, windowDays);
    const ticker = symbol === undefined ? undefined : tickerNamed(new Set(head.perps), symbol).ticker;
    const passing = filteredCalendar(rows, { type, bias, ticker, least });
    const shown = sees('unlocks') ? passing : passing.map((row) => limitedCatalyst(row, asOf));
    return reply.encode({ ...eventStamp(view), rows: shown, total: rows.length, windowDays });
  }),
});
