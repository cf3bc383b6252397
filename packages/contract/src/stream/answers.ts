/** The JSON answers of the event stream: its tail, and its delayed preview. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { FeedKind } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import { FEEDS, feedOnWire, provenanced, withProvenance, type Origin } from '../shapes/provenance.ts';
import { EventSchema } from './log.ts';

/** Maximum events of one preview. */
export const DELAYED_EVENTS_MAX = 900;

/** The head of the tail. */
export interface TailHead {
  readonly count: number;
  readonly lastId: number;
  readonly gaps: readonly StreamGap[];
}
/** Period in which a source of events was not observed, epoch ms; `to` is null while it lasts. */
export interface StreamGap {
  readonly source: string;
  readonly feed: FeedKind;
  readonly from: number;
  readonly to: number | null;
}
const hole = fieldsOf<StreamGap>();
const gap = record('StreamGap', {
  source: hole.text('Name of the source that was silent.', (gap) => gap.source),
  feed: hole.choice(FEEDS, 'Kind of data that events are made of.', (gap) => feedOnWire(gap.feed)),
  from: hole.moment('First moment without it.', (gap) => gap.from),
  to: hole.momentOrNull('The end; null while it lasts.', (gap) => gap.to),
});
const tail = fieldsOf<TailHead>();
const tailHead = record(null, {
  count: tail.integer('Events in events.', (head) => head.count, { minimum: 0 }),
  last_id: tail.integer(
    'The last id of the stream at this moment, filters apart: open stream?since_id with it. 0 before any.',
    (head) => head.lastId,
    { minimum: 0 },
  ),
  gaps: tail.items(
    gap,
    'Times since the first of the events in which a source of events was not heard, oldest first: what happened then may be missing. Additive to the contract.',
    (head) => head.gaps,
  ),
});

/** Window metadata of the preview. */
export interface DelayedHead {
  readonly now: number;
  readonly delayMs: number;
  /** Start of the window, inclusive, and its end, exclusive. */
  readonly windowStart: number;
  readonly windowEnd: number;
  /** Events in the window, including any beyond the maximum of an answer. */
  readonly inWindow: number;
  readonly count: number;
}
const late = fieldsOf<DelayedHead>();
const delayedHead = record(null, {
  server_now: late.moment('The clock of the service.', (head) => head.now),
  delay_ms: late.integer(
    'Show an event at ts + delay_ms: the window then plays from server_now on.',
    (head) => head.delayMs,
  ),
  window_start: late.moment('First moment of the window.', (head) => head.windowStart),
  window_end: late.moment('First moment after the window.', (head) => head.windowEnd),
  events_per_min: late.number(
    'Over the whole window.',
    (head) => (head.inWindow * 60_000) / (head.windowEnd - head.windowStart),
    { minimum: 0 },
  ),
  count: late.integer('Events in events.', (head) => head.count, { minimum: 0, maximum: DELAYED_EVENTS_MAX }),
});

const source = record(null, sourceFields);
const reply = (title: string, head: typeof tailHead | typeof delayedHead, options: object) =>
  withProvenance(
    Type.Object(
      {
        ...head.schema.properties,
        events: Type.Array(EventSchema, { ...options, description: 'Oldest first.' }),
        ...source.schema.properties,
      },
      { title },
    ),
  );
/** The answer of the tail. */
export const StreamRecentSchema = reply('StreamRecent', tailHead, {});
/** The answer of the preview. */
export const StreamDelayedSchema = reply('StreamDelayed', delayedHead, { maxItems: DELAYED_EVENTS_MAX });

/** Origin of the events. */
interface Sourced extends Origin {
  readonly dataSource: DataSource;
}

function join(before: object, events: readonly string[], from: Sourced): string {
  const after = JSON.stringify(provenanced(source.encode(from), from));
  return `${JSON.stringify(before).slice(0, -1)},"events":[${events.join(',')}],${after.slice(1)}`;
}

/**
 * Builds the JSON text of the tail from events that are already JSON.
 *
 * @example
 * const tail = joinStreamRecent(['{"id":3}', '{"id":5}'], { lastId: 5, gaps: [], dataSource: 'simulated' });
 * JSON.parse(tail).count; // → 2
 */
export function joinStreamRecent(
  events: readonly string[],
  { lastId, gaps, ...from }: Pick<TailHead, 'lastId' | 'gaps'> & Sourced,
): string {
  return join(tailHead.encode({ count: events.length, lastId, gaps }), events, from);
}

/**
 * Builds the JSON text of the preview from events that are already JSON.
 *
 * @example
 * const window = { windowStart: 0, windowEnd: 600_000, inWindow: 1 };
 * const head = { ...window, now: 1_500_000, delayMs: 900_000, dataSource: 'simulated' } as const;
 * JSON.parse(joinStreamDelayed(['{"id":3}'], head)).events; // → [ { id: 3 } ]
 */
export function joinStreamDelayed(events: readonly string[], head: Omit<DelayedHead, 'count'> & Sourced): string {
  return join(delayedHead.encode({ ...head, count: events.length }), events, head);
}
