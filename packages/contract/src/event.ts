/** A type of event of the stream, a line per field: schema, member of the union and encoder come from them. */

import { Type, type TObject } from 'typebox';
import type { DatasetName } from './datasets.ts';
import { record, type Fields } from './fields.ts';
import { DATA_SOURCES, type DataSource } from './parameters.ts';

/** Fields of every event, as a producer knows it. */
export interface EventHead {
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Moment when the service received it, epoch ms. */
  readonly recvTs: number;
  readonly venue: string;
  /** Base coin. */
  readonly symbol: string;
  /** Whether it is of a real venue, of files, or made up by the simulator. */
  readonly dataSource: DataSource;
}

/** A type of event. */
export interface EventKind<From extends EventHead & { readonly type: string } = never> {
  readonly type: From['type'];
  /** Dataset that it is of: only tiers that see it whole get the event. */
  readonly dataset: DatasetName;
  /** Of the event on the wire, head included. */
  readonly schema: TObject;
  /** The fields of its type on the wire. @throws {UsageError} a number that is not finite. */
  readonly payload: (event: From) => Readonly<Record<string, unknown>>;
  /** Size that `min_usd` filters, USD; null where it does not apply. */
  readonly size: (event: From) => number | null;
}

const head = {
  id: Type.Integer({ minimum: 0, description: 'Only increases, also across restarts and replicas.' }),
  ts: Type.Integer({ minimum: 0, description: 'When it happened, epoch ms.' }),
  recv_ts: Type.Integer({ minimum: 0, description: 'When the service saw it, epoch ms.' }),
  venue: Type.String({ description: 'Where it happened.' }),
  symbol: Type.String({ description: 'base coin' }),
  data_source: Type.Enum([...DATA_SOURCES], {
    type: 'string',
    description: 'Where the event comes from: bar files, the seeded simulator, or a venue.',
  }),
};

/**
 * A type of event.
 *
 * @param dataset that it is of, on every surface.
 * @param title name of its schema.
 * @param fields what it has beside the head.
 * @param size what `min_usd` is held against; null: it always passes.
 */
export function event<From extends EventHead & { readonly type: string }>(
  type: From['type'],
  dataset: DatasetName,
  title: string,
  fields: Fields<From>,
  size: (event: From) => number | null,
): EventKind<From> {
  const own = record<From, Fields<From>>(null, fields);
  const literal = Type.Literal(type, { description: 'Type of the event.' });
  return {
    type,
    dataset,
    schema: Type.Object({ ...head, type: literal, ...own.schema.properties }, { title }),
    payload: own.encode,
    size,
  };
}
