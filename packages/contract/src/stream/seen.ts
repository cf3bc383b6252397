/** Events visible to a tier: from datasets that it sees whole, or of coins that it sees. The same on every surface. */

import { coinsSeenBy, type DatasetRef } from '../datasets.ts';
import { coinNamed, err, type Result } from '@barograph/core';
import { problem, type Problem } from '../problem.ts';
import type { Tier } from '../tiers.ts';
import { CHANGE_COMPOSITES, COMPOSITE_DATASETS } from './changes/words.ts';
import { EVENT_KINDS, type EventType } from './kinds.ts';
import { decodeEventQuery, type EventQuery, type RawEventQuery } from './query.ts';

/** Event type with its dataset. */
interface KindOfDataset {
  readonly type: EventType;
  readonly dataset: DatasetRef;
}

const KINDS: readonly KindOfDataset[] = [
  ...Object.values(EVENT_KINDS),
  ...CHANGE_COMPOSITES.map((name) => ({ type: 'score_band' as const, dataset: COMPOSITE_DATASETS[name] })),
];

/**
 * Types with events visible to a tier; undefined means all.
 *
 * @param tier undefined for a service without keys, where everyone sees all.
 * @param kinds types with their datasets. @default the types of the stream
 * @example
 * typesSeenBy('free')?.has('regime'); // → false
 * typesSeenBy('free')?.has('gamma_state'); // → true
 */
export function typesSeenBy(
  tier: Tier | undefined,
  kinds: readonly KindOfDataset[] = KINDS,
): ReadonlySet<EventType> | undefined {
  if (tier === undefined) return undefined;
  const isSeen = ({ dataset }: KindOfDataset): boolean => {
    const coins = coinsSeenBy(dataset, tier);
    return coins === 'all' || coins.length > 0;
  };
  const seen = new Set(kinds.filter(isSeen).map(({ type }) => type));
  return seen.size === new Set(kinds.map(({ type }) => type)).size ? undefined : seen;
}

/** Whether a tier sees a type only for some coins, and for none of these. */
function seesNone(type: EventType, symbols: ReadonlySet<string>, tier: Tier): boolean {
  const coins = coinsSeenBy(EVENT_KINDS[type].dataset, tier);
  return coins !== 'all' && ![...symbols].some((symbol) => coins.includes(coinNamed(symbol)));
}

/**
 * Caller's query, narrowed to what the tier sees.
 *
 * @param tier undefined for a service without keys, where everyone sees all.
 * @returns the query, or a 400, 403 or 422.
 */
export function eventQueryOf(raw: RawEventQuery, tier: Tier | undefined): Result<EventQuery, Problem> {
  const decoded = decodeEventQuery(raw, typesSeenBy(tier));
  if (!decoded.ok || tier === undefined) return decoded;
  const { types, symbols } = decoded.value;
  if (types !== undefined && symbols !== undefined && [...types].every((type) => seesNone(type, symbols, tier))) {
    const message = `A key of tier ${tier} sees no event of type ${[...types].join(', ')} of ${[...symbols].join(', ')}.`;
    return err(problem('tier_too_low', message));
  }
  return { ok: true, value: { ...decoded.value, tier } };
}
