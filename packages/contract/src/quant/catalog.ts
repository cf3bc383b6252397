/** GET /quant/regimes: the six regimes and their meaning. */

import { ok } from '@barograph/core';
import { CATALOG_VERSION, REGIMES, type Regime } from '@barograph/nowcast';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { DATA_SOURCES, type DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';
import { CATALOG_FIGURES, type Figure } from './catalog-figures.ts';

/** Texts of a regime. */
interface Texts {
  readonly name: string;
  readonly description: string;
}
const TEXTS: Readonly<Record<Regime, Texts>> = {
  strong_trend_bull: {
    name: 'Strong uptrend',
    description: 'Prices rise over a day and over three, along a straight path.',
  },
  strong_trend_bear: {
    name: 'Strong downtrend',
    description: 'Prices fall over a day and over three, with volatility above its month.',
  },
  range_low_vol: {
    name: 'Quiet range',
    description: 'No trend, a crooked path, volatility below its month.',
  },
  choppy_high_vol: {
    name: 'Choppy, high volatility',
    description: 'No trend, a crooked path, volatility above its month.',
  },
  vol_spike: {
    name: 'Volatility spike',
    description:
      'The last hours move far more than the week before them, on high volume. A state, not an alarm: it can set in a day after a jump, or not at all; shock tells of the jump.',
  },
  squeeze: {
    name: 'Compression',
    description: 'Volatility and band width are far below their month.',
  },
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Stance of a regime, from measured figures only. */
function stanceOf(regime: Regime): string {
  const { volatility, drawdown, dwell } = CATALOG_FIGURES[regime];
  return `The next day moves ${volatility[0].toFixed(2)} times as much as the month; a fall of 5 % follows within it in ${percent(drawdown[0])} of the hours; half of its spells end within ${Math.round(dwell[1])} hours. No direction was measured that a basket could lean on.`;
}

/** Statement about a regime, with its figure. */
interface Claim {
  readonly of: 'volatility' | 'drawdown' | 'dwell' | 'direction';
  readonly figure: Figure;
}

function claimsOf(regime: Regime): readonly Claim[] {
  const { volatility, drawdown, drift, dwell } = CATALOG_FIGURES[regime];
  const [p10, p50, p90] = dwell;
  return [
    { of: 'volatility', figure: volatility },
    { of: 'drawdown', figure: drawdown },
    { of: 'dwell', figure: [p50, p10, p90] },
    { of: 'direction', figure: drift },
  ];
}

const part = fieldsOf<Claim>();
const claim = record(null, {
  of: part.choice(
    ['volatility', 'drawdown', 'dwell', 'direction'],
    'volatility: of the next 24 hours over that of the month. drawdown: share of hours that a fall of more than 5 % follows within 24. dwell: hours of a spell. direction: return of the next 24 hours in standard deviations of the month.',
    ({ of }) => of,
  ),
  evidence: part.choice(
    ['none', 'measured'],
    'measured: the figure stands for the claim. none: nothing may be concluded from it; of direction no regime has evidence that held on later hours.',
    ({ of }) => (of === 'direction' ? 'none' : 'measured'),
  ),
  value: part.number('The mean, of dwell the median.', ({ figure }) => figure[0]),
  low: part.number(
    'Lower end of the 95 % interval of the mean, by weeks; of dwell the tenth percentile.',
    ({ figure }) => figure[1],
  ),
  high: part.number('Upper end of the interval; of dwell the ninetieth percentile.', ({ figure }) => figure[2]),
});

const field = fieldsOf<Regime>();
const regime = record(null, {
  id: field.integer(
    'Id of the regime, from 0: the place in every list of probabilities.',
    (regime) => REGIMES.indexOf(regime),
    {
      minimum: 0,
    },
  ),
  label: field.choice(REGIMES, 'Label of the regime in answers.', (regime) => regime),
  display_name: field.text('Name for people.', (regime) => TEXTS[regime].name),
  description: field.text('What the market does in it.', (regime) => TEXTS[regime].description),
  algo_basket_stance: field.text('What a basket meets in it, as far as it was measured; no advice.', stanceOf),
  evidence: field.choice(['none', 'measured'], 'Whether the stance was measured.', () => 'measured'),
  claims: field.items(claim, 'What the stance says, claim by claim, each with its evidence and figure.', claimsOf, {
    minItems: 4,
  }),
});

const all = fieldsOf<{ readonly dataSource: DataSource }>();
/** The catalogue. */
export const quantCatalog = record('QuantRegimeCatalog', {
  catalog_version: all.text(
    'CalVer. While it stays, so do the label of every id and the texts; a new id at the end does not change it.',
    () => CATALOG_VERSION,
  ),
  regimes: all.items(regime, 'The regimes by id.', () => REGIMES, { minItems: 6 }),
  count: all.integer('Regimes in regimes.', () => REGIMES.length, { minimum: 0 }),
  ...sourceFields,
});

/** Encoded once, because it depends on the source alone. */
const bodies = new Map(DATA_SOURCES.map((dataSource) => [dataSource, value(quantCatalog.encode({ dataSource }))]));

export const quantRegimes = operation('quant.regimes', {
  path: '/quant/regimes',
  family: 'quant',
  dataset: 'quant_model',
  summary: 'The six regimes: ids, labels, and what they mean.',
  reply: quantCatalog.schema,
  answer: ({ dataSource }) => ok(bodies.get(dataSource)!),
});
