/** GET /market-data/klines: bars of a spot pair, with taker buys. */

import { barAt, err, ok, pairNamed, shown } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { validationProblem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import type { PairBarsFound } from '../venues-port.ts';
import { askedFor, barsOf, isOpenAfter, KLINE_INTERVALS, type Kline } from './kline-intervals.ts';
import { notAnswered, ofPairs, PAIR_ERRORS, pairParameter, stampedFields, stampOf, unknownPair, venuesOf, type Stamped } from './asked.ts'; // prettier-ignore

const AMOUNT = { minimum: 0 };
const bar = fieldsOf<Kline>();
const kline = record('Kline', {
  timestamp: bar.moment('Open of the bar.', ({ time }) => time),
  open: bar.number('First price, quote units.', (kline) => kline.open),
  high: bar.number('Highest price.', (kline) => kline.high),
  low: bar.number('Lowest price.', (kline) => kline.low),
  close: bar.number('Last price.', (kline) => kline.close),
  volume: bar.number('Units of the base.', (kline) => kline.volume, AMOUNT),
  quote_volume: bar.numberOrNull(
    'Units of the quote; null where it is not known.',
    (kline) => kline.quoteVolume,
    AMOUNT,
  ),
  trades: bar.numberOrNull('Trades; null where it is not known.', (kline) => kline.trades, AMOUNT),
  taker_buy_volume: bar.numberOrNull('Units of the base that takers bought; null where it is not known.', (kline) => kline.takerBuy, AMOUNT), // prettier-ignore
});

/** Closed bars, then the forming bar with only its prices and volume. */
function klinesOf({ closed, takerBuy, quoteVolume, trades, forming }: PairBarsFound): readonly Kline[] {
  const rows = Array.from({ length: closed.length }, (_, i): Kline => {
    return { ...barAt(closed, i), takerBuy: takerBuy[i]!, quoteVolume: quoteVolume[i]!, trades: trades[i]! };
  });
  if (forming !== undefined) rows.push({ ...forming, takerBuy: NaN, quoteVolume: NaN, trades: NaN });
  return rows;
}

interface Found extends Stamped {
  readonly symbol: string;
  readonly interval: (typeof KLINE_INTERVALS)[number];
  readonly rows: readonly Kline[];
  readonly forming: number | null;
}
const field = fieldsOf<Found>();
/** The answer. */
export const klinesReply = record('Klines', {
  symbol: field.text('The pair.', ({ symbol }) => symbol),
  interval: field.choice(KLINE_INTERVALS, 'Length of a bar.', ({ interval }) => interval),
  klines: field.items(kline, 'Oldest first; the last may still be forming.', ({ rows }) => rows),
  count: field.integer('Rows in klines.', ({ rows }) => rows.length, AMOUNT),
  forming_bar_timestamp: field.momentOrNull('Open of the last bar while it has not closed.', ({ forming }) => forming),
  ...stampedFields,
});

export const klines = operation('market_data.klines', {
  ...ofPairs,
  path: '/market-data/klines',
  summary: 'OHLCV bars of a spot pair of the large exchange, with quote volume, trades and what takers bought.',
  query: Type.Object({
    ...pairParameter,
    interval: Type.String({
      default: '1d',
      description: `Bar length: ${KLINE_INTERVALS.join(', ')} (1M is a month); anything else is a 422. A week starts on Monday 00:00 UTC. Lengths that are not kept are made of shorter bars.`,
    }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: 'Bars, the forming one among them.' }),
  }),
  reply: withProvenance(klinesReply.schema),
  errors: PAIR_ERRORS,
  answer: async (context, { query }) => {
    const interval = KLINE_INTERVALS.find((interval) => interval === query.interval);
    const request = interval === undefined ? undefined : askedFor(interval, query.limit);
    if (interval === undefined || request === undefined) {
      const msg = `expected ${KLINE_INTERVALS.join(', ')}, got ${shown(query.interval)}`;
      return err(validationProblem({ loc: ['query', 'interval'], msg, type: 'enum' }));
    }
    const venues = venuesOf(context);
    const symbol = pairNamed(query.symbol);
    const reached = await venues.pairBars({ symbol, ...request });
    if (!reached.ok) {
      return reached.why === 'unlisted' ? unknownPair(venues, query.symbol) : notAnswered(reached, 'bars of spot pairs');
    } // prettier-ignore
    const stamp = stampOf(reached);
    const bars = klinesOf(reached.rows);
    const rows = barsOf(interval, bars).slice(-query.limit);
    const isOpen = reached.rows.forming !== undefined || bars.slice(-1).some(({ time }) => isOpenAfter(interval, time));
    const forming = isOpen ? (rows.at(-1)?.time ?? null) : null;
    return ok(value(provenanced(klinesReply.encode({ symbol, interval, rows, forming, ...stamp }), stamp)));
  },
});
