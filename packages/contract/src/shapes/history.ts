/** History of points encoded at publication, oldest first, limited to the last days or points. */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { fieldsOf, record, type Codec, type Fields } from '../fields.ts';
import type { MaybeLeftOut, Operation, TieredGiven } from '../operation.ts';
import type { Publication } from '../published.ts';
import { head, type HeadOf, type Stamp } from './head.ts';
import { sourceFields, stampFields } from './page.ts';

/** Bounds of the parameter that limits a history. */
export interface Span {
  /** Default value. */
  readonly fallback: number;
  readonly most: number;
}

/** Definition of a history. */
export interface HistoryGiven<Row, Head, Point, Q extends TObject>
  extends
    Pick<Endpoint, 'family' | 'summary'>,
    Omit<TieredGiven, 'paid'>,
    MaybeLeftOut<Pick<Endpoint, 'description' | 'notes'>> {
  readonly path: string;
  /** Name of the answer's schema. */
  readonly title: string;
  readonly of: Publication<Row, Head>;
  /** Codec of a point. */
  readonly point: Codec<never, Fields<never>>;
  /** As in "The first volatility rows are being computed." */
  readonly resource: string;
  /** Parameters besides `days` and `limit`, used by `points`. */
  readonly query?: Q;
  /** Points on the wire, oldest first. */
  readonly points: (input: HeadOf<Row, Head, Static<Q>>) => readonly Point[];
  /** Accepts `days`: points of the last UTC dates, including the date of the answer. */
  readonly days?: Span & {
    /** Time of a point, epoch ms. */
    readonly at: (point: Point) => number;
  };
  /** Accepts `limit`: the maximum number of last points. */
  readonly limit?: Span;
}

/** Inputs of the envelope. */
interface HistoryFound<Point> extends Stamp {
  readonly points: readonly Point[];
  readonly query: SpanQuery;
}
interface SpanQuery {
  readonly days?: number;
  readonly limit?: number;
}

/**
 * Defines a history over a publication; answers are cached until the next publication.
 *
 * @example
 * history('volatility.index_history', {
 *   path: '/volatility/index/history', dataset: 'volatility_history', family: 'volatility',
 *   title: 'VolatilityIndexHistory', summary,
 *   of: volatilityEngine, point: indexPoint, resource: 'volatility rows', points: ({ head }) => head.history,
 *   days: { fallback: 90, most: 365, at: ({ date }) => Date.parse(date) },
 * });
 */
export function history<Row, Head, Point, Q extends TObject = typeof NO_QUERY>(
  id: string,
  given: HistoryGiven<Row, Head, Point, Q>,
): Operation {
  const { points, days, limit, point, title, query: own, ...rest } = given;
  const query = Type.Object({
    ...own?.properties,
    ...(days === undefined ? {} : { days: spanSchema(days) }),
    ...(limit === undefined ? {} : { limit: spanSchema(limit) }),
  });
  return head<Row, Head, Pick<HistoryFound<Point>, 'points' | 'query'>, TObject>(id, {
    ...rest,
    query,
    reply: replyOf(title, point.schema, days, limit),
    make: (view) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the schema above
      const input = view as unknown as HeadOf<Row, Head, Static<Q> & SpanQuery>;
      return { points: lastOf(points(input), input.query, input.asOf, days?.at), query: input.query };
    },
  });
}

function lastOf<Point>(
  points: readonly Point[],
  { days, limit }: SpanQuery,
  asOf: number,
  at?: (point: Point) => number,
): readonly Point[] {
  const from = days === undefined ? -Infinity : bucketOpen(asOf, DAY_MS) - (days - 1) * DAY_MS;
  const recent = at === undefined ? points : points.filter((point) => at(point) >= from);
  return limit === undefined ? recent : recent.slice(-limit);
}

function spanSchema({ fallback, most }: Span): TSchema {
  return Type.Integer({ minimum: 1, maximum: most, default: fallback });
}

function replyOf<Point>(
  title: string,
  item: TSchema,
  days: Span | undefined,
  limit: Span | undefined,
): Codec<HistoryFound<Point>, Fields<HistoryFound<Point>>> {
  const { custom, integer } = fieldsOf<HistoryFound<Point>>();
  const bounds = days === undefined ? limit : days;
  const items = Type.Array(item, {
    ...(bounds === undefined ? {} : { maxItems: bounds.most }),
    description: 'Oldest first.',
  });
  return record<HistoryFound<Point>, Fields<HistoryFound<Point>>>(title, {
    items: custom(items, ({ points }) => [...points]),
    count: integer('Points in items.', ({ points }) => points.length, { minimum: 0 }),
    ...(days === undefined
      ? {}
      : { days: integer('UTC dates asked for, that of as_of included.', ({ query }) => query.days!, { minimum: 1 }) }),
    ...(limit === undefined
      ? {}
      : { limit: integer('Most points of the answer, as asked.', ({ query }) => query.limit!, { minimum: 1 }) }),
    ...stampFields,
    source: sourceFields.source,
  });
}

const NO_QUERY = Type.Object({});
