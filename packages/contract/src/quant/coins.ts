/** GET /quant/coins: the regime of every perp. */

import { err, ok } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { ORDERS } from '../parameters.ts';
import { keptByView } from '../shapes/kept.ts';
import { bySymbol, byValue } from '../shapes/order.ts';
import { pageFields, type Found } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { FIRST_RELEASE } from '../version.ts';
import { AnyHorizonParameter, QUANT_HORIZONS, type QuantHorizon } from './classes.ts';
import { directedCoin, quantCoinRow, type QuantCoinRowWire } from './coin-row.ts';
import { needsModel, type QuantView } from './needs-model.ts';
import { quantPublication, type QuantHead } from './publication.ts';
import { modelField } from './stamp.ts';

const SORTS = ['oi', 'confidence', 'symbol', 'p_up'] as const;
const VALUES: Readonly<Record<(typeof SORTS)[number], 'symbol' | ((row: QuantCoinRowWire) => number | null)>> = {
  oi: (row) => row.oi_usd ?? null,
  confidence: (row) => row.confidence,
  symbol: 'symbol',
  p_up: (row) => row.p_direction_up,
};

const QUERY = Type.Object({
  horizon: AnyHorizonParameter,
  regime: Type.Optional(Type.Enum([...REGIMES], { type: 'string', description: 'Perps with this label only.' })),
  sort: Type.Enum([...SORTS], { type: 'string', default: 'oi', description: 'What the rows are sorted by.' }),
  order: Type.Enum([...ORDERS], { type: 'string', default: 'desc', description: 'Direction of the sort.' }),
  limit: Type.Integer({ minimum: 1, maximum: 300, default: 250, description: 'Most rows.' }),
});
/** Query of the list. */
export type QuantCoinsQuery = Static<typeof QUERY>;

/** List before encoding. */
interface CoinsFound extends Found<QuantCoinRowWire, QuantHead> {
  readonly items: readonly QuantCoinRowWire[];
  readonly horizon: QuantHorizon;
}
const page = pageFields<QuantCoinRowWire, QuantHead>(SORTS, 'no regime now');
const field = fieldsOf<CoinsFound>();
/** The answer. */
export const quantCoins = record('QuantCoins', {
  items: {
    schema: Type.Array(quantCoinRow.schema, { description: 'The rows of the page, in order.' }),
    read: ({ items }: CoinsFound) => [...items],
  },
  count: page.count,
  total: page.total,
  universe_size: page.universe_size,
  horizon: field.choice(QUANT_HORIZONS, 'How far ahead the forecasts look.', (found) => found.horizon),
  limit: page.limit,
  sort: field.choice(SORTS, 'What the rows are sorted by.', ({ query }) => SORTS.find((sort) => sort === query.sort)!),
  order: page.order,
  warming: page.warming,
  ...within(({ head }: CoinsFound) => head, modelField),
  as_of: page.as_of,
  data_source: page.data_source,
  source: page.source,
});
/** The answer on the wire. */
export type QuantCoinsWire = WireOf<typeof quantCoins>;

/** Filters and sorts the rows: missing values last in both orders, ties by symbol. */
export function selectCoins(
  rows: readonly QuantCoinRowWire[],
  { regime, sort, order }: Pick<QuantCoinsQuery, 'regime' | 'sort' | 'order'>,
): readonly QuantCoinRowWire[] {
  const by = VALUES[sort];
  const compare = by === 'symbol' ? bySymbol<QuantCoinRowWire>(order) : byValue<QuantCoinRowWire>(order, by);
  return rows.filter((row) => regime === undefined || row.regime === regime).sort(compare);
}

function coinsOf(view: QuantView, query: QuantCoinsQuery): ValueBody<QuantCoinsWire> {
  const { horizon = '24h', limit } = query;
  const rows = view.records.flatMap(({ value: record }) => {
    const coin = directedCoin(record, horizon);
    return coin === undefined ? [] : [quantCoinRow.encode(coin)];
  });
  const passing = selectCoins(rows, query);
  const items = passing.slice(0, limit);
  const wire = quantCoins.encode({
    ...view,
    items,
    passing,
    horizon,
    count: items.length,
    total: passing.length,
    universeSize: rows.length,
    query: { ...query, offset: 0 },
  });
  return value(provenanced(wire, view));
}

const kept = keptByView<ValueBody<QuantCoinsWire>>();
export const quantCoinsList = needsModel(
  operation('quant.coins', {
    path: '/quant/coins',
    pointInTime: true,
    family: 'quant',
    dataset: 'quant',
    summary: 'The regime of every perp.',
    description:
      'At a horizon of 24h when none is sent. Rows without the sort value stand last in both orders, ties by symbol. warming names the perps without a regime.',
    query: QUERY,
    reply: withProvenance(quantCoins.schema),
    errors: [WARMING_UP],
    notes: [
      { date: FIRST_RELEASE, text: 'oi_usd is left out where there is no source of open interest' },
      {
        date: '2026-11-28',
        text: 'p_direction_up is null where direction_status is unavailable, which is so of every coin since direction_evidence/2, so that sort=p_up sorts by symbol',
      },
    ],
    answer: (context, { query }) => {
      const view = context.latest(quantPublication);
      if (view === undefined) return err(warmingUp(context, quantPublication, 'nowcasts'));
      return ok(
        kept(
          view,
          query,
          () => JSON.stringify(query),
          () => coinsOf(view, query),
        ),
      );
    },
  }),
);
