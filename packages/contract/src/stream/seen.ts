/** Types of events that a tier sees: those of datasets that it sees whole. The same for stream, tail, preview and webhooks. */

import { wholeFrom, type DatasetRef } from '../datasets.ts';
import { unlocks, type Tier } from '../tiers.ts';
import { EVENT_KINDS, type EventType } from './kinds.ts';

/** A type and its dataset. */
interface KindOfDataset {
  readonly type: EventType;
  readonly dataset: DatasetRef;
}

/**
 * The types that a tier sees; undefined: all of them.
 *
 * @param tier undefined: the service has no keys, and everyone sees all.
 * @param kinds those of the stream when left out.
 * @example
 * typesSeenBy('free'); // → undefined
 */
export function typesSeenBy(
  tier: Tier | undefined,
  kinds: readonly KindOfDataset[] = Object.values(EVENT_KINDS),
): ReadonlySet<EventType> | undefined {
  if (tier === undefined) return undefined;
  const seen = kinds.filter(({ dataset }) => unlocks(tier, wholeFrom(dataset))).map(({ type }) => type);
  return seen.length === kinds.length ? undefined : new Set(seen);
}
