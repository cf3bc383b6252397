/** A page of rows on the wire. */

import { ok, type Result } from '@barograph/core';
import { value, type Body } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record, type Codec, type Fields } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import { sourceFields } from '../shapes/page.ts';
import type { ArchivePage } from './port.ts';

interface Sent<Row> extends ArchivePage<Row> {
  readonly dataSource: DataSource;
}

/** Reply of a page. @param title name of the schema. */
export function pageOf<Row, F extends Fields<Row>>(title: string, row: Codec<Row, F>, order: string) {
  const of = fieldsOf<Sent<Row>>();
  const reply = record(title, {
    items: of.items(row, order, ({ rows }) => rows),
    count: of.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
    next_cursor: of.textOrNull('Continues after this page; null: there is nothing more.', ({ next }) => next),
    ...sourceFields,
  });
  const answer = (context: Context, page: Result<ArchivePage<Row>, Problem>): Result<Body<never>, Problem> => {
    if (!page.ok) return page;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
    return ok(value(reply.encode({ ...page.value, dataSource: context.dataSource })) as Body<never>);
  };
  return { schema: reply.schema, answer };
}

/** The order of every page of rows. */
export const ROW_ORDER = 'In the order of day, exchange, symbol and time.';
