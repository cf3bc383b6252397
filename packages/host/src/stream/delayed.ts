/** Preview for callers without a key: three minutes of the stream, half an hour late. */

import {
  DELAYED_EVENTS_MAX,
  joinStreamDelayed,
  matchesEventQuery,
  text,
  type DataSource,
  type EventQuery,
  type TextBody,
} from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import { jsonOf } from './frame.ts';
import type { Kept } from '@barograph/runtime';
import { freshness, NO_SOURCES, provenanceField, type EventSources } from './sources.ts';

/** Window of the preview. */
export interface DelayedConfig {
  readonly version: `stream-delayed/${string}`;
  /** From the end of the window to the minute of the answer. */
  readonly ageMs: number;
  readonly windowMs: number;
  /** Interval at which the answer changes. */
  readonly cacheMs: number;
}

/** A changed number is a new constant. */
export const STREAM_DELAYED_V1: DelayedConfig = Object.freeze({
  version: 'stream-delayed/1',
  ageMs: 30 * MINUTE_MS,
  windowMs: 3 * MINUTE_MS,
  cacheMs: MINUTE_MS,
});

/** Only the documented types: a caller without a key sees no more than a free key. */
const PREVIEW: EventQuery = { types: undefined, symbols: undefined, minUsd: 0, tier: 'free' };

/**
 * The window moves in whole minutes, so that every replica shows the same one, and windows requested three minutes
 * apart are contiguous. An event shown at its `ts` plus the delay (age and length of the window) is shown at the
 * original pace, starting at the minute of the answer.
 */
export function createDelayed(
  kept: () => Kept,
  clock: Clock,
  dataSource: DataSource,
  sources: EventSources = NO_SOURCES,
): () => TextBody<never> {
  const { ageMs, windowMs, cacheMs } = STREAM_DELAYED_V1;
  let current: { readonly minute: number; readonly fresh: string; readonly body: TextBody<never> } | undefined;
  return () => {
    const now = clock.now();
    const minute = Math.floor(now / cacheMs) * cacheMs;
    const provenance = sources();
    const fresh = freshness(provenance);
    if (current?.minute === minute && current.fresh === fresh) return current.body;
    const windowEnd = minute - ageMs;
    const windowStart = windowEnd - windowMs;
    const frames = kept()
      .within(windowStart, windowEnd)
      .filter((frame) => matchesEventQuery(frame, PREVIEW));
    const json = joinStreamDelayed(frames.slice(0, DELAYED_EVENTS_MAX).map(jsonOf), {
      now,
      delayMs: ageMs + windowMs,
      windowStart: Math.max(0, windowStart),
      windowEnd: Math.max(0, windowEnd),
      inWindow: frames.length,
      dataSource,
      ...provenanceField(provenance),
    });
    current = { minute, fresh, body: text<never>(json) };
    return current.body;
  };
}
