/** GET /quant/regimes: the six regimes, and what they mean. */

import { ok } from '@barograph/core';
import { CATALOG_VERSION, REGIMES, type Regime } from '@barograph/nowcast';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { DATA_SOURCES, type DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';

/** Texts of a regime. */
interface Texts {
  readonly name: string;
  readonly description: string;
  readonly stance: string;
}
const TEXTS: Readonly<Record<Regime, Texts>> = {
  strong_trend_bull: {
    name: 'Strong uptrend',
    description: 'Prices rise over a day and over three, along a straight path.',
    stance: 'Trend-following long baskets on.',
  },
  strong_trend_bear: {
    name: 'Strong downtrend',
    description: 'Prices fall over a day and over three, with volatility above its month.',
    stance: 'Short and hedge baskets on.',
  },
  range_low_vol: {
    name: 'Quiet range',
    description: 'No trend, a crooked path, volatility below its month.',
    stance: 'Mean-reversion and carry on.',
  },
  choppy_high_vol: {
    name: 'Choppy, high volatility',
    description: 'No trend, a crooked path, volatility above its month.',
    stance: 'Reduce size, no breakout baskets.',
  },
  vol_spike: {
    name: 'Volatility spike',
    description: 'The last hours move far more than the week before them, on high volume.',
    stance: 'Risk off, liquidation-fade only.',
  },
  squeeze: {
    name: 'Compression',
    description: 'Volatility and band width are far below their month.',
    stance: 'Breakout-pending baskets, no carry against the break.',
  },
};

const one = fieldsOf<Regime>();
const regime = record(null, {
  id: one.integer('Id of the regime, from 0: the place in every list of probabilities.', (of) => REGIMES.indexOf(of), {
    minimum: 0,
  }),
  label: one.choice(REGIMES, 'Label of the regime in answers.', (of) => of),
  display_name: one.text('Name for people.', (of) => TEXTS[of].name),
  description: one.text('What the market does in it.', (of) => TEXTS[of].description),
  algo_basket_stance: one.text('What suits it.', (of) => TEXTS[of].stance),
});

const all = fieldsOf<{ readonly dataSource: DataSource }>();
/** The catalogue. */
export const quantCatalog = record('QuantRegimeCatalog', {
  catalog_version: all.text(
    'CalVer. While it stays, so does the label of every id; a new id at the end does not change it.',
    () => CATALOG_VERSION,
  ),
  regimes: all.items(regime, 'The regimes by id.', () => REGIMES, { minItems: 6 }),
  count: all.integer('Regimes in regimes.', () => REGIMES.length, { minimum: 0 }),
  ...sourceFields,
});

/** Made once: it changes with the source alone. */
const bodies = new Map(DATA_SOURCES.map((dataSource) => [dataSource, value(quantCatalog.encode({ dataSource }))]));

export const quantRegimes = operation('quant.regimes', {
  path: '/quant/regimes',
  family: 'quant',
  access: 'key',
  summary: 'The six regimes: ids, labels, and what they mean.',
  reply: quantCatalog.schema,
  answer: ({ dataSource }) => ok(bodies.get(dataSource)!),
});
