/** Event types of the stream. Schema, union member and encoder derive from a table of fields. */

import { Type, type TObject } from 'typebox';
import type { DatasetName } from './datasets.ts';
import { record, type Fields } from './fields.ts';
import { DATA_SOURCES, type DataSource } from './parameters.ts';

/** Common fields of events from a producer. */
export interface EventHead {
  /** Time of the event, epoch ms. */
  readonly ts: number;
  /** Time when the service received it, epoch ms. */
  readonly recvTs: number;
  readonly venue: string;
  /** Base coin. */
  readonly symbol: string;
  /** Origin: a real venue, files, or the simulator. */
  readonly dataSource: DataSource;
}

/** A type of event. */
export interface EventKind<From extends EventHead & { readonly type: string } = never> {
  readonly type: From['type'];
  /** Dataset of the event: only tiers that see all of it get the event. */
  readonly dataset: DatasetName;
  /** Schema of the event on the wire, including the head. */
  readonly schema: TObject;
  /** Encodes the fields of its type. @throws {UsageError} when a number is not finite. */
  readonly payload: (event: From) => Readonly<Record<string, unknown>>;
  /** Size for the filter `min_usd`, USD; null when not applicable. */
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
 * @param dataset dataset of the event, on every surface.
 * @param title name of its schema.
 * @param fields fields in addition to the head.
 * @param size size for the filter `min_usd`; null always passes.
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
