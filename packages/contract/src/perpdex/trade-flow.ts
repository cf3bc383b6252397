/** GET /perpdex/trade-flow: taker flow of one perp by minute. */

import { err, MINUTE_MS, ok, symbolIndex } from '@barograph/core';
import {
  cumulativeDelta,
  flowCoverage,
  TAKER_FLOW_V1,
  takerRows,
  type SealedMinute,
  type TakerRow,
} from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { ANY_SPELLING, type DataSource } from '../parameters.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { flowWarming, sealedFlow, TRADE_FLOW, TRADE_FLOW_WARMING, type SealedFlow } from './flow-published.ts';
import { UNKNOWN_COIN, unlisted } from '../unknown-coin.ts';
import { flowRow } from './flow-row.ts';
import { perpsPublication } from './publication.ts';
import { NO_SOURCE, published } from './snapshot.ts';

/** Minutes behind the coverage. */
const COVERAGE_MINUTES = 60;

/** Current state of the trade stream. */
interface StreamNow {
  readonly connectedSince: number | null;
  /** Percent. */
  readonly coverage: number;
}
const now = fieldsOf<StreamNow>();
const stream = record(
  null,
  {
    connected: now.flag('Whether the stream of trades was up.', ({ connectedSince }) => connectedSince !== null),
    connected_since: now.momentOrNull('Since when; null while it is not.', ({ connectedSince }) => connectedSince),
    coverage_pct: now.number(
      'Share of the last 60 minutes that was watched from end to end, percent; whatever minutes asks.',
      ({ coverage }) => coverage,
      { minimum: 0, maximum: 100 },
    ),
  },
  'The stream of trades when the last minute was sealed.',
);

/** The flow of one coin. */
interface Found {
  readonly coin: string;
  /** As requested. */
  readonly minutes: number;
  readonly rows: readonly TakerRow[];
  readonly end: number;
  readonly stream: StreamNow;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Found>();

/** The answer. */
export const tradeFlowReply = record('TradeFlow', {
  coin: field.text('The perp, as its venue names it.', ({ coin }) => coin),
  minutes: field.integer('As asked.', ({ minutes }) => minutes, { minimum: 1, maximum: 1440 }),
  bucket: field.custom(Type.Literal('1m', { description: 'Length of a row.' }), () => '1m' as const),
  large_fill_usd: field.number('A fill of at least this notional is large, USD.', () => TAKER_FLOW_V1.largeFillUsd),
  window_start: field.moment('Start of the first row.', ({ rows }) => rows[0]!.time),
  window_end: field.moment('End of the last row, exclusive; the open minute is never in it.', ({ end }) => end),
  stream: field.inner(stream, (found) => found.stream),
  data: field.items(flowRow, 'A row for each minute, newest last.', ({ rows }) => {
    const { delta } = cumulativeDelta(rows);
    return rows.map((row, i) => ({ row, delta: delta[i]! }));
  }),
  count: field.integer('Rows in data: fewer than minutes while the service is younger.', ({ rows }) => rows.length, {
    minimum: 0,
  }),
  partial_minutes: field.integer(
    'Partial rows in data; they add nothing to cvd_usd.',
    ({ rows }) => rows.filter(({ partial }) => partial).length,
    { minimum: 0 },
  ),
  data_source: sourceFields.data_source,
});
type Body = ValueBody<WireOf<typeof tradeFlowReply>>;
const kept = keptByView<Promise<Body | undefined>>();

export const tradeFlow = operation('perpdex.trade_flow', {
  path: '/perpdex/trade-flow',
  pointInTime: true,
  family: 'perpdex',
  dataset: 'trade_flow',
  summary: 'Taker flow of one perp by the minute: buys and sells of aggressors, and which minutes were watched.',
  description:
    'A minute is sealed 5 s after its end and never changes again. partial says that the stream of trades was down in a ' +
    'part of it: its notionals are null. A watched minute without fills is 0.',
  query: Type.Object({
    coin: Type.String({
      default: 'BTC',
      minLength: 1,
      description: `${ANY_SPELLING} But kPEPE and its like only with the first letter in any case.`,
    }),
    minutes: Type.Integer({ minimum: 1, maximum: 1440, default: 60, description: 'Newest sealed minutes.' }),
  }),
  reply: withProvenance(tradeFlowReply.schema),
  ports: [TRADE_FLOW],
  errors: [{ code: 'unknown_coin', status: 404, when: UNKNOWN_COIN.when }, TRADE_FLOW_WARMING, WARMING_UP, NO_SOURCE],
  answer: async (context, { query }) => {
    const flow = sealedFlow(context);
    if (!flow.ok) return flow;
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const coins = symbolIndex(perps.value.records.map((record) => record.value.coin));
    const coin = coins.find(query.coin, 'cased');
    if (coin === undefined) return err(unlisted([query.coin], coins.suggest(query.coin), 404));
    const { view } = flow.value;
    const make = async (): Promise<Body | undefined> => {
      const { sealed } = flow.value;
      const count = Math.max(query.minutes, COVERAGE_MINUTES);
      const minutes = await context.use(TRADE_FLOW).minutes(sealed, count, coin);
      if (minutes.length === 0) return undefined;
      const dataSource = view.provenance?.[0]?.kind ?? context.dataSource;
      const found = foundOf(flow.value, minutes, { coin, minutes: query.minutes, dataSource });
      return value(provenanced(tradeFlowReply.encode(found), view));
    };
    const body = await kept(view, query, () => `${query.minutes} ${coin}`, make);
    return body === undefined ? err(flowWarming()) : ok(body);
  },
});

function foundOf(
  { view, sealed }: SealedFlow,
  minutes: readonly SealedMinute[],
  request: Pick<Found, 'coin' | 'minutes' | 'dataSource'>,
): Found {
  return {
    ...request,
    rows: takerRows(minutes, request.coin, request.minutes),
    end: sealed + MINUTE_MS,
    stream: {
      connectedSince: view.head.connectedSince,
      coverage: flowCoverage(minutes, COVERAGE_MINUTES),
    },
  };
}
