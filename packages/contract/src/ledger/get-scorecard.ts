/** GET /quant/scorecard: how often published forecasts were right, against what was known without them. */

import { MINUTE_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { text, value, type Body } from '../body.ts';
import type { Context } from '../context.ts';
import { NEWS } from '../news/port.ts';
import { operation } from '../operation.ts';
import { formatParameter } from '../shapes/format.ts';
import { cardSpan } from './headline.ts';
import { LEAST_GRADED, type LedgerHorizon } from './kinds.ts';
import { impactCardOf, impactSpan, NEWS_IMPACT_V1 } from './news-impact.ts';
import type { DatedImpactCard } from './news-impact-record.ts';
import { scorecardNote } from './note.ts';
import { LEDGER_HORIZON_NAMES, ScopeParameter } from './parameters.ts';
import { LEDGER } from './port.ts';
import { quantScorecard, WINDOWS, type QuantScorecardWire } from './scorecard-record.ts';

/** Cache time of the news table, which changes once a day or after a start of the host. */
const KEPT_MS = 5 * MINUTE_MS;

/** Cache time of a card. A year of the market takes a second of processor time; apart from late grades it changes once a day. */
const CARD_MS = MINUTE_MS;

/** Stories of whole days by impact; null when the host has no reports. */
async function newsImpact(context: Context, scope: string, days: number): Promise<DatedImpactCard | null> {
  const archive = context.use(NEWS);
  if (!archive.hasSource) return null;
  const { from, to, asOf } = impactSpan(context.now(), days);
  return context.atMostEvery(KEPT_MS, `${NEWS_IMPACT_V1.version}:${scope}:${from}:${to}`, async () => {
    const symbols = scope === 'market' ? undefined : [scope];
    const stories = await archive.events({ after: from - 1, asOf, symbols });
    return { from, to, ...impactCardOf(stories.filter(({ event }) => event.time < to)) };
  });
}

/** Query of the scorecard. */
interface CardQuery {
  readonly scope: string;
  readonly horizon: LedgerHorizon;
  readonly window: (typeof WINDOWS)[number];
}

async function cardOf(context: Context, { scope, horizon, window }: CardQuery): Promise<QuantScorecardWire> {
  const asOf = context.now();
  const archive = context.use(LEDGER);
  const [from, to] = cardSpan(asOf, horizon, Number(window));
  const [live, backfilled] = await Promise.all(
    (['live', 'backfilled'] as const).map(async (name) => {
      const request = { origin: name, scope, horizon, from, asOf };
      const isDue = ({ time }: { readonly time: string }): boolean => Date.parse(time) < to;
      const [grades, stated] = [await archive.grades(request), await archive.stated(request)];
      return { grades: grades.filter(isDue), stated: stated.filter(isDue) };
    }),
  );
  return quantScorecard.encode({
    scope,
    horizon,
    window,
    live: live!,
    backfilled: backfilled!,
    newsImpact: await newsImpact(context, scope, Number(window)),
    asOf,
    dataSource: context.dataSource,
  });
}

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
  ports: [LEDGER, NEWS],
  answer: async (context, { query: { format, ...request } }) => {
    const { scope, horizon, window } = request;
    const key = `scorecard/1:${scope}:${horizon}:${window}`;
    const wire = await context.atMostEvery(CARD_MS, key, async () => cardOf(context, request));
    const body: Body<QuantScorecardWire> =
      format === 'markdown' ? text(scorecardNote(wire), 'text/markdown; charset=utf-8') : value(wire);
    return ok(body);
  },
});
