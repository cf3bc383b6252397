/** GET /indicators/signum-rgg/{symbol}: one coin with its colour history. */

import { MINUTE_MS, type Interval } from '@barograph/core';
import { signumHistory, type SignumHistoryPoint } from '@barograph/indicators';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import { EpochMsSchema } from '../scalar.ts';
import { detail, type DetailFound } from '../shapes/detail.ts';
import { stampFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { signumEngine } from './engine.ts';
import { signumBar, signumDay } from './history.ts';
import { ROW_NOTE } from './notes.ts';
import { signumRow, type SignumItemWire } from './row.ts';

/** Bars of the histories, fixed by the contract, and the minimum time between two fetches of a coin's 1h bars. */
const DETAIL_V1 = Object.freeze({
  version: 'signum-detail/1',
  days: 60,
  intradayBars: 60 * 24,
  h4Bars: 90,
  intradayPullEveryMs: 30 * MINUTE_MS,
});

type History = readonly SignumHistoryPoint[];
/** Histories of a detail; undefined when not requested. */
interface Histories {
  readonly days: History;
  readonly intraday: { readonly asOf: number; readonly history: History } | undefined;
  readonly h4: History | undefined;
}

const { ifKnown, items } = fieldsOf<DetailFound<Histories>>();
const bars = (description: string, maxItems?: number) =>
  Type.Array(signumBar.schema, { description, ...(maxItems === undefined ? {} : { maxItems }) });

async function historyOf(
  context: Context,
  { symbol, source }: SignumItemWire,
  interval: Interval,
  count: number,
  asOf: number,
): Promise<History> {
  const closed = await context.closedBars({ symbol, venue: source }, interval, 0, asOf);
  return closed === undefined ? [] : signumHistory(closed, count);
}

export const signumDetail = detail('indicators.signum_symbol', {
  family: 'indicators',
  path: '/indicators/signum-rgg/{symbol}',
  dataset: 'signum',
  title: 'SignumDetail',
  summary: 'SIGNUM_RGG of one coin, with its colour history of 60 days.',
  description:
    'An exact name comes first: kPEPE is the perp, PEPE the plain row. Then the name without regard to case.',
  example: 'BTC',
  of: signumEngine,
  row: signumRow,
  resource: 'SIGNUM_RGG',
  lacks: 'too few completed days for a color',
  kPrefix: 'suggest',
  query: Type.Object({
    intraday: Type.Boolean({
      default: false,
      description: 'Adds about 60 days of 1h bars; one pull per 30 minutes.',
    }),
    h4: Type.Boolean({ default: false, description: 'Adds the last 90 completed 4h bars.' }),
  }),
  make: async ({ row, asOf, query, context }): Promise<Histories> => ({
    days: await historyOf(context, row, '1d', DETAIL_V1.days, asOf),
    intraday: query.intraday
      ? await context.atMostEvery(
          DETAIL_V1.intradayPullEveryMs,
          `${DETAIL_V1.version} ${row.source} ${row.symbol}`,
          async () => ({ asOf, history: await historyOf(context, row, '1h', DETAIL_V1.intradayBars, asOf) }),
        )
      : undefined,
    h4: query.h4 ? await historyOf(context, row, '4h', DETAIL_V1.h4Bars, asOf) : undefined,
  }),
  fields: {
    history: items(signumDay, 'The last 60 completed days, oldest first.', (detail) => detail.days, {
      maxItems: DETAIL_V1.days,
    }),
    intraday_history: ifKnown(
      bars('With intraday=true: closed 1h bars of about 60 days, oldest first.'),
      ({ intraday }) => intraday?.history.map(signumBar.encode),
    ),
    intraday_as_of: ifKnown(
      { ...EpochMsSchema, description: 'With intraday=true: when the 1h bars were pulled, epoch ms.' },
      ({ intraday }) => intraday?.asOf,
    ),
    h4_history: ifKnown(
      bars('With h4=true: the last 90 completed 4h bars, oldest first.', DETAIL_V1.h4Bars),
      ({ h4 }) => h4?.map(signumBar.encode),
    ),
    ...stampFields,
  },
  notes: [ROW_NOTE, { date: FIRST_RELEASE, text: 'intraday_as_of says when the 1h bars were pulled' }],
});
