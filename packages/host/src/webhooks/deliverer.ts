/**
 * Delivers events to subscriptions. One replica claims a subscription and sends its events one by one in log order. The
 * cursor moves after the receiver accepted an event, so an event delivered while the process died is delivered again.
 */

import { eventOfLog } from '@barograph/contract';
import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import type {
  EventLog,
  StoredEvent,
  Listener,
  StoredWebhook,
  StoredWebhooks,
  WebhookMarks,
  WebhookPlace,
} from '@barograph/store';
import type { WebhookSecrets } from './secrets.ts';
import type { Send } from './sender.ts';
import { signedHeaders } from './signature.ts';
import { createWants, NO_MARKS, type Decision, type Wants } from './wanted.ts';

/** Pace of deliveries. Real ms. */
export interface DelivererConfig {
  readonly version: `webhooks/${string}`;
  /** Waits before further attempts of an event; the last value repeats. */
  readonly retryMs: readonly number[];
  /** Consecutive failed attempts that pause a subscription. */
  readonly pauseAfter: number;
  /** Time after which the claim of a dead replica is free. */
  readonly claimMs: number;
  /** Concurrent deliveries of a replica. */
  readonly atOnce: number;
  /** Longest interval between looks for subscriptions. */
  readonly lookMs: number;
  /** Longest wait for a receiver. */
  readonly timeoutMs: number;
}

/** A changed number is a new constant. About a day until a pause. */
export const WEBHOOKS_V1: DelivererConfig = Object.freeze({
  version: 'webhooks/1',
  retryMs: Object.freeze([1000, 5000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000]),
  pauseAfter: 30,
  claimMs: 30_000,
  atOnce: 16,
  lookMs: 1000,
  timeoutMs: 10_000,
});

/** Error of an attempt that cannot be signed: this replica lacks the key that encrypted the secret. */
export const SECRET_LOST = 'the secret of the webhook cannot be decrypted by this service';

/** Events per read. */
const BATCH = 200;

/** Parts of a deliverer. */
export interface DelivererParts {
  readonly webhooks: StoredWebhooks;
  readonly secrets: WebhookSecrets;
  readonly events: Pick<EventLog, 'since'>;
  readonly listener: Pick<Listener, 'on'>;
  readonly send: Send;
  readonly wall: Clock;
  /** Name of this replica. */
  readonly replica: string;
  readonly log: Logger;
  readonly config?: DelivererConfig;
  /** Rules of subscriptions; conditions have no published numbers when left out. */
  readonly wants?: Wants;
}

/** Delivers until it is stopped. */
export interface Deliverer {
  start(): void;
  /** Claims no more, and waits for attempts in progress. */
  stop(): Promise<void>;
}

/** Id of an event for a subscription, the same in every attempt. */
export function messageId(webhookId: string, eventId: number): string {
  return `${webhookId}_${eventId}`;
}

/** Body of an event. */
export function bodyOf(event: StoredEvent): string {
  const data = { ...eventOfLog(event), id: event.id };
  return JSON.stringify({ type: event.type, timestamp: new Date(event.ts).toISOString(), data });
}

/** Body of a digest of events. */
function digestOf(events: readonly StoredEvent[], at: number): string {
  const data = { count: events.length, events: events.map((event) => ({ ...eventOfLog(event), id: event.id })) };
  return JSON.stringify({ type: 'digest', timestamp: new Date(at).toISOString(), data });
}

/** The part of the deliverer that a delivery uses. */
interface Owner {
  readonly isStopped: () => boolean;
  /** Looks for subscriptions again. */
  readonly look: () => void;
}

