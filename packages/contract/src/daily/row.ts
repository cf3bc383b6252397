/** The daily snapshot on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { nullable } from '../scalar.ts';
import { encoded } from '../shapes/encoded.ts';
import { sourceFields } from '../shapes/page.ts';
import { COIN_SETS, LISTED, type CoinFunding, type CoinSetName } from './coin-set.ts';
import {
  coinRow,
  cycleCurrentReply,
  eventScoreRow,
  fearGreedBlock,
  forcedRow,
  healthBlock,
  macroBlock,
  policyScoreRow,
  rateRow,
  securityScoreRow,
  stablecoinsBlock,
  technicalBreadth,
  technicalRow,
  type CoinRowWire,
  type CycleCurrentWire,
  type EventScoreWire,
  type ForcedRowWire,
  type MarketHealthWire,
  type PolicyScoreWire,
  type SecurityScoreWire,
  type SentimentHead,
  type TechnicalHead,
  type TechnicalItemWire,
} from './parts.ts';

/** Parts in answer order. */
export const DAILY_PARTS = [
  'market_health',
  'sentiment',
  'event',
  'security',
  'policy',
  'coins',
  'funding',
  'liquidations',
  'technical_regime',
  'long_horizon',
] as const;
/** One of them. */
export type DailyPart = (typeof DAILY_PARTS)[number];

/** Snapshot of the whole market. A missing part is null or empty, and its time is null. */
export interface DailyNow {
  readonly exchange: CoinSetName;
  readonly health: MarketHealthWire | null;
  readonly sentiment: SentimentHead | null;
  /** Event score over the default windows. */
  readonly event: EventScoreWire | null;
  readonly security: SecurityScoreWire | null;
  readonly policy: PolicyScoreWire | null;
  readonly coins: readonly CoinRowWire[];
  readonly funding: readonly CoinFunding[];
  readonly liquidations: readonly ForcedRowWire[];
  readonly breadth: TechnicalHead['breadth'] | null;
  /** undefined unless requested. */
  readonly technical: readonly TechnicalItemWire[] | undefined;
  readonly longHorizon: CycleCurrentWire | null;
  /** Times of the parts, epoch ms. */
  readonly asOf: Readonly<Record<DailyPart, number | null>>;
  readonly generatedAt: number;
  readonly dataSource: DataSource;
}

const funding = fieldsOf<CoinFunding>();
const fundingRow = record('DailyFunding', {
  coin: funding.text('The coin, in the spelling of the perp venue.', ({ coin }) => coin),
  max_abs_rate_1h: funding.number(
    'Largest absolute rate of its venues, fraction of the notional an hour; the list is ordered by it.',
    ({ maxRate1h }) => maxRate1h,
    { minimum: 0 },
  ),
  venues: funding.items(rateRow, 'Its perps, highest annualized_pct first.', ({ perps }) => perps),
});

const technicalFields = encoded(
  technicalRow.fields,
  'source',
  'price',
  'close_1d',
  'sma_50',
  'sma_100',
  'sma_200',
  'dist_from_50_pct',
  'dist_from_100_pct',
  'dist_from_200_pct',
  'above_50',
  'above_100',
  'above_200',
  'ma_state',
  'days_in_state',
  'bb_bandwidth',
  'bb_bandwidth_pctile',
  'bb',
  'in_squeeze',
  'squeeze_days',
  'range_high',
  'range_low',
  'position_in_range',
  'range_zone',
  'rsi_1d',
  'rsi_1d_zone',
  'rsi_1h',
  'rsi_1h_zone',
  'stale',
);
const technicalEntry = record('DailyTechnical', technicalFields);

