/** GET /security/regime/{symbol}: events of one coin. */

import { CATALYST_BIASES, type CatalystBias } from '@barograph/stress/risk';
import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { tickerNamed, type Ticker } from '../coin-ticker.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedRisk, RISK_SOURCES, riskStampFields, type RiskStamp } from '../shapes/risk.ts';
import { ofSecurity, securityStamp } from './answer.ts';
import { concerns } from './events.ts';
import { SECURITY_WINDOW, securityPublication } from './publication.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { securityEventRow, securityEvents, type SecurityEventWire } from './rows.ts';

interface CoinSecurity extends RiskStamp, Ticker {
  readonly events: readonly SecurityEventWire[];
}

function biasOf({ events }: CoinSecurity): CatalystBias {
  if (events.length === 0) return 'neutral';
  return events.some(({ type }) => type === 'hack') ? 'short' : 'risk_flag';
}

/** Maximum severity: 0 without events, null when all severities are unknown. */
function maxSeverity({ events }: CoinSecurity): number | null {
  const known = events.map(({ severity }) => severity).filter((severity) => severity !== null);
  return events.length > 0 && known.length === 0 ? null : Math.max(0, ...known);
}

const field = fieldsOf<CoinSecurity>();
const reply = record('SecurityRegimeSymbol', {
  symbol: field.text('Ticker, upper case.', ({ ticker }) => ticker),
  events: field.custom(
    Type.Array(securityEventRow.schema, {
      description: `Events of the last ${SECURITY_WINDOW.ofCoin} days that concern it, the newest first.`,
    }),
    ({ events }) => [...events],
  ),
  count: field.integer('Rows in events.', ({ events }) => events.length, { minimum: 0 }),
  bias: field.choice(
    CATALYST_BIASES,
    'short after a hack, risk_flag where there are depegs alone, neutral without events; never long.',
    biasOf,
  ),
  max_severity: field.numberOrNull('0 without events; null where the size of none is known.', maxSeverity, {
    minimum: 0,
    maximum: 1,
  }),
  pd_symbol: field.textOrNull('Perp that trades it; null only when no perp exists for the ticker.', ({ pdSymbol }) => pdSymbol), // prettier-ignore
  window_days: field.integer('Days back that are looked at.', () => SECURITY_WINDOW.ofCoin, { minimum: 1 }),
  ...riskStampFields,
});

export const securitySymbol = operation('security.regime_symbol', {
  ...ofSecurity,
  path: '/security/regime/{symbol}',
  dataset: 'security_of_coin',
  ports: [RISK_SOURCES],
  pointInTime: true,
  summary: 'Hacks and depegs that concern one coin.',
  description: `${ANY_SPELLING} A ticker without events has none: nobody lists all tickers that exist.`,
  pathParameters: Type.Object({ symbol: Type.String({ minLength: 1, maxLength: 80, examples: ['BTC'] }) }),
  reply: withProvenance(reply.schema),
  answer: (context, { path: { symbol } }) => {
    const found = publishedRisk(context, 'security', securityPublication);
    if (!found.ok) return found;
    const view = found.value;
    const named = tickerNamed(new Set(view.head.perps), symbol);
    const events = securityEvents(view.head, view.asOf, SECURITY_WINDOW.ofCoin).filter((event) =>
      concerns(event, named.ticker),
    );
    return ok(value(provenanced(reply.encode({ ...securityStamp(view), ...named, events }), view)));
  },
});
