/** GET /market-intelligence/etf/{asset}/flows: daily net flows of spot ETFs. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { ETF_SOURCES, etfPublication, type EtfFlowsWire } from './publication.ts';
import { ETF_ASSETS, ETF_IMPORT, etfDayRow } from './row.ts';

interface Flows extends EtfFlowsWire {
  readonly asOf: number;
}
const field = fieldsOf<Flows>();
const reported = ({ flows }: EtfFlowsWire): readonly number[] =>
  flows.flatMap(({ net_flow_usd: usd }) => (usd === null ? [] : [usd]));

const reply = record('EtfFlows', {
  asset: field.choice(ETF_ASSETS, 'The coin.', ({ asset }) => asset),
  flows: field.custom(
    Type.Array(etfDayRow.schema, {
      description:
        'Trading days that anything is known of, oldest first; weekends, holidays and missing days are left out.',
    }),
    ({ flows }) => [...flows],
  ),
  count: field.integer('Rows in flows.', ({ flows }) => flows.length, { minimum: 0 }),
  reported: field.integer('Days among them that a fund has reported.', (all) => reported(all).length, { minimum: 0 }),
  total_usd: field.numberOrNull('Sum of the reported days, USD; null without any.', (all) => {
    const days = reported(all);
    return days.length === 0 ? null : days.reduce((sum, usd) => sum + usd, 0);
  }),
  last_reported: field.textOrNull(
    'The newest reported day, YYYY-MM-DD; null without any.',
    ({ flows }) => flows.findLast(({ net_flow_usd: usd }) => usd !== null)?.date ?? null,
  ),
  as_of: field.moment('When this was looked at.', ({ asOf }) => asOf),
});
const kept = keptByView<ValueBody<WireOf<typeof reply>>>();

export const etfFlows = operation('market_intelligence.etf_flows', {
  path: '/market-intelligence/etf/{asset}/flows',
  pointInTime: true,
  family: 'market-intelligence',
  dataset: 'etf_flows',
  summary: 'Daily net flows of the spot ETFs of a coin.',
  description:
    'A day that no fund has reported yet is null, and a day without any row is missing: neither is 0. Funds report through the evening of New York and correct themselves later; a correction is a new revision, and as_of answers with what was known then. A coin that nothing is known of is 503, and is not sold.',
  pathParameters: Type.Object({
    asset: Type.Enum([...ETF_ASSETS], { type: 'string', description: 'btc, eth or sol.', examples: ['btc'] }),
  }),
  reply: withSource(reply.schema),
  ports: [ETF_SOURCES],
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context, { path }) => {
    const view = context.latest(etfPublication);
    if (view === undefined && context.use(ETF_SOURCES).hasFlows)
      return err(warmingUp(context, etfPublication, 'flows'));
    const found = view?.records.find((record) => record.value.asset === path.asset)?.value;
    if (view === undefined || found === undefined) return err(noSource(`flows of ${path.asset} ETFs`));
    const make = () => {
      const wire = sourced(reply.encode({ ...found, asOf: view.asOf }), view, 'etfFlows');
      const isImported = found.flows.every(({ source }) => source === ETF_IMPORT);
      return value(isImported ? { ...wire, data_source: 'files' } : wire);
    };
    return ok(kept(view, path, () => path.asset, make));
  },
});
