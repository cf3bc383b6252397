/** GET /event/regime/{symbol}: pending events of a coin. */

import { CATALYST_BIASES, symbolCatalysts, type Catalyst, type SymbolCatalysts } from '@barograph/stress/risk';
import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { tickerNamed, type Ticker } from '../coin-ticker.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedRisk, RISK_SOURCES, type RiskStamp } from '../shapes/risk.ts';
import { eventStamp, ofEvent, riskStampFields } from './answer.ts';
import { calendarOf } from './calendar-of.ts';
import { EVENT_WINDOW, eventPublication } from './publication.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { ShownCatalyst, type CatalystWire } from './rows.ts';

interface CoinEvents extends RiskStamp, Ticker {
  readonly rows: readonly CatalystWire[];
  readonly net: SymbolCatalysts;
}
const field = fieldsOf<CoinEvents>();
const reply = record('EventRegimeSymbol', {
  symbol: field.text('Ticker, upper case.', ({ ticker }) => ticker),
  catalysts: field.custom(
    Type.Array(ShownCatalyst, { description: `Pending within ${EVENT_WINDOW.usual} days, nearest first.` }),
    ({ rows }) => [...rows],
  ),
  count: field.integer('Rows in catalysts.', ({ rows }) => rows.length, { minimum: 0 }),
  net_bias: field.choice(
    CATALYST_BIASES,
    'Sign of the sum of signed magnitudes; neutral below 0.1; risk_flag where nothing but flags of risk is pending.',
    ({ net }) => net.netBias,
  ),
  net_magnitude: field.number('Size of that sum, at most 1.', ({ net }) => net.netMagnitude, {
    minimum: 0,
    maximum: 1,
  }),
  nearest_event_days: field.numberOrNull('Days to the nearest; null without any.', ({ net }) => net.nearestDays),
  pd_symbol: field.textOrNull('Perp that trades it; null only when no perp exists for the ticker.', ({ pdSymbol }) => pdSymbol), // prettier-ignore
  window_days: field.integer('Days ahead that are looked at.', () => EVENT_WINDOW.usual, { minimum: 1 }),
  ...riskStampFields,
});

/** Converts a calendar row to the engine's input. */
const catalystOf = (row: CatalystWire): Catalyst => ({ ...row, time: row.timestamp, daysUntil: row.days_until });

export const eventSymbol = operation('event.regime_symbol', {
  ...ofEvent,
  path: '/event/regime/{symbol}',
  dataset: 'catalysts_of_coin',
  ports: [RISK_SOURCES],
  pointInTime: true,
  summary: 'Catalysts of one coin within 7 days, and the side that they lean to.',
  description: `${ANY_SPELLING} A ticker without catalysts has none: nobody lists all tickers that exist. Unlocks of a smaller coin with the same ticker are left out.`,
  pathParameters: Type.Object({ symbol: Type.String({ minLength: 1, maxLength: 80, examples: ['BTC'] }) }),
  reply: withProvenance(reply.schema),
  answer: (context, { path: { symbol } }) => {
    const found = publishedRisk(context, 'event', eventPublication);
    if (!found.ok) return found;
    const view = found.value;
    const named = tickerNamed(new Set(view.head.perps), symbol);
    const rows = calendarOf(view.head, view.asOf, EVENT_WINDOW.usual).filter(
      ({ symbols, days_until: days, pd_symbol: perp }) =>
        days >= 0 && perp === named.pdSymbol && symbols.some((symbol) => symbol.toUpperCase() === named.ticker),
    );
    const ofTicker = rows.map((row) => catalystOf({ ...row, symbols: [named.ticker] }));
    const net = symbolCatalysts(ofTicker, named.ticker, EVENT_WINDOW.usual);
    return ok(value(provenanced(reply.encode({ ...eventStamp(view), ...named, rows, net }), view)));
  },
});
