/** GET /market-health/altcoin-breadth: number of the largest coins above their own mean, and each coin. */

import { candlesOf, DAY_MS, err, ok } from '@barograph/core';
import { ALTCOIN_BREADTH_V1, altcoinBreadth, type AltcoinBreadth, type BreadthCoin, type BreadthCoinRow } from '@barograph/indicators'; // prettier-ignore
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { isoTime } from '../scalar.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedReference, REFERENCE_ERRORS, REFERENCE_SOURCES } from '../shapes/reference.ts';
import { breadthPublication, type BreadthDays } from './publication.ts';

const { minPeriod, maxPeriod, minCoins, size } = ALTCOIN_BREADTH_V1;
const PERCENTAGE = { minimum: 0, maximum: 100 };
const ABOVE_ZERO = { exclusiveMinimum: 0 };

const coin = fieldsOf<BreadthCoinRow>();
const coinRow = record('BreadthCoin', {
  symbol: coin.text('Ticker.', ({ symbol }) => symbol),
  price: coin.number('Last completed daily close, quote units.', ({ price }) => price, ABOVE_ZERO),
  ma: coin.number('Mean of the last ma_period daily closes, the last one included.', ({ ma }) => ma, ABOVE_ZERO),
  above: coin.flag('The close is above the mean; a close on it is not.', ({ above }) => above),
  dist_pct: coin.number('Close from its mean, percent.', ({ distPct }) => distPct),
});

interface Found {
  readonly breadth: AltcoinBreadth;
  readonly universeDay: number | null;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Found>();
const reply = record('AltcoinBreadth', {
  ma_period: field.integer('Days of the mean, as asked.', ({ breadth }) => breadth.period, { minimum: minPeriod, maximum: maxPeriod }), // prettier-ignore
  breadth_pct: field.numberOrNull(
    `100 · above_count / counted, percent; null while fewer than ${minCoins} coins count.`,
    ({ breadth }) => breadth.pctAbove,
    PERCENTAGE,
  ),
  above_count: field.integer('Coins above their mean.', ({ breadth }) => breadth.above, { minimum: 0 }),
  counted: field.integer('Coins with enough days.', ({ breadth }) => breadth.counted, { minimum: 0 }),
  coins: field.items(coinRow, 'Coins that count, by symbol.', ({ breadth }) => breadth.coins, { maxItems: size }),
  insufficient: field.list(
    Type.String(),
    'Coins of the universe that do not count: fewer days than the mean has, or no bar of the last day.',
    ({ breadth }) => breadth.insufficient,
  ),
  universe_day: field.textOrNull(
    'Day that the universe was drawn for, YYYY-MM-DD; null while none is drawn.',
    ({ universeDay }) => (universeDay === null ? null : isoTime(universeDay).slice(0, 10)),
  ),
  closes_as_of: field.moment('Midnight that the closes are of.', ({ breadth }) => breadth.asOf),
  config_version: field.text('Version of the rules.', ({ breadth }) => breadth.configVersion),
  ...stampFields,
  source: sourceFields.source,
});

/**
 * Coin in the engine's form; the engine reads only the closes.
 *
 * @example
 * const { daily } = breadthCoin({ symbol: 'SOL', last_day: 9 * DAY_MS, closes: [140, 144] });
 * [daily.length, daily.time[1] / DAY_MS, daily.close[1]]; // → [ 2, 9, 144 ]
 */
export function breadthCoin({ symbol, last_day: last, closes }: BreadthDays): BreadthCoin {
  const bars = closes.map((close, i) => {
    const time = (last ?? 0) - (closes.length - 1 - i) * DAY_MS;
    return { time, open: close, high: close, low: close, close, volume: 0 };
  });
  return { symbol, daily: candlesOf(bars) };
}
const kept = keptByView<ValueBody<never>>();

export const altcoinBreadthNow = operation('market_health.altcoin_breadth', {
  family: 'market-health',
  dataset: 'market_health',
  path: '/market-health/altcoin-breadth',
  summary: 'Share of the largest coins above their own moving average, coin by coin.',
  description: `The ${size} largest coins by market cap without stablecoins and twins, drawn anew at 00:00 UTC; Bitcoin counts. A service without a table of coins draws them by the notional of the last month. Completed days only, so any moment of a day says the same.`,
  query: Type.Object({ ma_period: Type.Integer({ minimum: minPeriod, maximum: maxPeriod, default: 200 }) }),
  reply: withProvenance(reply.schema),
  ports: [REFERENCE_SOURCES],
  pointInTime: true,
  errors: REFERENCE_ERRORS,
  answer: (context, { query }) => {
    const published = publishedReference(context, breadthPublication);
    if (!published.ok) return err(published.error);
    const view = published.value;
    const make = (): ValueBody<never> => {
      const { asOf, dataSource, records, head } = view;
      const breadth = altcoinBreadth(
        records.map(({ value: days }) => breadthCoin(days)),
        asOf,
        query.ma_period,
      );
      const wire = reply.encode({ breadth, universeDay: head.universe_day, asOf, dataSource });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
      return value(provenanced(wire, view)) as ValueBody<never>;
    };
    return ok(kept(view, query, () => String(query.ma_period), make));
  },
});
