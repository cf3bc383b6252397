/** List of an engine's rows: filtered, sorted, limited, and joined from JSON texts built once per refresh. */

import { err, ok } from '@barograph/core';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { text, type TextBody } from '../body.ts';
import type { Endpoint } from '../endpoint.ts';
import { record, type Codec, type Fields } from '../fields.ts';
import { operation, type MaybeLeftOut, type Operation, type TieredGiven } from '../operation.ts';
import { ORDERS } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { Publication, View } from '../published.ts';
import { keptByView } from './kept.ts';
import { bySymbol, byValue } from './order.ts';
import { pageFields, type Found, type PageQuery } from './page.ts';
import { provenanced, withProvenance } from './provenance.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

type SymbolRow = { readonly symbol: string };

/** Filter beyond equality with the field of its name. */
export interface Where<Row, S extends TSchema> {
  readonly schema: S;
  readonly passes: (row: Row, wanted: Static<S>, query: Readonly<Record<string, unknown>>) => boolean;
}
/**
 * Filter by a rule. Without a rule it filters nothing, for parameters of sorts and the envelope. A schema with a `default` always
 * applies, others only when sent.
 */
export function where<Row, S extends TSchema>(schema: S, passes: Where<Row, S>['passes'] = () => true): Where<Row, S> {
  return { schema, passes };
}

type Filters<Row> = Readonly<Record<string, TSchema | Where<Row, never>>>;
/** Sorts: the value of a row, by field name or rule. Rows without a value are last in both orders. */
export type Sorts<Row> = Readonly<
  Record<string, 'symbol' | ((row: Row, query: Readonly<Record<string, unknown>>) => number | null)>
>;

/** Definition of a list. */
export interface ListGiven<Row extends SymbolRow, Head, F extends Filters<Row>>
  extends
    Pick<Endpoint, 'family' | 'summary'>,
    Pick<TieredGiven, 'dataset' | 'access'>,
    MaybeLeftOut<Pick<Endpoint, 'description' | 'notes' | 'unknownParameters'>> {
  readonly path: string;
  /** Name of the answer's schema. */
  readonly title: string;
  readonly of: Publication<Row, Head>;
  readonly row: Codec<never, Fields<never>>;
  /** As in "The first meme rows are being computed." */
  readonly resource: string;
  /** Missing input of a symbol in `warming`. */
  readonly lacks?: string;
  readonly filters: F;
  /** Rejects contradictory queries. */
  readonly check?: (query: Readonly<Record<string, unknown>>) => Problem | undefined;
  readonly sorts: Sorts<Row>;
  readonly sort: string;
  /** `fixed`: symbols A to Z, everything else largest first, and no parameter. */
  readonly order?: 'asc' | 'desc' | 'fixed';
  readonly limit: { readonly fallback: number; readonly most: number };
  /** Accepts an offset. */
  readonly isPaged?: true;
  /** Envelope fields before `warming`, such as a breadth. */
  readonly more?: Fields<Found<Row, Head>>;
  /** Custom envelope. */
  readonly page?: (usual: ReturnType<typeof pageFields<Row, Head>>) => Fields<Found<Row, Head>>;
}

/** Sorts by fields of the same names. */
export function fieldSort<Row>(...names: readonly (NumberKeys<Row> & string)[]): Sorts<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the names says that these are numbers
  return Object.fromEntries(names.map((name) => [name, (row: Row) => row[name] as number | null]));
}
type NumberKeys<Row> = { [K in keyof Row]-?: Row[K] extends number | null ? K : never }[keyof Row];

