/** GET /quant/ledger/digests: the hash chain of the ledger, a digest for each closed UTC day. */

import { DAY_MS, err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { validationProblem } from '../problem.ts';
import { sourceFields } from '../shapes/page.ts';
import type { LedgerDigest } from './chain.ts';
import { LEDGER_ORIGINS, type LedgerOrigin } from './kinds.ts';
import { utcDate } from '../scalar.ts';
import { dayOf, DaySchema, OriginParameter } from './parameters.ts';
import { LEDGER } from './port.ts';

/** Maximum days of an answer. */
const MOST_DAYS = 400;

const digest = fieldsOf<LedgerDigest>();
const digestRecord = record('LedgerDigest', {
  origin: digest.choice(LEDGER_ORIGINS, 'Chain.', (d) => d.origin),
  date: digest.text('UTC day, YYYY-MM-DD.', (d) => d.date),
  rows: digest.integer('Rows of the day, grades included.', (d) => d.rows, { minimum: 0 }),
  previous: digest.text('Digest of the day before, hexadecimal; 64 zeros for the first day.', (d) => d.previous),
  digest: digest.text(
    'SHA-256, hexadecimal, of lines joined by a line feed: "origin date rows previous", then the SHA-256 of each row as JSON with sorted names and without spaces, in the order of their ids.',
    (d) => d.digest,
  ),
});

interface Digests {
  readonly origin: LedgerOrigin;
  readonly days: readonly LedgerDigest[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Digests>();
const reply = record('LedgerDigests', {
  origin: field.choice(LEDGER_ORIGINS, 'Chain, as asked.', (d) => d.origin),
  days: field.items(digestRecord, 'Closed days, oldest first.', (d) => d.days, { maxItems: MOST_DAYS }),
  count: field.integer('Days in days.', ({ days }) => days.length, { minimum: 0 }),
  as_of: field.moment('When this was looked at.', (d) => d.asOf),
  ...sourceFields,
});
/** The answer on the wire. */
export type LedgerDigestsWire = WireOf<typeof reply>;

export const getDigests = operation('quant.ledger_digests', {
  path: '/quant/ledger/digests',
  family: 'quant',
  dataset: 'ledger',
  summary: 'The hash chain of the ledger: a digest for each closed UTC day.',
  description:
    'A digest covers the rows that were written on its day and the digest of the day before, so that an edit of any row changes every later digest. Keep one, and nobody can change what lies before it unnoticed; barograph verify compares a range with its rows. Backfilled rows have a chain of their own, by the day of their hours.',
  query: Type.Object({
    origin: OriginParameter,
    from: Type.Optional(Type.String({ ...DaySchema, description: 'First UTC day; 30 days before to when not sent.' })),
    to: Type.Optional(Type.String({ ...DaySchema, description: 'Last UTC day; today when not sent.' })),
  }),
  reply: reply.schema,
  ports: [LEDGER],
  answer: async (context, { query }) => {
    const asOf = context.now();
    const to = dayOf('to', query.to, asOf);
    if (!to.ok) return to;
    const from = dayOf('from', query.from, Math.max(0, to.value - 30 * DAY_MS));
    if (!from.ok) return from;
    if (from.value > to.value || to.value - from.value >= MOST_DAYS * DAY_MS) {
      const msg = `expected a day not after to (${utcDate(to.value)}), and at most ${MOST_DAYS} days, got ${utcDate(from.value)}`;
      return err(validationProblem({ loc: ['query', 'from'], msg, type: 'value' }));
    }
    const { origin } = query;
    const days = await context.use(LEDGER).digests({ origin, from: from.value, to: to.value });
    return ok(value(reply.encode({ origin, days, asOf, dataSource: context.dataSource })));
  },
});
