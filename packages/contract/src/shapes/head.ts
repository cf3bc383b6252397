/** Answer from the head of a publication: an index, a score, a market. */

import { err, ok, UsageError } from '@barograph/core';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import type { Context, Port } from '../context.ts';
import { datasetOf } from '../datasets.ts';
import type { Endpoint } from '../endpoint.ts';
import { record } from '../fields.ts';
import { operation, type MaybeLeftOut, type Operation, type TieredGiven } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { problem } from '../problem.ts';
import { joinProvenance, type Publication, type View } from '../published.ts';
import { keptByView } from './kept.ts';
import { sourceFields, stampFields } from './page.ts';
import { provenanced, withProvenance, type Origin } from './provenance.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

/** Inputs of the answer. */
export interface HeadOf<Row, Head, Query, Beside = never> extends View<Row, Head> {
  readonly query: Query;
  readonly sees: (part: string) => boolean;
  /** Additional publication; undefined before its first one. */
  readonly beside: Beside | undefined;
  /** Service behind a port. Use only values that never change, because the answer is cached. */
  readonly use: Context['use'];
}

/** Time and source of an answer. */
export interface Stamp {
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** Schema and encoder of a head; any codec qualifies. */
export interface HeadReply<From> {
  readonly schema: TSchema;
  readonly encode: (from: From & Stamp) => unknown;
}

/** Definition of a head. */
export interface HeadGiven<Row, Head, Q extends TObject, From, BesideRow, BesideHead>
  extends
    Pick<Endpoint, 'family' | 'summary'>,
    Omit<TieredGiven, 'paid'>,
    MaybeLeftOut<Pick<Endpoint, 'description' | 'headers' | 'errors' | 'notes'>> {
  readonly path: string;
  readonly of: Publication<Row, Head>;
  /** Optional second publication, with another cadence or source. */
  readonly beside?: Publication<BesideRow, BesideHead>;
  readonly ports?: readonly Port<unknown>[];
  readonly reply: HeadReply<From>;
  readonly query?: Q;
  /** As in "The first volatility rows are being computed." */
  readonly resource: string;
  /** Selects the fields' input; null while unknown. */
  readonly make: (input: HeadOf<Row, Head, Static<Q>, View<BesideRow, BesideHead>>) => From | null;
  /** The 503 for null: message and Retry-After. Required when `make` can return null. */
  readonly unknown?: {
    readonly message: string;
    readonly when: string;
    /** Seconds. @default the host's */
    readonly retryAfter?: number;
  };
}

/**
 * Reply of a body encoded at publication: its fields, then time and source.
 *
 * @param title name of the answer's schema.
 */
export function stamped<Wire>(
  title: string,
  body: { readonly schema: TObject; readonly encode: (from: never) => Wire },
): HeadReply<Wire> {
  return {
    schema: Type.Object({ ...body.schema.properties, ...stamp.schema.properties }, { title }),
    encode: (answer) => {
      const { asOf, dataSource, ...wire } = answer;
      return { ...wire, ...stamp.encode({ asOf, dataSource }) };
    },
  };
}
const stamp = record<
  Stamp,
  { [K in keyof typeof sourceFields | 'as_of']: (typeof stampFields & typeof sourceFields)[K] }
>(null, { ...stampFields, ...sourceFields });

const NO_QUERY = Type.Object({});

/** Placeholder for a missing publication. */
const NOTHING = Object.freeze({});

/** Sources of both publications, ordered by kind of data. */
function bothOrigins(view: Origin, beside: Origin | undefined): Origin {
  const more = beside?.provenance;
  return more === undefined ? view : { provenance: joinProvenance([...(view.provenance ?? []), ...more]) };
}

/** Defines a head operation; answers are cached until the next refresh. */
export function head<
  Row,
  Head,
  From extends object,
  Q extends TObject = typeof NO_QUERY,
  BesideRow = never,
  BesideHead = never,
>(id: string, given: HeadGiven<Row, Head, Q, From, BesideRow, BesideHead>): Operation {
  const { of: publication, beside: second, ports = [], reply, resource, make, unknown } = given;
  const { path, dataset, access, family, summary, description, parts, headers, errors = [], notes } = given;
  if (datasetOf(dataset).coins !== undefined && publication.scopeHead === undefined) {
    throw new UsageError(
      `"scopeHead" expected of ${publication.name}, because ${id} shows tiers different coins, got none`,
    );
  }
  const keptBeside = new WeakMap<object, ReturnType<typeof keptByView<ValueBody<never> | null>>>();
  const keptFor = (beside: object): ReturnType<typeof keptByView<ValueBody<never> | null>> => {
    const kept = keptBeside.get(beside) ?? keptByView();
    keptBeside.set(beside, kept);
    return kept;
  };
  return operation<typeof NO_QUERY, Q>(id, {
    path,
    dataset,
    access,
    family,
    summary,
    description,
    parts,
    headers,
    notes,
    pointInTime: true,
    ports,
    reply: withProvenance(reply.schema),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Q is the empty query when none is given
    query: (given.query ?? NO_QUERY) as Q,
    errors: [unknown === undefined ? WARMING_UP : { code: 'warming_up', when: unknown.when }, ...errors],
    answer: (context, { query, sees }) => {
      const view = context.latest(publication);
      if (view === undefined) return err(warmingUp(context, publication, resource));
      const beside = second === undefined ? undefined : context.latest(second);
      const body = keptFor(beside ?? NOTHING)(
        view,
        query,
        () => JSON.stringify(query),
        () => {
          const answer = make({ ...view, query, sees, beside, use: (port) => context.use(port) });
          const { asOf, dataSource } = view;
          if (answer === null) return null;
          const wire = reply.encode({ ...answer, asOf, dataSource });
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
          return value(provenanced(wire, bothOrigins(view, beside))) as ValueBody<never>;
        },
      );
      if (body !== null) return ok(body);
      const { message, retryAfter = context.retryAfter(publication) } = unknown ?? { message: 'Not known yet.' };
      return err(problem('warming_up', message, { retryAfter }));
    },
  });
}
