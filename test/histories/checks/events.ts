/** Events: numbered without a gap, each once, to every stream once and in order; to webhooks at least once and in order. */

import {
  grouped,
  isDisturbed,
  named,
  type Check,
  type Delivered,
  type History,
  type Streamed,
  type Violation,
} from './history.ts';

/** A subscription that its replica lost is another's after this time, ms: until then a delivery may come again. */
export const CLAIM_MS = 40_000;
/** A stream has an event so long after the first reader of it, ms: longer than any fault stops a replica. */
export const LATE_MS = 30_000;

/** The log itself. */
export const checkLog: Check = ({ ending: { events, givenOut } }) => {
  const violations: Violation[] = [];
  const complain = (message: string): void => void violations.push({ check: 'events', message, operations: [] });
  const gap = events.findIndex(({ id }, i) => i > 0 && id !== events[i - 1]!.id + 1);
  if (gap > 0) complain(`the log goes from ${events[gap - 1]!.id} to ${events[gap]!.id}`);
  const last = events.at(-1)?.id;
  if (last !== undefined && last !== givenOut) complain(`the log ends with ${last}, and ${givenOut} was given out`);
  const known = new Map<string, number>();
  for (const { id, same } of events) {
    const first = known.get(same);
    if (first !== undefined) complain(`${id} is ${first} again: ${same}`);
    known.set(same, id);
  }
  return violations.slice(0, 5);
};

/** Differences between what was received under an id and what the log has. */
function altered(received: readonly (Streamed | Delivered)[], log: ReadonlyMap<number, string>): readonly Violation[] {
  const wrong = received.find(({ event, same }) => log.has(event) && log.get(event) !== same);
  const message = (message: Streamed | Delivered): string =>
    `${message.event} came as ${message.same}, the log has ${log.get(message.event)}`;
  return wrong === undefined ? [] : [{ check: 'events', message: message(wrong), operations: [wrong] }];
}

/** First arrival of each event at any reader, by id. */
function firstComings(history: Pick<History, 'operations'>): ReadonlyMap<number, Streamed | Delivered> {
  const first = new Map<number, Streamed | Delivered>();
  for (const item of [...named(history, 'event'), ...named(history, 'delivery')]) {
    if (item.end < (first.get(item.event)?.end ?? Infinity)) first.set(item.event, item);
  }
  return first;
}

/** An event that came elsewhere long before, or long ago and not here. */
function late(
  client: string,
  received: readonly Streamed[],
  first: ReturnType<typeof firstComings>,
  now: number,
): readonly Violation[] {
  const own = new Map(received.map((arrived) => [arrived.event, arrived]));
  for (const [event, elsewhere] of first) {
    const arrived = own.get(event);
    const ms = (arrived?.end ?? now) - elsewhere.end;
    if (ms <= LATE_MS) continue;
    const verb = arrived === undefined ? 'has not come' : 'came';
    const message = `${client}: ${event} ${verb} ${Math.round(ms)} ms after ${elsewhere.client} had it`;
    return [{ check: 'streams', message, operations: arrived === undefined ? [elsewhere] : [elsewhere, arrived] }];
  }
  return [];
}

/** Every stream brings every event once, in order, across reconnections, and not long after it came elsewhere. */
export const checkStreams: Check = (history) => {
  const { events, lastEvent } = history.ending;
  const log = new Map(events.map(({ id, same }) => [id, same]));
  const gaps = grouped(named(history, 'gap'), ({ client }) => client);
  const first = firstComings(history);
  const now = history.operations.at(-1)?.end ?? 0;
  return [...grouped(named(history, 'event'), ({ client }) => client)].flatMap(([client, received]) => {
    const violations: Violation[] = [...altered(received, log), ...late(client, received, first, now)];
    const at = received.findIndex(({ event }, i) => i > 0 && event !== received[i - 1]!.event + 1);
    if (at > 0) {
      const pair = received.slice(at - 1, at + 1);
      violations.push({
        check: 'streams',
        message: `${client}: ${pair.map(({ event }) => event).join(', then ')}`,
        operations: pair,
      });
    }
    const known = new Map<string, Streamed>();
    for (const event of received) {
      const first = known.get(event.same);
      known.set(event.same, first ?? event);
      if (first === undefined || first.event === event.event) continue;
      violations.push({
        check: 'streams',
        message: `${client}: ${first.event} came again as ${event.event}`,
        operations: [first, event],
      });
      break;
    }
    const gap = gaps.get(client)?.[0];
    if (gap !== undefined)
      violations.push({ check: 'streams', message: `${client}: gap ${gap.text}`, operations: [gap] });
    const last = received.at(-1)!;
    if (last.event < lastEvent) {
      violations.push({
        check: 'streams',
        message: `${client} ends with ${last.event} of ${lastEvent}`,
        operations: [last],
      });
    }
    return violations;
  });
};

/** Every subscription is sent every event, in order; again only where a replica may have died before it noted the delivery. */
export const checkWebhooks: Check = (history) => {
  const { events, lastEvent } = history.ending;
  const log = new Map(events.map(({ id, same }) => [id, same]));
  return [...grouped(named(history, 'delivery'), ({ client }) => client)].flatMap(([client, received]) => {
    const violations: Violation[] = [...altered(received, log)];
    let newest: Delivered | undefined;
    for (const delivery of received) {
      // A receiver that answered with an error gets the same event again.
      if (delivery.result !== 'ok') continue;
      if (newest !== undefined && delivery.event > newest.event + 1) {
        const message = `${client}: ${newest.event}, then ${delivery.event}`;
        violations.push({ check: 'webhooks', message, operations: [newest, delivery] });
      }
      if (newest !== undefined && delivery.event <= newest.event) {
        if (!isDisturbed(history, newest.start - CLAIM_MS, delivery.end)) {
          const message = `${client}: ${delivery.event} again after ${newest.event}, without a fault`;
          violations.push({ check: 'webhooks', message, operations: [newest, delivery] });
        }
        continue;
      }
      newest = delivery;
    }
    if (newest !== undefined && newest.event < lastEvent) {
      const message = `${client} ends with ${newest.event} of ${lastEvent}`;
      violations.push({ check: 'webhooks', message, operations: [newest] });
    }
    return violations.slice(0, 5);
  });
};
