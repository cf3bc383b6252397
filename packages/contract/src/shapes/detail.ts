/** Detail of a symbol: its row at the top level, with additions. */

import { err, ok, type Result } from '@barograph/core';
import { Type, type Static, type TObject } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { Context } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import { record, type Codec, type Fields } from '../fields.ts';
import { operation, type Awaitable, type MaybeLeftOut, type Operation, type TieredGiven } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { Publication, SymbolsHead, View } from '../published.ts';
import { keptByView } from './kept.ts';
import { createSymbolLookup, type LookupConfig, type SymbolLookup } from './lookup.ts';
import { provenanced, withProvenance } from './provenance.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

/** Inputs of the additions to a detail. */
export interface DetailOf<Row, Head, Query> {
  readonly row: Row;
  readonly head: Head;
  readonly asOf: number;
  readonly query: Query;
  readonly context: Context;
  /** Whether the caller's tier sees this part of the answer. */
  readonly sees: (part: string) => boolean;
}

/** Additions with time and source. */
export type DetailFound<More> = More & { readonly asOf: number; readonly dataSource: DataSource };

/** Definition of a detail. */
export interface DetailGiven<Row, Head, Q extends TObject, More>
  extends
    LookupConfig,
    Pick<Endpoint, 'family' | 'summary'>,
    Omit<TieredGiven, 'paid'>,
    MaybeLeftOut<Pick<Endpoint, 'description' | 'notes'>> {
  /** Contains `{symbol}`. */
  readonly path: string;
  /** Name of the answer's schema. */
  readonly title: string;
  /** Symbol that almost every host lists. */
  readonly example: string;
  readonly of: Publication<Row, Head>;
  readonly row: Codec<never, Fields<never>>;
  readonly query?: Q;
  /** Builds the additions to the row; may fetch bars. Rejections are not cached. */
  readonly make: (input: DetailOf<Row, Head, Static<Q>>) => Awaitable<More>;
  /** Wire fields of the additions. */
  readonly fields: Fields<DetailFound<More>>;
}

const NO_QUERY = Type.Object({});

/** Defines a detail operation over an engine; answers are cached until the next refresh. */
export function detail<
  Row extends { readonly symbol: string },
  Head extends SymbolsHead,
  More,
  Q extends TObject = typeof NO_QUERY,
>(id: string, given: DetailGiven<Row, Head, Q, More>): Operation {
  const { of: publication, row, resource, lacks, make } = given;
  const more = record<DetailFound<More>, Fields<DetailFound<More>>>(null, given.fields);
  const whole = Type.Object({ ...row.schema.properties, ...more.schema.properties }, { title: given.title });
  const reply = withProvenance(whole);
  const lookups = new WeakMap<View<Row, Head>, SymbolLookup<Row>>();
  const lookUp = (context: Context, view: View<Row, Head>, name: string): Result<Row, Problem> => {
    let known = lookups.get(view);
    if (known === undefined) {
      known = createSymbolLookup<Row>(view, given);
      lookups.set(view, known);
    }
    return known(name, () => context.retryAfter(publication));
  };

  const bodyOf = async (view: View<Row, Head>, input: DetailOf<Row, Head, Static<Q>>): Promise<ValueBody<never>> => {
    const created = await make(input);
    const { asOf, dataSource } = view;
    const wire = { ...input.row, ...more.encode({ ...created, asOf, dataSource }) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row is on the wire already
    return value(provenanced(wire, view) as never);
  };

  /** By path: each URL brings its own query object. */
  const kept = keptByView<Promise<ValueBody<never>>>();
  const { path, dataset, access, family, summary, description, parts, notes } = given;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Q is the empty query when none is given
  const query = (given.query ?? NO_QUERY) as Q;
  const pathParameters = Type.Object({ symbol: Type.String({ examples: [given.example] }) });
  return operation<typeof pathParameters, Q>(id, {
    path,
    dataset,
    access,
    family,
    summary,
    description,
    parts,
    notes,
    pointInTime: true,
    pathParameters,
    query,
    reply,
    errors: [
      { code: 'unknown_symbol', when: 'No row of that name; suggestions name rows that exist.' },
      { code: 'too_little_history', when: `The coin is listed, but has ${lacks}.` },
      WARMING_UP,
    ],
    answer: async (context, { path: place, query, sees }) => {
      const view = context.latest(publication);
      if (view === undefined) return err(warmingUp(context, publication, `${resource} rows`));
      const found = lookUp(context, view, place.symbol);
      if (!found.ok) return found;
      const input = { row: found.value, head: view.head, asOf: view.asOf, query, context, sees };
      const key = (): string => JSON.stringify([found.value.symbol, query]);
      return ok(await kept(view, place, key, async () => bodyOf(view, input)));
    },
  });
}
