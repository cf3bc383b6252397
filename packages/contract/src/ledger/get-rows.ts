/** GET /quant/ledger: rows of the ledger as they were written and hashed. */

import { DAY_MS, err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { text, type Body } from '../body.ts';
import { paidFrom } from '../datasets.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { sourceFields } from '../shapes/page.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { LEDGER_ORIGINS } from './kinds.ts';
import { utcDate } from '../scalar.ts';
import { dayOf, DaySchema, LEDGER_HORIZON_NAMES, OriginParameter } from './parameters.ts';
import { LEDGER } from './port.ts';
import { LedgerRowSchema } from './row-schema.ts';

/** Age in days after which any key sees a day's rows. */
const OPEN_DAYS = 30;

/** The answer. */
const reply = Type.Object(
  {
    origin: Type.Enum([...LEDGER_ORIGINS], { type: 'string', description: 'Chain, as asked.' }),
    date: Type.String({ description: 'UTC day whose digest covers the rows, YYYY-MM-DD.' }),
    rows: Type.Array(LedgerRowSchema, { description: 'In the order of the digest: by id.' }),
    count: Type.Integer({ minimum: 0, description: 'Rows in rows.' }),
    next: nullable(Type.String(), 'Id to send as after for the next page; null: there is nothing more.'),
    as_of: EpochMsSchema,
    data_source: sourceFields.data_source.schema,
    source: sourceFields.source.schema,
  },
  { title: 'LedgerRows' },
);

export const getLedgerRows = operation('quant.ledger', {
  path: '/quant/ledger',
  family: 'quant',
  dataset: 'ledger',
  parts: { recent: 'ledger_rows' },
  summary: 'Rows of the ledger as they were written: forecasts, and their grades.',
  description: `Rows of one UTC day of a chain, as quant/ledger/digests covers them. A forecast row is written when it is published and never changed; its grade is a row of its own. The rows of the last ${OPEN_DAYS} days need the tier that sees them, older ones any key.`,
  query: Type.Object({
    date: Type.Optional(Type.String({ ...DaySchema, description: 'UTC day; today when not sent.' })),
    origin: OriginParameter,
    scope: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'market, the name of a perp as it is listed, or a reference book.',
      }),
    ),
    horizon: Type.Optional(Type.Enum([...LEDGER_HORIZON_NAMES], { type: 'string', description: 'Of the forecasts.' })),
    after: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next of the page before.' })),
    limit: Type.Integer({ minimum: 1, maximum: 2000, default: 500, description: 'Most rows.' }),
  }),
  reply,
  errors: [
    { code: 'tier_too_low', when: `The rows are of the last ${OPEN_DAYS} days and the tier does not see those.` },
  ],
  ports: [LEDGER],
  answer: async (context, { query, sees }) => {
    const asOf = context.now();
    const day = dayOf('date', query.date, asOf);
    if (!day.ok) return day;
    if (!sees('recent') && day.value > asOf - (OPEN_DAYS + 1) * DAY_MS) {
      const requiredTier = paidFrom('ledger_rows');
      const message = `Rows of the last ${OPEN_DAYS} days need ${requiredTier}; send date of an older day.`;
      return err(problem('tier_too_low', message, { requiredTier }));
    }
    const { origin, scope, horizon, after, limit } = query;
    const wanted = { origin, day: day.value, scope, horizon, after, limit: limit + 1, asOf };
    const found = await context.use(LEDGER).rows(wanted);
    const rows = found.slice(0, limit);
    const next = found.length > limit ? rows.at(-1)!.id : null;
    const { dataSource } = context;
    const head = JSON.stringify({ origin, date: utcDate(day.value) }).slice(0, -1);
    const tail = JSON.stringify({ count: rows.length, next, as_of: asOf, data_source: dataSource, source: dataSource });
    // The texts that were hashed, unchanged.
    const body: Body<never> = text(`${head},"rows":[${rows.map((row) => row.text).join(',')}],${tail.slice(1)}`);
    return ok(body);
  },
});
