/** GET /perpdex/candles/batch: the last bars of many perps. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { joinProvenance, type Provenance } from '../published.ts';
import { nullable } from '../scalar.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf, provenanced, withProvenance, type Origin } from '../shapes/provenance.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { listedCoins, ofListedCoins, RETRY_SECONDS, STATUS_NOTE } from './listed.ts';
import type { PulledBars } from './pulls.ts';
import { batchParameters, decodeCandlesBatchQuery, type CandlesBatchQuery } from './query.ts';
import * as row from './row.ts';

/** Maximum wait for the listings of a batch, separate from `wait` for bars. */
interface ListingsPullConfig {
  readonly version: `listings-pull/${string}`;
  /** Real ms; the operation has 27.5 s, and `wait` may be 25 s of them. */
  readonly waitMs: number;
}

/** Add a constant instead of changing a number. */
const LISTINGS_PULL_V1: ListingsPullConfig = Object.freeze({ version: 'listings-pull/1', waitMs: 2000 });

/** Parts of a batch answer. A coin is either in `series` or in `pending`. */
export interface CandlesBatchAnswer extends row.CandlesFound {
  readonly series: ReadonlyMap<string, row.ShownBars>;
  readonly pending: readonly string[];
  /** Used only when coins are pending; clamped to 3…30. */
  readonly retryAfterSeconds: number;
  readonly atrPeriod: number | undefined;
  readonly asOf: number;
  readonly dataSource: DataSource;
  /** Source of the bars of each coin; undefined for a host with a single source. */
  readonly coinSources?: Readonly<Record<string, string>> | undefined;
}
const field = fieldsOf<CandlesBatchAnswer>();
const pendingOf = ({ pending, series }: CandlesBatchAnswer): readonly string[] =>
  pending.filter((coin) => !series.has(coin));

/** The answer of batch candles. */
export const candlesBatchReply = record('CandlesBatch', {
  ...row.intervalField,
  series: field.custom(
    Type.Record(Type.String(), Type.Array(row.candle.schema), { description: 'Bars by coin, oldest first.' }),
    ({ series }) => Object.fromEntries([...series].map(([coin, shown]) => [coin, row.encodeBars(shown)])),
  ),
  pending: field.list(Type.String(), 'Coins that did not arrive within wait.', pendingOf),
  retry_after_s: field.custom(
    nullable(
      Type.Number({ minimum: 3, maximum: 30 }),
      'Seconds after which to ask again; null when nothing is pending.',
    ),
    (a) => (pendingOf(a).length === 0 ? null : Math.min(30, Math.max(3, Math.ceil(a.retryAfterSeconds)))),
  ),
  complete: field.flag('Every requested coin is in series.', (a) => pendingOf(a).length === 0),
  ...row.formingField,
  atr_period: field.ifKnown(
    Type.Integer({ description: 'Period of the ATR, when it was asked for.' }),
    (a) => a.atrPeriod,
  ),
  ...row.statusFields,
  as_of: field.moment('When the oldest of the bars were asked for.', (a) => a.asOf),
  ...sourceFields,
  coin_sources: field.ifKnown(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Name of the source of each coin in series, as in provenance; only of a service with several sources.',
    }),
    (a) => a.coinSources,
  ),
});

/** Coin with its received bars. */
type Got = readonly [coin: string, pulled: PulledBars | undefined];

function answerOf(
  query: CandlesBatchQuery,
  got: readonly Got[],
  now: number,
  hosts: DataSource,
): CandlesBatchAnswer & Origin {
  const { interval, atr: atrPeriod, closedOnly } = query;
  const series = new Map<string, row.ShownBars>();
  let forming: number | null = null;
  let unavailable: string | undefined;
  let asOf = now;
  const sources: [coin: string, block: Provenance][] = [];
  for (const [coin, pulled] of got) {
    if (pulled === undefined) continue;
    series.set(coin, row.shownBars(pulled, query));
    if (!closedOnly && pulled.forming !== undefined) forming = Math.max(forming ?? 0, pulled.forming.time);
    unavailable ??= pulled.unavailable;
    asOf = Math.min(asOf, pulled.asOf);
    for (const block of pulled.provenance ?? []) sources.push([coin, block]);
  }
  const provenance = sources.length === 0 ? undefined : joinProvenance(sources.map(([, block]) => block));
  const origin = provenance === undefined ? {} : { provenance };
  const coinSources =
    provenance === undefined ? undefined : Object.fromEntries(sources.map(([coin, { source }]) => [coin, source]));
  const pending = got.map(([coin]) => coin).filter((coin) => !series.has(coin));
  const retryAfterSeconds = RETRY_SECONDS + pending.length - 1;
  const dataSource = kindOf(origin, hosts);
  const about = { interval, series, pending, retryAfterSeconds, forming, atrPeriod, unavailable, asOf, dataSource };
  return { ...about, coinSources, ...origin };
}

const kept = keptByView<ValueBody<ReturnType<typeof candlesBatchReply.encode>>>();

export const candlesBatch = operation('perpdex.candles_batch', {
  ...ofListedCoins,
  path: '/perpdex/candles/batch',
  summary: 'The last bars of up to 25 perps at once.',
  description:
    'Coins that do not arrive within wait are pending; ask again after retry_after_s. Send coins or its alias symbols.',
  query: batchParameters,
  reply: withProvenance(candlesBatchReply.schema),
  errors: [UNKNOWN_COIN, { code: 'too_many_coins', when: 'More than 25 coins.' }],
  timeoutSeconds: 30,
  notes: [STATUS_NOTE],
  answer: async (context, { query: rawQuery }) => {
    const decoded = decodeCandlesBatchQuery(rawQuery);
    if (!decoded.ok) return decoded;
    const query = decoded.value;
    const now = context.now();
    const listed = await listedCoins(context, query.coins, LISTINGS_PULL_V1.waitMs);
    if (!listed.ok) return listed;
    const { pulls, coins } = listed.value;
    const got = await Promise.all(
      coins.map(async (coin): Promise<Got> => [coin, await pulls.trailing(coin, query.interval, query.waitMs)]),
    );
    const make = () => {
      const answer = answerOf(query, got, now, context.dataSource);
      return value(provenanced(candlesBatchReply.encode(answer), answer));
    };
    const first = got[0]?.[1];
    if (first === undefined || got.some(([, pulled]) => pulled === undefined)) return ok(make());
    const key = (): string =>
      JSON.stringify([got.map(([coin, pulled]) => [coin, pulled?.asOf, pulled?.provenance]), query]);
    // Pulls of other coins may differ between equal queries, so the key alone identifies them.
    return ok(kept(first, {}, key, make));
  },
});
