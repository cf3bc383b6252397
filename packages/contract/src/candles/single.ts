/** GET /perpdex/candles: bars of one perp. */

import { err, ok, stepMs } from '@barograph/core';
import { atrSettledAfter } from '@barograph/indicators';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { nullable, num } from '../scalar.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf, provenanced, withProvenance } from '../shapes/provenance.ts';
import { FIRST_RELEASE } from '../version.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { late, listedCoins, ofListedCoins, STATUS_NOTE } from './listed.ts';
import type { PulledBars } from './pulls.ts';
import { barsInRange, candlesParameters, decodeCandlesQuery, type CandleRange, type CandlesQuery } from './query.ts';
import * as row from './row.ts';

/** Maximum wait for a single pull. */
interface SinglePullConfig {
  readonly version: `single-pull/${string}`;
  /** Real ms for listings and bars; less than the 7.5 s that an operation has, or a slow source is 504 instead of 503. */
  readonly waitMs: number;
}

/** A changed number is a new constant; version 1 waited 9 s, which no operation has. */
const SINGLE_PULL_V2: SinglePullConfig = Object.freeze({ version: 'single-pull/2', waitMs: 6500 });

/** Bars of a coin with the fields of its answer. */
export interface CandlesAnswer extends row.CandlesFound, row.ShownBars {
  readonly coin: string;
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<CandlesAnswer>();

/** The answer of single candles. */
export const candlesReply = record('Candles', {
  coin: field.text('The perp, as its venue names it.', (a) => a.coin),
  symbol: field.text('The same as coin.', (a) => a.coin),
  ...row.intervalField,
  candles: field.custom(Type.Array(row.candle.schema, { description: 'Oldest first.' }), row.encodeBars),
  count: field.integer('Bars in candles.', (a) => a.bars.length, { minimum: 0 }),
  start: field.momentOrNull('Start of the range that was asked for; null for the last bars.', (a) => a.range?.start),
  end: field.momentOrNull('End of the range that was asked for; null for the last bars.', (a) => a.range?.end),
  ...row.formingField,
  atr_period: field.ifKnown(
    Type.Integer({ description: 'Period of the ATR, when it was asked for.' }),
    (a) => a.atr?.period,
  ),
  atr_settled_from: field.ifKnown(
    nullable(Type.Integer(), 'First bar on which the seed of the ATR weighs less than 1 %, epoch ms; null before it.'),
    ({ atr }) => (atr === undefined ? undefined : num(atr.settledFrom)),
  ),
  ...row.statusFields,
  as_of: field.moment('When the bars were asked for.', (a) => a.asOf),
  ...sourceFields,
});

/** The range with the bars before it that warm an ATR up. */
function warmedUp({ interval, range, atr }: CandlesQuery): CandleRange | undefined {
  if (range === undefined || atr === undefined) return range;
  return { start: Math.max(0, range.start - atrSettledAfter({ period: atr }) * stepMs(interval)), end: range.end };
}

const kept = keptByView<ValueBody<ReturnType<typeof candlesReply.encode>>>();

function bodyOf(query: CandlesQuery, coin: string, pulled: PulledBars, hosts: DataSource) {
  const { interval, range, limit, atr } = query;
  const most = range === undefined ? limit : Infinity;
  const shown = row.shownBars(pulled, { limit: most, closedOnly: false, from: range?.start, atr });
  const { asOf, unavailable } = pulled;
  const forming = pulled.forming?.time ?? null;
  const dataSource = kindOf(pulled, hosts);
  const answer = { ...shown, coin, interval, forming, range, unavailable, asOf, dataSource };
  return value(provenanced(candlesReply.encode(answer), pulled));
}

export const candlesSingle = operation('perpdex.candles', {
  ...ofListedCoins,
  path: '/perpdex/candles',
  summary: 'OHLCV bars of a perp: the last ones, or those of a range of up to 15,000.',
  description:
    'A trailing pull answers from a cache of 60 s; a range (start, end, or both) never does. A range holds the bars that open within it, both ends included. With only end, it holds the 200 bars up to it.',
  query: candlesParameters,
  unknownParameters: 'reject',
  reply: withProvenance(candlesReply.schema),
  errors: [
    UNKNOWN_COIN,
    { code: 'range_too_large', when: 'The range holds more than 15,000 bars.' },
    { code: 'unknown_parameter', when: 'An unrecognised query parameter; accepted lists the others.' },
  ],
  notes: [
    STATUS_NOTE,
    {
      date: FIRST_RELEASE,
      text: 'atr_settled_from is the first bar on which the seed of the ATR weighs less than 1 %',
    },
  ],
  answer: async (context, { query: rawQuery }) => {
    const decoded = decodeCandlesQuery(rawQuery, context.now());
    if (!decoded.ok) return decoded;
    const query = decoded.value;
    const { interval } = query;
    const range = warmedUp(query);
    const { waitMs } = SINGLE_PULL_V2;
    const listed = await listedCoins(context, [query.coin], waitMs);
    if (!listed.ok) return listed;
    const {
      pulls,
      leftMs,
      coins: [coin],
    } = listed.value;
    const pulled =
      range === undefined
        ? await pulls.trailing(coin, interval, leftMs)
        : await pulls.range(coin, interval, range, barsInRange(range, interval), leftMs);
    if (pulled === undefined) return err(late(`${coin} ${interval}`));
    const make = () => bodyOf(query, coin, pulled, context.dataSource);
    return ok(range === undefined ? kept(pulled, rawQuery, () => JSON.stringify(query), make) : make());
  },
});