/** Delivers to one subscription until it has all events, an attempt fails, or the claim is lost. */
function createDelivery(parts: DelivererParts, owner: Owner): (webhook: StoredWebhook) => Promise<void> {
  const { webhooks, secrets, events, send, wall, replica, log, config = WEBHOOKS_V1 } = parts;
  const { wants = createWants({ latest: () => undefined }) } = parts;
  const until = (): number => wall.now() + config.claimMs;

  /** Whether an event is sent. An event that is not of this version is skipped, as on the stream. */
  const decide = async (webhook: StoredWebhook, event: StoredEvent, marks: WebhookMarks): Promise<Decision> => {
    const decision = await wants(webhook, event, marks);
    if (!decision.isWanted) return decision;
    try {
      eventOfLog(event);
      return decision;
    } catch (error) {
      log.error({ err: error, id: event.id }, 'failed to encode event');
      return { isWanted: false, marks };
    }
  };

  /** @returns false when the subscription must not continue now. */
  const deliverOne = async (
    { id, url, secret: stored, digestS }: StoredWebhook,
    place: WebhookPlace,
    body: string,
    failures: number,
  ): Promise<boolean> => {
    const secret = secrets.open(id, stored);
    const attempt =
      secret === undefined
        ? { error: SECRET_LOST }
        : await send(url, signedHeaders(secret, messageId(id, place.lastEventId), wall.now(), body), body);
    const at = wall.now();
    const lookAfter = (ms: number): void => void setTimeout(owner.look, ms).unref();
    if (attempt.error === undefined) {
      const rest = (digestS ?? 0) * 1000;
      if (rest > 0) lookAfter(rest);
      return webhooks.advance(id, replica, place, until(), { at, nextAt: rest === 0 ? 0 : at + rest });
    }
    const wait = config.retryMs[Math.min(failures, config.retryMs.length - 1)] ?? 0;
    const failure = { at, error: attempt.error, nextAt: at + wait, pauseAfter: config.pauseAfter };
    await webhooks.fail(id, replica, failure);
    lookAfter(wait);
    return false;
  };

  return async (webhook) => {
    let { lastEventId: last, failures } = webhook;
    let marks = webhook.marks ?? NO_MARKS;
    /** Events of the digest; the cursor stays before the first of them until it is sent. */
    const digest: StoredEvent[] = [];
    let place: WebhookPlace = { lastEventId: last, marks };
    /** Change events outlive the log, so everything between them is missing: only the first gap is logged. */
    let isWarned = false;
    /** Cursor after the digest. */
    let ahead = place;
    for (;;) {
      const batch = await events.since(last, BATCH);
      for (const event of batch) {
        if (owner.isStopped()) return;
        // Ids have no gap: missing events were pruned. The cursor moves first, so that a failed attempt does not
        // warn again.
        if (event.id > last + 1 && !isWarned) {
          isWarned = true;
          const lost = { webhook: webhook.id, from: last + 1, to: event.id - 1 };
          if (digest.length === 0) place = { lastEventId: event.id - 1, marks };
          if (!(await webhooks.advance(webhook.id, replica, place, until()))) return;
          log.warn(lost, 'events pruned before they were delivered');
        }
        last = event.id;
        const decision = await decide(webhook, event, marks);
        marks = decision.marks;
        if (!decision.isWanted) continue;
        ahead = { lastEventId: last, marks };
        if (webhook.digestS !== null) digest.push(event);
        else if (await deliverOne(webhook, ahead, bodyOf(event), failures)) failures = 0;
        else return;
        if (digest.length === BATCH) break;
      }
      const isEnd = batch.length < BATCH || digest.length === BATCH;
      // The message has the id of its newest event: a digest resent with more events is a different message.
      if (isEnd && digest.length > 0) {
        return void (await deliverOne(webhook, ahead, digestOf(digest, wall.now()), failures));
      }
      // Skipped events move the cursor, and the claim continues.
      if (digest.length === 0) place = { lastEventId: last, marks };
      if (batch.length > 0 && !(await webhooks.advance(webhook.id, replica, place, until()))) return;
      if (isEnd) return;
    }
  };
}

/** Creates a deliverer that has not started. */
export function createDeliverer(parts: DelivererParts): Deliverer {
  const { webhooks, listener, wall, replica, log, config = WEBHOOKS_V1 } = parts;
  const underWay = new Map<string, Promise<void>>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let off = (): void => undefined;

  const until = (): number => wall.now() + config.claimMs;
  const deliver = createDelivery(parts, { isStopped: () => isStopped, look });

  const begin = (webhook: StoredWebhook): void => {
    const whole = async (): Promise<void> => {
      let isDone = true;
      try {
        await deliver(webhook);
      } catch (error) {
        isDone = false;
        log.warn({ err: error, webhook: webhook.id }, 'failed to deliver webhook');
      } finally {
        await webhooks.release(webhook.id, replica).catch(() => undefined);
        underWay.delete(webhook.id);
      }
      // A local failure would repeat at once: the next look is left to the timer.
      if (isDone) look();
    };
    underWay.set(webhook.id, whole());
  };

  const lookNow = async (): Promise<void> => {
    for (;;) {
      if (!isWanted || isStopped) return;
      isWanted = false;
      const most = config.atOnce - underWay.size;
      if (most <= 0) return;
      try {
        const claimed = await webhooks.claim({ by: replica, now: wall.now(), until: until(), most });
        for (const webhook of claimed) begin(webhook);
      } catch (error) {
        log.warn({ err: error }, 'failed to look for webhooks');
        return;
      }
    }
  };

  function look(): void {
    isWanted = true;
    if (isStopped || looking !== undefined) return;
    looking = lookNow().finally(() => {
      looking = undefined;
    });
  }

  return {
    start: () => {
      off = listener.on('events', look);
      timer = setInterval(look, config.lookMs);
      timer.unref();
      look();
    },
    stop: async () => {
      isStopped = true;
      off();
      clearInterval(timer);
      await looking;
      await Promise.all(underWay.values());
    },
  };
}
