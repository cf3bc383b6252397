/** Events that a subscription wants: its filters, its condition and its cool-down. */

import { EVENT_TYPES, matchesEventQuery, type EventType } from '@barograph/contract';
import { readCondition, type Condition, type SnapshotStore } from '@barograph/runtime';
import type { StoredEvent, StoredWebhook, WebhookMarks } from '@barograph/store';

/** Parsed conditions that are cached. */
const CONDITIONS_KEPT = 1000;

/** Whether an event is sent, and the marks of the subscription after it. */
export interface Decision {
  readonly isWanted: boolean;
  /** The same object when nothing changed. */
  readonly marks: WebhookMarks;
}

/** Decides about the next event of a subscription. @param marks its state after the previous events. */
export type Wants = (webhook: StoredWebhook, event: StoredEvent, marks: WebhookMarks) => Promise<Decision>;

/** Marks of a subscription that has seen no event. */
export const NO_MARKS: WebhookMarks = Object.freeze({ sent: {}, holding: [] });

function passes({ types, symbols, minUsd }: StoredWebhook, event: StoredEvent): boolean {
  const known = types === null ? undefined : new Set<EventType>(EVENT_TYPES.filter((type) => types.includes(type)));
  const query = { types: known, symbols: symbols === null ? undefined : new Set(symbols), minUsd };
  return matchesEventQuery({ type: event.type, symbol: event.symbol ?? '', usd: event.usd }, query);
}

/** Whether a symbol's cool-down lasts. Checks both directions: a clock that was set back must not silence it. */
function isCooling(cooldownS: number | null, recvTs: number, sentTs: number | undefined): boolean {
  return cooldownS !== null && sentTs !== undefined && Math.abs(recvTs - sentTs) < cooldownS * 1000;
}

/**
 * Creates the decision about the events of a subscription.
 * @param snapshots published numbers that conditions read.
 */
export function createWants(snapshots: Pick<SnapshotStore, 'latest'>): Wants {
  const conditions = new Map<string, Promise<Condition | undefined>>();
  const conditionOf = async (text: string): Promise<Condition | undefined> => {
    const read = await readCondition(text, snapshots);
    return read.ok ? read.value : undefined;
  };
  const holds = async (text: string, event: StoredEvent): Promise<boolean> => {
    let read = conditions.get(text);
    if (read === undefined) {
      // Conditions of deleted subscriptions must not stay for good.
      if (conditions.size >= CONDITIONS_KEPT) conditions.clear();
      conditions.set(text, (read = conditionOf(text)));
    }
    // A condition of another version that this one cannot read never holds.
    return (await read)?.holds(event) === true;
  };
  return async (webhook, event, marks) => {
    const { condition, cooldownS } = webhook;
    const { recvTs } = event;
    const symbol = event.symbol ?? '';
    const left = { isWanted: false, marks };
    if (!passes(webhook, event)) return left;
    const isThreshold = condition !== null && event.type === 'nowcast_hour';
    // An earlier version had one cool-down for all symbols; a running one is kept until it ends.
    const isResting = [marks.sent[symbol], webhook.sentTs ?? undefined].some((at) => isCooling(cooldownS, recvTs, at));
    if (isResting && !isThreshold) return left;
    const isMet = condition === null || (await holds(condition, event));
    let { holding } = marks;
    if (isThreshold) {
      // A threshold is reported when crossed: until it is false again, hours in which it holds are not reported.
      const isKnown = holding.includes(symbol);
      if (isMet && isKnown) return left;
      if (isMet) holding = [...holding, symbol];
      else if (isKnown) holding = holding.filter((other) => other !== symbol);
      else return left;
    }
    if (!isMet || isResting) return { isWanted: false, marks: { ...marks, holding } };
    if (cooldownS === null) return { isWanted: true, marks: holding === marks.holding ? marks : { ...marks, holding } };
    const resting = Object.entries(marks.sent).filter(([, sentTs]) => isCooling(cooldownS, recvTs, sentTs));
    return { isWanted: true, marks: { holding, sent: { ...Object.fromEntries(resting), [symbol]: recvTs } } };
  };
}
