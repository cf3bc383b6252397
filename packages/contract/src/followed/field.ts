/** The field `followed` of the catalogues of states: measured consequences, with their intervals and sample sizes. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { FOLLOWED_FIGURES, type FollowedFigure, type FollowedFigures, type FollowedState } from './figures.ts';

const figure = fieldsOf<FollowedFigure>();
const mean = (description: string) =>
  record(
    null,
    {
      mean: figure.numberOrNull('Mean over the days.', ([value]) => value),
      low: figure.numberOrNull('Lower end of its 95 % interval; null with too few days.', ([, low]) => low),
      high: figure.numberOrNull('Upper end of the interval.', ([, , high]) => high),
    },
    description,
  );

const state = fieldsOf<FollowedState>();
const row = record('FollowedState', {
  state: state.text('Name of the state.', (state) => state.state),
  rows: state.integer(
    'Days in the state with a complete horizon, of all coins; horizons overlap.',
    (state) => state.rows,
    {
      minimum: 1,
    },
  ),
  independent: state.integer(
    'Most of those days whose horizons do not overlap, whatever the coin.',
    (state) => state.independent,
    {
      minimum: 1,
    },
  ),
  volatility: state.inner(
    mean('Of the daily returns of the horizon, annualised percent.'),
    (state) => state.volatility,
  ),
  return: state.inner(mean('From the close of the day to that of the horizon, percent.'), (state) => state.return),
  drawdown: state.inner(
    mean('Deepest fall from a close to a later low of the horizon, percent.'),
    (state) => state.drawdown,
  ),
});

const all = fieldsOf<FollowedFigures>();
/** Study of the states of a catalogue. */
export const followed = record(
  'Followed',
  {
    symbol: all.text('Coin of the prices; of several the largest.', (figures) => figures.symbols[0]!),
    symbols: all.list(Type.String(), 'Coins of the prices, the largest first.', (figures) => figures.symbols),
    horizon_days: all.integer('Days ahead.', (figures) => figures.horizonDays, { minimum: 1 }),
    from: all.moment('First day that counts.', (figures) => figures.from),
    to: all.moment('Last day that counts.', (figures) => figures.to),
    states: all.items(row, 'By name; a state that did not occur is absent.', (figures) => figures.states),
    warnings: all.list(Type.String(), 'Reasons to trust the figures less.', (figures) => figures.warnings),
  },
  'What followed each state on real days before this version, from a stationary bootstrap of blocks; no forecast. Additive to the contract.',
);

/** The field of a catalogue. */
export function followedField(catalogue: keyof typeof FOLLOWED_FIGURES) {
  const wire = followed.encode(FOLLOWED_FIGURES[catalogue]);
  return { schema: followed.schema, read: () => wire };
}
