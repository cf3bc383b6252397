/** GET /security/events: hacks and depegs, by type, coin and severity. */

import { Type } from 'typebox';
import { tickerNamed } from '../coin-ticker.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answeredRisk, riskStampFields, type RiskStamp } from '../shapes/risk.ts';
import { ofSecurity, securityStamp, securityWindow, type SecurityView } from './answer.ts';
import { securityPublication } from './publication.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { SECURITY_EVENTS, securityEventRow, securityEvents, type SecurityEventWire } from './rows.ts';

interface Events extends RiskStamp {
  readonly rows: readonly SecurityEventWire[];
  readonly total: number;
  readonly windowDays: number;
}
interface EventsQuery {
  readonly type?: (typeof SECURITY_EVENTS)[number];
  readonly window_days: number;
  readonly symbol?: string;
  readonly min_severity: number;
}
const field = fieldsOf<Events>();
const reply = record('SecurityEvents', {
  items: field.custom(Type.Array(securityEventRow.schema, { description: 'The newest first.' }), ({ rows }) => [
    ...rows,
  ]),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  total: field.integer('Rows of the window before the other filters.', ({ total }) => total, { minimum: 0 }),
  window_days: field.integer('Days back, as asked.', ({ windowDays }) => windowDays, { minimum: 1 }),
  ...riskStampFields,
});

/** Whether an event names a ticker. */
export const concerns = ({ symbols }: SecurityEventWire, ticker: string): boolean =>
  symbols.some((symbol) => symbol.toUpperCase() === ticker);

export const securityEventList = operation('security.events', {
  ...ofSecurity,
  path: '/security/events',
  dataset: 'security',
  summary: 'Hacks and depegs of the last days.',
  description: 'Filters are joined by and. An event whose severity is not known passes min_severity 0 alone.',
  query: Type.Object({
    type: Type.Optional(Type.Enum([...SECURITY_EVENTS], { type: 'string' })),
    window_days: securityWindow,
    symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: `A ticker. ${ANY_SPELLING}` })),
    min_severity: Type.Number({ minimum: 0, maximum: 1, default: 0 }),
  }),
  ...answeredRisk('security', securityPublication, reply, (view: SecurityView, query: EventsQuery) => {
    const { type, symbol, window_days: windowDays, min_severity: least } = query;
    const { asOf, head } = view;
    const events = securityEvents(head, asOf, windowDays);
    const ticker = symbol === undefined ? undefined : tickerNamed(new Set(head.perps), symbol).ticker;
    const rows = events.filter(
      (event) =>
        (type === undefined || event.type === type) &&
        (ticker === undefined || concerns(event, ticker)) &&
        (least <= 0 || (event.severity ?? -1) >= least),
    );
    return reply.encode({ ...securityStamp(view), rows, total: events.length, windowDays });
  }),
});
