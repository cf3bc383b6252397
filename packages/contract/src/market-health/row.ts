/** Market health on the wire: two scores of eleven components, and their combination. */

import {
  HEALTH_COMPONENTS,
  HEALTH_INPUTS,
  type HealthAssembly,
  type HealthComponent,
  type HealthComponentName,
  type HealthDetail,
  type HealthInput,
  type MarketHealth,
} from '@barograph/stress';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { encoded } from '../shapes/encoded.ts';

/** Names of the inputs on the wire. */
const INPUT_NAMES: Readonly<Record<HealthInput, string>> = {
  pctFrom200ma: 'pct_from_200ma',
  slope200Pct: 'slope_200_pct',
  cross: 'cross',
  breadthPct: 'breadth_pct',
  stablecoin90dPct: 'stablecoin_90d_pct',
  dollar90dPct: 'dollar_90d_pct',
  yield10y90dBp: 'yield_10y_90d_bp',
  buyRatio: 'buy_ratio',
  volumeMultiplier: 'volume_multiplier',
  fearGreed: 'fear_greed',
  fundingPct8h: 'funding_pct_8h',
  openInterest7dPct: 'open_interest_7d_pct',
  longShortRatio: 'long_short_ratio',
  breadth20Pct: 'breadth_20_pct',
  volatilityPctile: 'volatility_pctile',
  return7dPct: 'return_7d_pct',
  return1dPct: 'return_1d_pct',
  rsi14: 'rsi_14',
  stablecoin14dPct: 'stablecoin_14d_pct',
};

/** A score, 0 to 100. */
const SCORE = { minimum: 0, maximum: 100 };
const SHARE = { minimum: 0, maximum: 1 };

const detail = fieldsOf<HealthDetail>();
const detailRow = record('MarketHealthInput', {
  input: detail.choice(
    HEALTH_INPUTS.map((name) => INPUT_NAMES[name]),
    'Name of the input. Percent where it ends in pct; basis points in bp; cross is 1 golden, -1 death, 0 neither.',
    ({ input }) => INPUT_NAMES[input],
  ),
  value: detail.numberOrNull('Its value; null where it is not known.', ({ value }) => value),
  points: detail.numberOrNull('Its points before rounding; null without a value.', ({ points }) => points, SCORE),
  weight: detail.number('Nominal share in the component; the shares of what is missing go to the others.', ({ weight }) => weight, SHARE), // prettier-ignore
});

const component = fieldsOf<HealthComponent>();
/** Component fields common to all answers, including the daily snapshot. */
const scoreFields = {
  score: component.integerOrNull(
    'floor(exact_score + 0.5), 0 to 100; null while the component is not available.',
    ({ score }) => score,
    SCORE,
  ),
  weight: component.number(
    'Nominal share in its group. The group is the mean over available components, each with weight over the sum of their weights.',
    ({ weight }) => weight,
    SHARE,
  ),
  group: component.choice(['long', 'short'], 'Term of the score that it counts in.', ({ group }) => group),
  available: component.flag('False while its first input is not known.', ({ available }) => available),
  exact_score: component.numberOrNull(
    'Mean of the points of its known inputs by weight; the group is made of these. Null while it is not available.',
    ({ exactScore }) => exactScore,
    SCORE,
  ),
};
/** A component with its inputs. */
export const healthComponent = record('MarketHealthComponent', {
  ...scoreFields,
  details: component.items(detailRow, 'Inputs of the component, the one that it cannot do without first.', (component) => component.details), // prettier-ignore
});
const briefComponent = record(
  'MarketHealthBriefComponent',
  encoded(scoreFields, 'score', 'weight', 'group', 'available', 'exact_score'),
);

/** Builds a field for each component. */
function eachComponent<F>(field: (name: HealthComponentName) => F): Readonly<Record<HealthComponentName, F>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every name
  return Object.fromEntries(HEALTH_COMPONENTS.map((name) => [name, field(name)])) as Record<HealthComponentName, F>;
}
const components = fieldsOf<MarketHealth['components']>();
const allComponents = record(
  'MarketHealthComponents',
  eachComponent((name) => components.inner(healthComponent, (all) => all[name])),
  'The eleven components, those of the long term first.',
);

/** Market health with its inputs. */
export interface HealthMade {
  readonly health: MarketHealth;
  readonly assembly: HealthAssembly;
}

const SENTIMENTS = ['BULLISH', 'NEUTRAL', 'BEARISH'] as const;
const CROSSES = ['Death', 'Neutral', 'Golden'] as const;
const indicator = fieldsOf<HealthMade>();
/** Optional field of a number, absent when unknown. */
const numberOf = (description: string, read: (health: HealthMade) => number | null | undefined) =>
  indicator.numberIfKnown(`${description} Left out while not known.`, read);
