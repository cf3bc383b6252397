/** Events that a subscription wants: its filters, its condition and its cool-down. */

import { EVENT_TYPES, matchesEventQuery, type EventType } from '@barograph/contract';
import { readCondition, type Condition, type SnapshotStore } from '@barograph/runtime';
import type { StoredEvent, StoredWebhook } from '@barograph/store';

/** Conditions that are kept as read. */
const CONDITIONS_KEPT = 1000;

/** Whether a subscription wants an event. @param sentTs moment of the last event that it was sent, epoch ms; null before one. */
export type Wants = (webhook: StoredWebhook, event: StoredEvent, sentTs: number | null) => Promise<boolean>;

function passes({ types, symbols, minUsd }: StoredWebhook, event: StoredEvent): boolean {
  const known = types === null ? undefined : new Set<EventType>(EVENT_TYPES.filter((one) => types.includes(one)));
  const query = { types: known, symbols: symbols === null ? undefined : new Set(symbols), minUsd };
  return matchesEventQuery({ type: event.type, symbol: event.symbol ?? '', usd: event.usd }, query);
}

/** @param snapshots published numbers that conditions read. */
export function createWants(snapshots: Pick<SnapshotStore, 'latest'>): Wants {
  const conditions = new Map<string, Promise<Condition | undefined>>();
  const conditionOf = async (text: string): Promise<Condition | undefined> => {
    const read = await readCondition(text, snapshots);
    return read.ok ? read.value : undefined;
  };
  return async (webhook, event, sentTs) => {
    const { condition, cooldownS } = webhook;
    if (!passes(webhook, event)) return false;
    // Either way: a clock that was set back must not silence the subscription until it is where it was.
    if (cooldownS !== null && sentTs !== null && Math.abs(event.recvTs - sentTs) < cooldownS * 1000) return false;
    if (condition === null) return true;
    let read = conditions.get(condition);
    if (read === undefined) {
      // Texts of subscriptions that are gone are not kept for good.
      if (conditions.size >= CONDITIONS_KEPT) conditions.clear();
      conditions.set(condition, (read = conditionOf(condition)));
    }
    // A text of another version that this one cannot read holds for nothing.
    return (await read)?.holds(event.payload) === true;
  };
}
