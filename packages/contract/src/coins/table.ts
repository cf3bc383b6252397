/** Operations over the table of coins, cached per query and publication. */

import { ok, type Result } from '@barograph/core';
import type { Static, TObject } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { DeclaredError } from '../declared-error.ts';
import type { Codec, Fields } from '../fields.ts';
import { operation, type Operation } from '../operation.ts';
import type { Problem } from '../problem.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedReference, REFERENCE_ERRORS, REFERENCE_SOURCES } from '../shapes/reference.ts';
import { ofTable, type CoinsView, type OfTable } from './envelope.ts';
import { coinsPublication } from './publication.ts';

/** Definition of an operation. */
interface CoinsGiven<P extends TObject, Q extends TObject, Found extends object, F extends Fields<Found & OfTable>> {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters?: P;
  readonly query?: Q;
  readonly reply: Codec<Found & OfTable, F>;
  readonly errors?: readonly DeclaredError[];
  /** Computes the inputs of the reply's fields. */
  readonly find: (
    view: CoinsView,
    request: { readonly path: Static<P>; readonly query: Static<Q> },
  ) => Result<Found, Problem>;
}

/** An operation of the family `coins`. */
export function coinsOperation<
  P extends TObject,
  Q extends TObject,
  Found extends object,
  F extends Fields<Found & OfTable>,
>(id: string, given: CoinsGiven<P, Q, Found, F>): Operation {
  const { path, summary, description, pathParameters, query, reply, errors = [], find } = given;
  const kept = keptByView<Result<ValueBody<never>, Problem>>();
  return operation<P, Q>(id, {
    path,
    pointInTime: true,
    dataset: 'coins',
    family: 'coins',
    summary,
    description,
    pathParameters,
    query,
    reply: withProvenance(reply.schema),
    ports: [REFERENCE_SOURCES],
    errors: [...errors, ...REFERENCE_ERRORS],
    answer: (context, request) => {
      const published = publishedReference(context, coinsPublication);
      if (!published.ok) return published;
      const view = published.value;
      return kept(
        view,
        request.query,
        () => JSON.stringify([request.path, request.query]),
        () => {
          const found = find(view, request);
          if (!found.ok) return found;
          const wire = reply.encode({ ...found.value, ...ofTable(view) });
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
          return ok(value(provenanced(wire, view)) as ValueBody<never>);
        },
      );
    },
  });
}
