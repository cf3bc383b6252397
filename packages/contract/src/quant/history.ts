/** GET /quant/history: the hourly nowcast of the market, or of a perp. */

import { bucketOpen, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { text, value, type Body } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import { parseMoment } from '../time.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf, provenanced, withProvenance } from '../shapes/provenance.ts';
import { AnyHorizonParameter, QUANT_HORIZONS, regimeMapField, type QuantHorizon } from './classes.ts';
import { quantHour, quantHoursCsv, type QuantHour } from './hour.ts';
import { modelOf, needsModel } from './needs-model.ts';
import type { QuantRange, RunningModel } from './port.ts';

/** The hours of a range. */
export interface QuantHistoryParts extends QuantRange {
  readonly hours: readonly QuantHour[];
  /** undefined selects both. */
  readonly horizon: QuantHorizon | undefined;
  readonly truncated: boolean;
  readonly available: Available | undefined;
  readonly dataSource: DataSource;
}
const field = fieldsOf<QuantHistoryParts>();
/** The answer. */
export const quantHistory = record('QuantHistory', {
  rows: field.items(quantHour, 'The hours, oldest first.', ({ hours, horizon }) =>
    hours.map((hour) => ({ hour, horizon })),
  ),
  count: field.integer('Hours in rows.', ({ hours }) => hours.length, { minimum: 0 }),
  scope: field.text('market, or the perp as it is listed.', (parts) => parts.scope),
  horizon: field.choiceOrNull(QUANT_HORIZONS, 'Horizon of the columns; null: both.', (parts) => parts.horizon ?? null),
  start: field.moment('Open of the first hour that was asked for.', (parts) => parts.start),
  end: field.moment('Open of the last hour that was asked for.', (parts) => parts.end),
  limit: field.integer('Most hours, as asked.', (parts) => parts.limit, { minimum: 1 }),
  truncated: field.flag('The limit clipped the recent end.', (parts) => parts.truncated),
  available: availableIfEmpty,
  regime_map: regimeMapField,
  ...sourceFields,
});
/** The answer on the wire. */
export type QuantHistoryWire = WireOf<typeof quantHistory>;

const QUERY = Type.Object({
  scope: Type.String({ default: 'market', minLength: 1, description: 'market, or the name of a perp.' }),
  start: Type.String({ minLength: 1, description: 'ISO-8601 or unix ms.', examples: ['2024-02-01'] }),
  end: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; now when it is not sent.' })),
  horizon: AnyHorizonParameter,
  limit: Type.Integer({ minimum: 1, maximum: 2000, default: 500, description: 'Most hours.' }),
  format: Type.Enum(['json', 'csv'], { type: 'string', default: 'json', description: 'csv answers text/csv.' }),
});

const wrong = (name: string, msg: string): Problem => validationProblem({ loc: ['query', name], msg, type: 'moment' });

/** Range of a checked query, with parsed moments. @param now epoch ms. */
export function historyRange(
  { scope, start: first, end: last, limit }: Pick<Static<typeof QUERY>, 'scope' | 'start' | 'end' | 'limit'>,
  now: number,
): Result<QuantRange, Problem> {
  const start = parseMoment(first);
  if (start === undefined) return err(wrong('start', 'expected ISO-8601 or unix ms'));
  const end = last === undefined ? now : parseMoment(last);
  if (end === undefined) return err(wrong('end', 'expected ISO-8601 or unix ms'));
  if (start > end) return err(wrong('start', 'expected a moment not after end'));
  return ok({ scope, start, end, limit });
}

/** First and last hour of a scope, for an answer without rows. */
async function extentOf({ archive }: RunningModel, scope: string, now: number): Promise<Available> {
  const found = await archive.hours({ scope, start: 0, end: now, limit: 1 }, now);
  const from = found?.hours[0]?.time ?? null;
  if (from === null) return { from, to: null, reason: 'no hour of this scope has closed' };
  return { from, to: bucketOpen(now, HOUR_MS), reason: 'no hour of this scope is between start and end' };
}

export const quantHistoryRange = needsModel(
  operation('quant.history', {
    path: '/quant/history',
    family: 'quant',
    dataset: 'quant_history',
    summary: 'Hour by hour what was said of the market, or of a perp.',
    description:
      'Hours that open within start and end, both included, oldest first; truncated says that the limit clipped the recent end. backfilled rows were computed afterwards by the model of model_version, from the hours before each, those of a perp under the transitions of all coins; the others are what was said at the time. Without horizon a row has the columns of both. format=csv answers text/csv with the same columns.',
    query: QUERY,
    reply: withProvenance(quantHistory.schema),
    otherTypes: ['text/csv'],
    errors: [{ code: 'unknown_symbol', when: 'scope is neither market nor a perp.' }],
    answer: async (context, { query }): Promise<Result<Body<QuantHistoryWire>, Problem>> => {
      const model = modelOf(context);
      if (!model.ok) return model;
      const now = context.now();
      const range = historyRange(query, now);
      if (!range.ok) return range;
      const found = await model.value.archive.hours(range.value, now);
      if (found === undefined) return err(problem('unknown_symbol', `No perp is named ${query.scope}.`));
      const { horizon, limit, format } = query;
      const hours = found.hours.slice(0, limit);
      if (format === 'csv') return ok(text(quantHoursCsv(hours, horizon), 'text/csv; charset=utf-8'));
      const truncated = found.hours.length > limit;
      const { scope } = found;
      const dataSource = kindOf(found, context.dataSource);
      const available = hours.length > 0 ? undefined : await extentOf(model.value, scope, now);
      const wire = quantHistory.encode({ ...range.value, scope, hours, horizon, truncated, available, dataSource });
      return ok(value(provenanced(wire, found)));
    },
  }),
);
