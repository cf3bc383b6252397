/** Schema of a row of the ledger on the wire. */

import { REGIMES } from '@barograph/nowcast';
import { Type, type TSchema } from 'typebox';
import { nullable } from '../scalar.ts';
import { LEDGER_ORIGINS } from './kinds.ts';
import { LEDGER_HORIZON_NAMES } from './parameters.ts';

const numbers = (description: string) => Type.Array(Type.Number(), { description });
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
const text = (description: string) => Type.String({ description });

const forecast = Type.Object({
  p: optional(numbers('Probabilities of the classes of the kind, as quant/market names them; drawdown: none, fall.')),
  base: Type.Union([Type.Array(Type.Number()), Type.Number(), Type.Null()], {
    description: 'Baseline known at the time, of the same form; null where bars before it are missing.',
  }),
  n: optional(Type.Integer({ minimum: 0, description: 'Outcomes behind the baseline.' })),
  cuts: optional(numbers('volatility: bounds of its classes, annualised percent.')),
  depth: optional(numbers('liquidation_risk: bids and asks within its band when the row was written, USD.')),
  value: optional(Type.Number({ description: 'expected_volatility: annualised percent.' })),
  shares: optional(numbers('day_quantiles, book_risk: probabilities below.')),
  values: optional(numbers('day_quantiles, book_risk: returns, percent.')),
  shortfalls: optional(numbers('book_risk: mean return below each of values, percent.')),
  base_shortfalls: optional(
    nullable(Type.Array(Type.Number()), 'book_risk: the same of the baseline; null where bars before it are missing.'),
  ),
  positions: optional(
    Type.Array(
      Type.Object({
        coin: text('Perp.'),
        weight: Type.Number({ description: 'Share of the unit of the book: positive long, negative short.' }),
      }),
      { description: 'book_risk: what the book is made of at this hour.' },
    ),
  ),
  versions: optional(
    Type.Array(Type.String(), { description: 'book_risk: rules of the simulation and of the list of books.' }),
  ),
});

const grade = Type.Object({
  came: Type.Union([Type.String(), Type.Number(), Type.Null()], {
    description: 'Class or value that came; null when it can no longer be known.',
  }),
  said: optional(Type.Number({ description: 'Probability of the likeliest class; of two classes, of the second.' })),
  hit: optional(nullable(Type.Boolean(), 'Whether that class came.')),
  log: optional(nullable(Type.Number(), 'Log score, nats.')),
  brier: optional(nullable(Type.Number(), 'Brier score.')),
  base_log: optional(nullable(Type.Number(), 'Log score of the baseline.')),
  base_brier: optional(nullable(Type.Number(), 'Brier score of the baseline.')),
  score: optional(nullable(Type.Number(), 'QLIKE, or the mean pinball loss.')),
  base_score: optional(nullable(Type.Number(), 'The same of the baseline.')),
  below: optional(
    nullable(Type.Array(Type.Boolean()), 'day_quantiles, book_risk: whether the return was not above each.'),
  ),
  fz0: optional(nullable(Type.Number(), 'book_risk: mean FZ0 loss of quantiles and shortfalls.')),
  base_fz0: optional(nullable(Type.Number(), 'book_risk: the same of the baseline.')),
  shares: optional(numbers('book_risk: probabilities below, as the forecast has them.')),
});

/** Row: the fields of a forecast or of a grade, with their common fields. */
export const LedgerRowSchema = Type.Object(
  {
    type: Type.Enum(['forecast', 'grade'], { type: 'string', description: 'A forecast, or the grade of one.' }),
    id: text('Names the row within its chain.'),
    origin: Type.Enum([...LEDGER_ORIGINS], { type: 'string', description: 'Chain.' }),
    scope: text('market, a perp, or book: with the name of a reference book.'),
    horizon: Type.Enum([...LEDGER_HORIZON_NAMES], { type: 'string', description: 'How far ahead the forecasts look.' }),
    time: text('ISO-8601, open of the last closed hour that the forecast is made from.'),
    rules: text('Version of the rules of the ledger.'),
    recorded: text('ISO-8601, when the row was written.'),
    model: optional(text('forecast: version of the model.')),
    snapshot: optional(
      nullable(
        Type.String(),
        'forecast: SHA-256 of the published snapshot, hexadecimal; null for a backfilled row and for book_risk, which no snapshot has.',
      ),
    ),
    regime: optional(Type.Enum([...REGIMES], { type: 'string', description: 'forecast: regime that held.' })),
    states: optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'forecast: states at the time, which predict nothing; followed of the grade has what came.',
      }),
    ),
    breadth: optional(
      Type.Number({ description: 'forecast: share of perps above their mean of a day, percent; of the market.' }),
    ),
    forecasts: optional(Type.Record(Type.String(), forecast, { description: 'forecast: by kind.' })),
    row: optional(text('grade: id of the forecast.')),
    corrects: optional(
      nullable(Type.String(), 'grade: id of the grade that it takes the place of; null for the first.'),
    ),
    grades: optional(Type.Record(Type.String(), grade, { description: 'grade: by kind.' })),
    followed: optional(
      Type.Object(
        {
          return: nullable(Type.Number(), 'Return over the horizon, percent.'),
          volatility: nullable(Type.Number(), 'Volatility of its hours, annualised percent.'),
          fall: nullable(Type.Number(), 'Largest fall of a close from an earlier one, percent.'),
        },
        { description: 'grade: what came over the horizon; null where bars are missing.' },
      ),
    ),
    counts: optional(
      Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 })), {
        description:
          'grade: outcomes of this scope, horizon and chain so far, by kind and class; next_regime by the regime that held.',
      }),
    ),
  },
  { title: 'LedgerRow' },
);
