/** GET /perpdex/trade-flow/universe: taker flow of every perp over a window. */

import { err, ok } from '@barograph/core';
import { FLOW_WINDOWS, TAKER_FLOW_V1, universeFlow, type FlowWindow, type UniverseFlow } from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { flowWarming, sealedFlow, TRADE_FLOW, TRADE_FLOW_WARMING } from './flow-published.ts';
import { universeFlowRow } from './flow-row.ts';
import { NO_SOURCE } from './snapshot.ts';

const WINDOWS = ['15m', '1h', '4h'] as const satisfies readonly FlowWindow[];

interface Found {
  readonly flow: UniverseFlow;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Found>();

/** The answer. */
export const universeReply = record('TradeFlowUniverse', {
  window: field.choice(WINDOWS, 'As asked.', ({ flow }) => flow.window),
  window_minutes: field.integer('Its length, minutes.', ({ flow }) => flow.windowMinutes, {
    minimum: 15,
    maximum: 240,
  }),
  large_fill_usd: field.number('A fill of at least this notional is large, USD.', () => TAKER_FLOW_V1.largeFillUsd),
  as_of: field.moment('End of the last sealed minute.', ({ flow }) => flow.asOf),
  data: field.items(
    universeFlowRow,
    'Perps with fills in the watched minutes of the window, the largest notional first.',
    ({ flow }) => flow.rows,
  ),
  count: field.integer('Rows in data.', ({ flow }) => flow.rows.length, { minimum: 0 }),
  partial_minutes: field.integer(
    'Minutes of the window that were not watched from end to end; also when data is empty.',
    ({ flow }) => flow.partialMinutes,
    { minimum: 0 },
  ),
  data_source: sourceFields.data_source,
});
type Body = ValueBody<WireOf<typeof universeReply>>;
const kept = keptByView<Promise<Body | undefined>>();

export const tradeFlowUniverse = operation('perpdex.trade_flow_universe', {
  path: '/perpdex/trade-flow/universe',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'trade_flow_universe',
  summary: 'Taker flow of every perp with fills over 15 minutes, an hour or four.',
  query: Type.Object({
    window: Type.Enum([...WINDOWS], {
      type: 'string',
      default: '1h',
      description: 'Sealed minutes that are summed up.',
    }),
  }),
  reply: withProvenance(universeReply.schema),
  ports: [TRADE_FLOW],
  errors: [TRADE_FLOW_WARMING, NO_SOURCE],
  answer: async (context, { query }) => {
    const sealed = sealedFlow(context);
    if (!sealed.ok) return sealed;
    const { view } = sealed.value;
    const make = async (): Promise<Body | undefined> => {
      const minutes = await context.use(TRADE_FLOW).minutes(sealed.value.sealed, FLOW_WINDOWS[query.window]);
      const flow = universeFlow(minutes, query.window);
      if (flow === undefined) return undefined;
      const dataSource = view.provenance?.[0]?.kind ?? context.dataSource;
      return value(provenanced(universeReply.encode({ flow, dataSource }), view));
    };
    const body = await kept(view, query, () => query.window, make);
    return body === undefined ? err(flowWarming()) : ok(body);
  },
});
