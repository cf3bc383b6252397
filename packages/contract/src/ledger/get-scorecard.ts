/** GET /quant/scorecard: how often published forecasts were right, against what was known without them. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { text, value, type Body } from '../body.ts';
import { operation } from '../operation.ts';
import { formatParameter } from '../shapes/format.ts';
import { cardSpan } from './headline.ts';
import { LEAST_GRADED } from './kinds.ts';
import { scorecardNote } from './note.ts';
import { LEDGER_HORIZON_NAMES, ScopeParameter } from './parameters.ts';
import { LEDGER } from './port.ts';
import { quantScorecard, WINDOWS, type QuantScorecardWire } from './scorecard-record.ts';

export const getScorecard = operation('quant.scorecard', {
  path: '/quant/scorecard',
  family: 'quant',
  dataset: 'ledger',
  summary: 'How often published forecasts were right, against what was known without them.',
  description: `Every forecast is recorded when it is published and graded once its outcome is known, with the proper score of its kind; quant/ledger has the rows and quant/ledger/digests proves that nobody edited them. A baseline is what was known at the time without the model: frequencies of the outcomes graded until then, those after the same regime for the next one, and the volatility of as many hours before. Forecasts of neighbouring hours share most of their outcome, so ${LEAST_GRADED} rows are less than they seem. They count by whole UTC days, once the last of a day is due. An outcome that can no longer be known is counted in unknown.`,
  query: Type.Object({
    scope: ScopeParameter,
    horizon: Type.Enum([...LEDGER_HORIZON_NAMES], {
      type: 'string',
      default: '24h',
      description: 'How far ahead the forecasts looked.',
    }),
    window: Type.Enum([...WINDOWS], { type: 'string', default: '30', description: 'Days of forecasts.' }),
    ...formatParameter,
  }),
  reply: quantScorecard.schema,
  otherTypes: ['text/markdown'],
  ports: [LEDGER],
  answer: async (context, { query: { scope, horizon, window, format } }) => {
    const asOf = context.now();
    const archive = context.use(LEDGER);
    const [from, to] = cardSpan(asOf, horizon, Number(window));
    const [live, backfilled] = await Promise.all(
      (['live', 'backfilled'] as const).map(async (name) => {
        const asked = { origin: name, scope, horizon, from, asOf };
        const isDue = ({ time }: { readonly time: string }): boolean => Date.parse(time) < to;
        const [grades, stated] = [await archive.grades(asked), await archive.stated(asked)];
        return { grades: grades.filter(isDue), stated: stated.filter(isDue) };
      }),
    );
    const { dataSource } = context;
    const wire = quantScorecard.encode({
      scope,
      horizon,
      window,
      live: live!,
      backfilled: backfilled!,
      asOf,
      dataSource,
    });
    const body: Body<QuantScorecardWire> =
      format === 'markdown' ? text(scorecardNote(wire), 'text/markdown; charset=utf-8') : value(wire);
    return ok(body);
  },
});
