/** The JSON answers of the event stream: its tail, and its delayed preview. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema } from '../scalar.ts';
import { EventWire } from './event.ts';

/** The most events of one preview. */
export const DELAYED_EVENTS_MAX = 900;

/** The answer of the tail. */
export const StreamRecentWire = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    last_id: Type.Integer({
      minimum: 0,
      description:
        'The last id of the stream at this moment, filters apart: open stream?since_id with it. 0 before any.',
    }),
    events: Type.Array(EventWire, { description: 'Oldest first.' }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'StreamRecent' },
);
export type StreamRecentWire = Static<typeof StreamRecentWire>;

/** The answer of the preview. */
export const StreamDelayedWire = Type.Object(
  {
    server_now: EpochMsSchema,
    delay_ms: Type.Integer({
      description: 'Show an event at ts + delay_ms: the window then plays from server_now on.',
    }),
    window_start: EpochMsSchema,
    window_end: EpochMsSchema,
    events_per_min: Type.Number({ minimum: 0, description: 'Over the whole window.' }),
    count: Type.Integer({ minimum: 0, maximum: DELAYED_EVENTS_MAX }),
    events: Type.Array(EventWire, { maxItems: DELAYED_EVENTS_MAX, description: 'Oldest first.' }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'StreamDelayed' },
);
export type StreamDelayedWire = Static<typeof StreamDelayedWire>;

function join(before: object, events: readonly string[], dataSource: DataSource): string {
  const after = JSON.stringify({ data_source: dataSource, source: dataSource });
  return `${JSON.stringify(before).slice(0, -1)},"events":[${events.join(',')}],${after.slice(1)}`;
}

/** The JSON text of the tail, from events that are JSON texts already. */
export function joinStreamRecent(
  events: readonly string[],
  head: { readonly lastId: number; readonly dataSource: DataSource },
): string {
  return join({ count: events.length, last_id: head.lastId }, events, head.dataSource);
}

/** What the preview says of its window. */
export interface DelayedHead {
  readonly now: number;
  readonly delayMs: number;
  /** First moment of the window, and the first one after it. */
  readonly windowStart: number;
  readonly windowEnd: number;
  /** Events of the window, also those that are one too many for the answer. */
  readonly inWindow: number;
  readonly dataSource: DataSource;
}

/** The JSON text of the preview, from events that are JSON texts already. */
export function joinStreamDelayed(events: readonly string[], head: DelayedHead): string {
  const before: Omit<StreamDelayedWire, 'events' | 'data_source' | 'source'> = {
    server_now: head.now,
    delay_ms: head.delayMs,
    window_start: head.windowStart,
    window_end: head.windowEnd,
    events_per_min: (head.inWindow * 60_000) / (head.windowEnd - head.windowStart),
    count: events.length,
  };
  return join(before, events, head.dataSource);
}
