/** A page of rows on the wire. */

import { DAY_MS, ok, type Result } from '@barograph/core';
import { value, type Body } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record, type Codec, type Fields } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { sourceFields } from '../shapes/page.ts';
import { BACKTESTING, type ArchivePage, type Backtesting } from './port.ts';

interface Sent<Row> extends ArchivePage<Row> {
  readonly dataSource: DataSource;
  readonly available: Available | undefined;
}

/** Coverage of an archive type, and the reason for an empty page. */
async function extentOf(archive: Backtesting, name: string): Promise<Available> {
  const { types } = await archive.status();
  const type = types.find((type) => type.type === name);
  if (type?.status === 'unavailable') return { from: null, to: null, reason: 'this service has no source of it' };
  if (type === undefined || type.firstDay === null || type.lastDay === null) {
    return { from: null, to: null, reason: 'no day is archived yet' };
  }
  const to = Date.parse(type.lastDay) + DAY_MS;
  return { from: Date.parse(type.firstDay), to, reason: 'the archive has no row of the question' };
}

/**
 * Reply of a page.
 *
 * @param title name of the schema.
 * @param type archive type of the rows; omit it when rows do not come from daily files.
 */
export function pageOf<Row, F extends Fields<Row>>(title: string, row: Codec<Row, F>, order: string, type?: string) {
  const field = fieldsOf<Sent<Row>>();
  const reply = record(title, {
    items: field.items(row, order, ({ rows }) => rows),
    count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
    available: availableIfEmpty,
    next_cursor: field.textOrNull('Continues after this page; null: there is nothing more.', ({ next }) => next),
    ...sourceFields,
  });
  const answer = async (
    context: Context,
    page: Result<ArchivePage<Row>, Problem>,
    isFirst = false,
  ): Promise<Result<Body<never>, Problem>> => {
    if (!page.ok) return page;
    const isEmpty = isFirst && type !== undefined && page.value.rows.length === 0;
    const available = isEmpty ? await extentOf(context.use(BACKTESTING), type) : undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
    return ok(value(reply.encode({ ...page.value, dataSource: context.dataSource, available })) as Body<never>);
  };
  return { schema: reply.schema, answer };
}

/** Row order of every page. */
export const ROW_ORDER = 'In the order of day, exchange, symbol and time.';
