/** Envelope of a list: its answer without the rows. */

import { Type } from 'typebox';
import { fieldsOf, type Fields } from '../fields.ts';
import { DATA_SOURCES, ORDERS, type DataSource } from '../parameters.ts';
import type { SymbolsHead } from '../published.ts';

/** List before encoding. */
export interface Found<Row, Head> {
  /** Rows on the page. */
  readonly count: number;
  /** Rows that pass the filters. */
  readonly total: number;
  /** Rows before any filter. */
  readonly universeSize: number;
  /** The rows that pass, in order. */
  readonly passing: readonly Row[];
  readonly query: PageQuery;
  readonly head: Head;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** Query fields of every list. */
export interface PageQuery extends Readonly<Record<string, unknown>> {
  readonly limit: number;
  /** Only for paged lists. */
  readonly offset?: number;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

const WHERE_FROM = 'Source of the numbers: bar files, the seeded simulator, or a venue.';
const { choice } = fieldsOf<{ readonly dataSource: DataSource }>();
/** Data source of an answer, under both names of the contract. */
export const sourceFields = {
  data_source: choice(DATA_SOURCES, WHERE_FROM, (stamp) => stamp.dataSource),
  source: choice(DATA_SOURCES, `${WHERE_FROM} The same as data_source.`, (stamp) => stamp.dataSource),
};

const { moment } = fieldsOf<{ readonly asOf: number }>();
/** Time and source of an answer. */
export const stampFields = {
  as_of: moment('When the rows were computed.', (stamp) => stamp.asOf),
  data_source: sourceFields.data_source,
};

/** Envelope fields available to lists, which select and order them. */
export function pageFields<Row, Head>(sorts: readonly string[], lacks: string | undefined) {
  const { integer, choice, list, moment } = fieldsOf<Found<Row, Head>>();
  const warmingOf = ({ head }: Found<Row, Head>): readonly string[] =>
    isWarmingHead(head) ? [...head.warming, ...(head.pending ?? [])] : [];
  return {
    count: integer('Rows in items.', (found) => found.count, { minimum: 0 }),
    total: integer('Rows that pass the filters, before limit and offset.', (found) => found.total, { minimum: 0 }),
    universe_size: integer('All rows that the key may see, before filters.', (found) => found.universeSize, {
      minimum: 0,
    }),
    limit: integer('Most rows of the page, as asked.', (found) => found.query.limit, { minimum: 1 }),
    offset: integer('Rows skipped before the page, as asked.', (found) => found.query.offset ?? 0, { minimum: 0 }),
    sort: choice(sorts, 'What the rows are sorted by.', (found) => found.query.sort),
    order: choice(ORDERS, 'Direction of the sort.', (found) => found.query.order),
    warming: list(Type.String(), `Symbols with ${lacks ?? 'too little history'}.`, warmingOf),
    as_of: moment('When the rows were computed.', (found) => found.asOf),
    ...sourceFields,
  } satisfies Fields<Found<Row, Head>>;
}

function isWarmingHead(head: unknown): head is SymbolsHead {
  return typeof head === 'object' && head !== null && 'warming' in head;
}