/**
 * Defines a list operation over an engine.
 *
 * @example
 * export const memeList = list('meme.regime', {
 *   path: '/meme/regime', dataset: 'meme', family: 'meme', title: 'MemeList', summary: 'The regime of every meme coin.',
 *   resource: 'meme rows', lacks: 'too few completed days for a regime', of: memeEngine, row: memeRow,
 *   filters: { regime: MemeRegimeSchema }, sorts: { symbol: 'symbol', ...fieldSort<MemeRowWire>('ret_7d') },
 *   sort: 'ret_7d', limit: { fallback: 250, most: 500 },
 * });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- schema, reply and answer of one list, each derived from what the one before it gave
export function list<Row extends SymbolRow, Head, const F extends Filters<Row>>(
  id: string,
  given: ListGiven<Row, Head, F>,
): Operation {
  const { of: publication, row, resource, filters, sorts, order = 'desc', isPaged, check } = given;
  const sortNames = Object.keys(sorts);
  const query = querySchema(given, sortNames);
  const usual = pageFields<Row, Head>(sortNames, given.lacks);
  const { count, total, universe_size, limit, offset, sort, order: direction, ...rest } = usual;
  const standard: Fields<Found<Row, Head>> = {
    count,
    total,
    universe_size,
    limit,
    ...(isPaged === true ? { offset } : {}),
    sort,
    ...(order === 'fixed' ? {} : { order: direction }),
    ...given.more,
    ...rest,
  };
  const page = record<Found<Row, Head>, Fields<Found<Row, Head>>>(null, given.page?.(usual) ?? standard);
  const listed = Type.Array(row.schema, { description: 'The rows of the page, in order.' });
  const reply = withProvenance(Type.Object({ items: listed, ...page.schema.properties }, { title: given.title }));
  const rules = Object.entries(filters).map(([name, filter]): [string, Where<Row, never>['passes']] => [
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is of a field, as the type of filters says
    'passes' in filter ? filter.passes : (item, wanted) => item[name as keyof Row] === wanted,
  ]);

  const compareOf = (query: PageQuery): ((a: Row, b: Row) => number) => {
    const by = sorts[query.sort]!;
    if (order === 'fixed') return by === 'symbol' ? bySymbol('asc') : byValue('desc', (item) => by(item, query));
    return by === 'symbol' ? bySymbol(query.order) : byValue(query.order, (item) => by(item, query));
  };
  const bodyOf = (view: View<Row, Head>, query: PageQuery): TextBody<never> => {
    const wanted = rules.filter(([name]) => query[name] !== undefined);
    const compare = compareOf(query);
    const passing = view.records
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own schema checked the value of each filter
      .filter(({ value: item }) => wanted.every(([name, passes]) => passes(item, query[name] as never, query)))
      .sort((a, b) => compare(a.value, b.value));
    const { offset: skipped = 0, limit: most } = query;
    const items = passing.slice(skipped, skipped + most);
    const rest = page.encode({
      count: items.length,
      total: passing.length,
      universeSize: view.universeSize,
      passing: passing.map(({ value: item }) => item),
      query: query,
      head: view.head,
      asOf: view.asOf,
      dataSource: view.dataSource,
    });
    return text(
      `{"items":[${items.map(({ json }) => json).join(',')}],${JSON.stringify(provenanced(rest, view)).slice(1)}`,
    );
  };

  const kept = keptByView<TextBody<never>>();
  const { path, dataset, access, family, summary, description, notes, unknownParameters } = given;
  return operation<typeof NO_PATH, TObject>(id, {
    path,
    dataset,
    access,
    family,
    summary,
    description,
    query,
    reply,
    notes,
    pointInTime: true,
    unknownParameters,
    errors: [...(unknownParameters === 'reject' ? [UNKNOWN_PARAMETER] : []), WARMING_UP],
    answer: (context, { query: checked }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the schema above
      const query = checked as never as PageQuery;
      const refused = check?.(query);
      if (refused !== undefined) return err(refused);
      const view = context.latest(publication);
      if (view === undefined) return err(warmingUp(context, publication, resource));
      return ok(
        kept(
          view,
          query,
          () => JSON.stringify(query),
          () => bodyOf(view, query),
        ),
      );
    },
  });
}

/** Filters, then sort and limit. */
function querySchema(
  {
    filters,
    sort,
    order = 'desc',
    limit,
    isPaged,
  }: Pick<ListGiven<never, unknown, Filters<never>>, 'filters' | 'sort' | 'order' | 'limit' | 'isPaged'>,
  sortNames: readonly string[],
): TObject {
  const schemas = Object.entries(filters).map(([name, filter]): [string, TSchema] => {
    const schema = 'passes' in filter ? filter.schema : filter;
    return [name, 'default' in schema ? schema : Type.Optional(schema)];
  });
  return Type.Object({
    ...Object.fromEntries(schemas),
    sort: Type.Enum([...sortNames], { type: 'string', default: sort }),
    ...(order === 'fixed' ? {} : { order: Type.Enum([...ORDERS], { type: 'string', default: order }) }),
    limit: Type.Integer({ minimum: 1, maximum: limit.most, default: limit.fallback }),
    ...(isPaged === true ? { offset: Type.Integer({ minimum: 0, default: 0 }) } : {}),
  });
}

const UNKNOWN_PARAMETER = { code: 'unknown_parameter', when: 'A query parameter that is not one of these.' } as const;
const NO_PATH = Type.Object({});
