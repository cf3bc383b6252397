/** Forms of an event between producers, log and wire. */

import { UsageError } from '@barograph/core';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { DataSource } from '../parameters.ts';
import { datasetOfEvent, EVENT_KINDS, EVENT_TYPES, type EventType, type StreamEvent } from './kinds.ts';
import type { DatasetName } from '../datasets.ts';

/** Any event on the wire. */
export const EventSchema = Type.Union(
  Object.values(EVENT_KINDS).map(({ schema }) => schema),
  { title: 'StreamEvent' },
);
/** An event on the wire: the head and the fields of its type. */
export interface EventWire extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly ts: number;
  readonly recv_ts: number;
  readonly type: EventType;
  readonly venue: string;
  readonly symbol: string;
  readonly data_source: DataSource;
}

/** Event as stored in a log: filter fields as columns, the fields of its type in wire form. */
export interface EncodedEvent {
  readonly ts: number;
  readonly recvTs: number;
  readonly type: EventType;
  readonly venue: string;
  readonly symbol: string;
  /** Size that `min_usd` filters; null where it does not apply. */
  readonly usd: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Event read from a log. */
export interface LoggedEvent {
  readonly id: number;
  readonly ts: number;
  readonly recvTs: number;
  readonly type: string;
  readonly venue: string | null;
  readonly symbol: string | null;
  readonly payload: unknown;
}

/** Size and wire fields of an event, by its kind. */
function describe(event: StreamEvent): Pick<EncodedEvent, 'usd' | 'payload'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of that very type
  const { payload, size } = EVENT_KINDS[event.type] as {
    readonly payload: (event: StreamEvent) => Readonly<Record<string, unknown>>;
    readonly size: (event: StreamEvent) => number | null;
  };
  return { usd: size(event), payload: { ...payload(event), data_source: event.dataSource } };
}

/**
 * Encodes an event for the log. Funding and price moves have no size for filters.
 *
 * @throws {UsageError} when a number is not finite: every field of an event must be measured.
 * @example
 * const head = { ts: 0, recvTs: 40, venue: 'perpdex', symbol: 'BTC', dataSource: 'simulated' } as const;
 * const event = encodeEvent({ ...head, type: 'liquidation', side: 'long', usd: 250_000 });
 * [event.usd, event.payload.side]; // → [ 250000, 'long' ]
 */
export function encodeEvent(event: StreamEvent): EncodedEvent {
  const { ts, recvTs, type, venue, symbol } = event;
  return { ts, recvTs, type, venue, symbol, ...describe(event) };
}

/**
 * Decodes an event of the log to its wire form.
 *
 * @param check validates an event against the schema of its type. @default interprets the schema; a busy server passes a compiled check
 * @throws {UsageError} when the log entry is not an event of this version.
 * @example
 * const head = { ts: 0, recvTs: 40, venue: 'perpdex', symbol: 'BTC', dataSource: 'simulated' } as const;
 * const event = encodeEvent({ ...head, type: 'liquidation', side: 'long', usd: 250_000 });
 * eventOfLog({ id: 7, ...event }).usd; // → 250000
 */
export function eventOfLog(logged: LoggedEvent, check: (schema: TSchema, wire: unknown) => boolean = Check): EventWire {
  const { id, ts, recvTs, type, venue, symbol, payload } = logged;
  const fields: object = typeof payload === 'object' && payload !== null ? payload : {};
  const wire: unknown = { id, ts, recv_ts: recvTs, type, venue, symbol, ...fields };
  const known = EVENT_TYPES.find((name) => name === type);
  if (known === undefined || !check(EVENT_KINDS[known].schema, wire) || !isEvent(wire)) {
    throw new UsageError(`"event" expected one of the contract, got ${type} ${id}`);
  }
  return wire;
}

/** Checks only the type; its schema has checked the rest. */
function isEvent(wire: unknown): wire is EventWire {
  return typeof wire === 'object' && wire !== null && 'type' in wire;
}

/**
 * Dataset of an event on the wire.
 *
 * @example
 * const head = { ts: 0, recvTs: 40, venue: 'perpdex', symbol: 'BTC', dataSource: 'simulated' } as const;
 * const event = encodeEvent({ ...head, type: 'liquidation', side: 'long', usd: 250_000 });
 * datasetOfWire(eventOfLog({ id: 7, ...event })); // → 'events'
 */
export function datasetOfWire(wire: EventWire): DatasetName {
  return datasetOfEvent(wire.type, wire);
}