const field = fieldsOf<DailyNow>();
const technical = record(
  'DailyTechnicalRegime',
  {
    breadth: field.custom(
      nullable(technicalBreadth.schema, 'Squeezes over the whole universe; null while not known.'),
      (all) => all.breadth,
    ),
    by_symbol: field.ifKnown(
      Type.Record(Type.String(), technicalEntry.schema, {
        description: 'Moving averages, bands, range and RSI by ticker; only with technical_detail=true.',
      }),
      ({ technical: rows }) =>
        rows === undefined
          ? undefined
          : Object.fromEntries(rows.map((row) => [row.symbol, technicalEntry.encode(row)])),
    ),
  },
  'The technical regime of the market; never trimmed to an exchange.',
);
const sentiment = record(
  'DailySentiment',
  {
    fear_greed: field.custom(nullable(fearGreedBlock.schema, 'Null without a fresh index.'), (all) => all.sentiment?.fear_greed ?? null), // prettier-ignore
    macro: field.custom(nullable(macroBlock.schema, 'Null without a source.'), (all) => all.sentiment?.macro ?? null),
    stablecoins: field.custom(nullable(stablecoinsBlock.schema, 'Null without a fresh value.'), (all) => all.sentiment?.stablecoins ?? null), // prettier-ignore
  },
  'Fear and greed, macro series and stablecoins.',
);
const moments = record(
  null,
  {
    market_health: field.momentOrNull('Of market_health.', ({ asOf }) => asOf.market_health),
    sentiment: field.momentOrNull('Of sentiment.', ({ asOf }) => asOf.sentiment),
    event: field.momentOrNull('Of event.', ({ asOf }) => asOf.event),
    security: field.momentOrNull('Of security.', ({ asOf }) => asOf.security),
    policy: field.momentOrNull('Of policy.', ({ asOf }) => asOf.policy),
    coins: field.momentOrNull('Of coins.', ({ asOf }) => asOf.coins),
    funding: field.momentOrNull('Of funding: the oldest of the venues that answered.', ({ asOf }) => asOf.funding),
    liquidations: field.momentOrNull('Of liquidations: end of the 24 hours.', ({ asOf }) => asOf.liquidations),
    technical_regime: field.momentOrNull('Of technical_regime.', ({ asOf }) => asOf.technical_regime),
    long_horizon: field.momentOrNull('Of long_horizon.', ({ asOf }) => asOf.long_horizon),
  },
  'Moment of each part; null of a part that is not there.',
);

/** The answer. */
export const dailyReply = record('DailySnapshot', {
  exchange: field.choice(
    COIN_SETS,
    'As asked: coins, funding and liquidations are trimmed to it.',
    (all) => all.exchange,
  ),
  market_health: field.custom(
    nullable(healthBlock.schema, 'Scores, and components without details; null while there is no total.'),
    ({ health }) => (health === null ? null : healthBlock.encode(health)),
  ),
  sentiment: field.inner(sentiment, (all) => all),
  event: field.custom(
    nullable(eventScoreRow.schema, 'Event risk of the usual window; null before the first.'),
    (all) => all.event,
  ),
  security: field.custom(nullable(securityScoreRow.schema, 'Security stress of the usual window; null before the first.'), (all) => all.security), // prettier-ignore
  policy: field.custom(nullable(policyScoreRow.schema, 'Policy risk of the usual window; null before the first.'), (all) => all.policy), // prettier-ignore
  coins: field.custom(
    Type.Array(coinRow.schema, { description: 'Coins of the exchange by rank, unranked ones last.' }),
    ({ coins }) => [...coins],
  ),
  funding: field.items(
    fundingRow,
    `Coins by their largest absolute funding rate, at most ${LISTED}.`,
    (all) => all.funding,
    {
      maxItems: LISTED,
    },
  ),
  liquidations: field.custom(
    Type.Array(forcedRow.schema, { maxItems: LISTED, description: `Coins by liquidations of 24 hours in USD, at most ${LISTED}.` }), // prettier-ignore
    ({ liquidations }) => [...liquidations],
  ),
  technical_regime: field.inner(technical, (all) => all),
  long_horizon: field.custom(
    nullable(cycleCurrentReply, 'The long-horizon regime that holds; null while there is too little history.'),
    ({ longHorizon }) => longHorizon,
  ),
  parts_as_of: field.inner(moments, (all) => all),
  generated_at: field.moment('When this answer was built; it is kept for a minute.', ({ generatedAt }) => generatedAt),
  ...sourceFields,
});