const indicators = record(
  'MarketHealthIndicators',
  {
    long_short_ratio: numberOf(
      'Accounts that are long Bitcoin to one that is short, on the large exchange.',
      ({ assembly }) => assembly.inputs.longShortRatio,
    ),
    funding_rate: numberOf(
      'Mean funding of the largest perps of the large exchange, percent per 8 hours.',
      ({ assembly }) => assembly.inputs.fundingPct8h,
    ),
    buy_ratio: indicator.numberIfKnown(
      'Share that takers bought in 24 hours across the largest spot pairs, by notional, 0 to 1. Left out while not known.',
      ({ assembly }) => assembly.inputs.buyRatio,
      SHARE,
    ),
    fear_greed_value: indicator.ifKnown(
      Type.Integer({ ...SCORE, description: 'Averaged fear and greed. Left out while not known.' }),
      ({ assembly }) => assembly.inputs.fearGreed ?? undefined,
    ),
    breadth_pct: indicator.numberIfKnown(
      'Share of the 30 largest coins above their mean of 200 days, percent. Left out while not known.',
      ({ assembly }) => assembly.inputs.breadthPct,
      SCORE,
    ),
    pct_from_200ma: numberOf(
      'Last daily close of Bitcoin from its mean of 200 days, percent.',
      ({ assembly }) => assembly.inputs.pctFrom200ma,
    ),
    cross_status: indicator.ifKnown(
      Type.Enum([...CROSSES], {
        type: 'string',
        description:
          'Golden: the mean of 50 days of Bitcoin is above that of 200; Death: below; Neutral: within 0.25 percent. Left out while not known.',
      }),
      ({ assembly: { inputs } }) => (inputs.cross === null ? undefined : CROSSES[inputs.cross + 1]),
    ),
    stablecoin_change_7d: numberOf(
      'Change of the circulating value of stablecoins within 7 days, percent.',
      ({ assembly }) => assembly.stablecoins?.changes[7]?.percent,
    ),
  },
  'A key is left out, never null, while its value is not known.',
);

const scoreField = fieldsOf<HealthMade>();
/** Field of a published score; there is no answer without it. */
const scoreOf = (description: string, read: (health: MarketHealth) => number | null) =>
  scoreField.integer(description, ({ health }) => read(health) ?? NaN, SCORE);
const sentimentOf = (what: string, read: (health: MarketHealth) => MarketHealth['sentiment']) =>
  scoreField.choice(SENTIMENTS, `Of the ${what}: BULLISH from 60, BEARISH up to 40.`, ({ health }) => read(health));
/** Scores and sentiments. */
export const scoresFields = {
  total_score: scoreOf('floor(0.5 · long_term_score + 0.5 · short_term_score + 0.5).', (health) => health.totalScore),
  long_term_score: scoreOf(
    'Mean of the available components of the long term, half up.',
    (health) => health.longTermScore,
  ),
  short_term_score: scoreOf('Mean of the available components of the short term, half up.', (health) => health.shortTermScore), // prettier-ignore
  sentiment: sentimentOf('total', (health) => health.sentiment),
  long_term_sentiment: sentimentOf('long term', (health) => health.longTermSentiment),
  short_term_sentiment: sentimentOf('short term', (health) => health.shortTermSentiment),
  partial: scoreField.flag('A component is not available.', ({ health }) => health.partial),
  config_version: scoreField.text('Version of weights and maps.', ({ health }) => health.configVersion),
};

/** Complete market health, as published. */
export const marketHealthBody = record('MarketHealthBody', {
  ...scoresFields,
  components: scoreField.inner(allComponents, ({ health }) => health.components),
  indicators: scoreField.inner(indicators, (health) => health),
  inputs_version: scoreField.text(
    'Version of the windows and ages of the inputs.',
    ({ assembly }) => assembly.configVersion,
  ),
});
/** Body of the market's health. */
export type MarketHealthWire = WireOf<typeof marketHealthBody>;

/** Scores and sentiments of a published answer. */
export const healthSummary = record(
  'MarketHealthScores',
  encoded(
    scoresFields,
    'total_score',
    'long_term_score',
    'short_term_score',
    'sentiment',
    'long_term_sentiment',
    'short_term_sentiment',
    'partial',
    'config_version',
  ),
);

const wire = fieldsOf<MarketHealthWire>();
const briefComponents = record(
  'MarketHealthBriefComponents',
  eachComponent((name) => ({
    schema: briefComponent.schema,
    read: ({ components: all }: MarketHealthWire) => briefComponent.encode(all[name]),
  })),
  'The eleven components without their inputs, those of the long term first.',
);
/** The block of the daily snapshot: components without details. */
export const healthBlock = record('DailyMarketHealth', {
  ...healthSummary.fields,
  components: wire.inner(briefComponents, (health) => health),
  indicators: { schema: indicators.schema, read: ({ indicators: all }: MarketHealthWire) => all },
});
