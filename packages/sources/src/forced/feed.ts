/** Forced closes of a venue by stream, kept in memory, with the times the stream was up. */

import { err, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { Answered } from '../upstream/payload/parsed.ts';
import type { FeedState } from '../market/source.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { StreamConfig } from '../upstream/config.ts';
import { createUpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import { createStreamSocket } from '../upstream/stream-socket.ts';
import type { StreamSocket, Subscription } from '../upstream/stream.ts';
import type { OtherVenue } from '../market/venues.ts';
import type { ForcedFrame } from './frame.ts';
import { createForcedMemory, type ForcedMemoryConfig } from './memory.ts';

/** Settings of a stream of forced closes. */
export interface ForcedFeedConfig extends ForcedMemoryConfig {
  readonly stream: StreamConfig;
  /** Maximum wait for the confirmation of a subscription before the others proceed, ms. */
  readonly confirmMs: number;
}

/** Trades of a busy perp by stream and by request, which prove a stream whose forced closes may be silent for minutes. */
export interface TradesProof {
  /** Subscription to the trades, sent with the others. */
  readonly subscription: Subscription;
  /** Requests the newest trades. Never rejects. */
  readonly newest: () => Promise<Answered<NewestTrade>>;
}

/** Time of the newest trade of a perp by the venue's clock, epoch ms; undefined without trades. */
export type NewestTrade = number | undefined;

/** Options of the feed. */
export interface ForcedFeedParts {
  readonly venue: OtherVenue;
  /** Address of the stream. */
  readonly wsUrl: string;
  readonly read: (frame: unknown) => ForcedFrame;
  readonly proof: TradesProof;
  /** Called when the venue has refused a subscription; it may follow others. */
  readonly onRefused?: (key: string) => void;
  readonly pingText: string;
  /** Text of the pong when it is not JSON. */
  readonly pongText?: string;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: ForcedFeedConfig;
}

/** Forced closes and the state of their feed. */
export interface ForcedFeed {
  readonly feeds: Pick<Feeds, 'forcedCloses'>;
  /** Sets the subscriptions, also used after reconnects. */
  follow(subscriptions: readonly Subscription[]): void;
  open(): void;
  /** Closes the stream and clears the memory: closes until the next opening are unknown. */
  close(): Promise<void>;
  state(now: number): FeedState;
  reading(): UpstreamReading;
}

/** State of the stream and the time of its last change, epoch ms. */
interface Watch {
  readonly isUp: boolean;
  readonly changedAt: number | null;
  readonly reason: string;
}
const UNOPENED: Watch = { isUp: false, changedAt: null, reason: 'no connection' };

/** Creates a feed; it is not open yet. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one machine: each event of the socket is a line or two on the same few values
export function createForcedFeed(parts: ForcedFeedParts): ForcedFeed {
  const { venue, wsUrl, read, proof, onRefused, pingText, pongText, clock, steady, log, config } = parts;
  const source = `${venue}_stream`;
  const meter = createUpstreamMeter(source);
  let memory = createForcedMemory(config, clock.now());
  let wanted = new Map<string, Subscription>();
  /** Unanswered subscriptions with the time each was sent. */
  const pending = new Map<string, number>();
  const served = new Set<string>();
  let isConnected = false;
  let watch = UNOPENED;
  let lastHeard: number | undefined;
  /** Time up to which the open connection is proved complete; undefined before its first proof. */
  let provedAt: number | undefined;
  /** Newest trade received on this connection, by the venue's clock. */
  let carried: number | undefined;
  let socket: StreamSocket | undefined;

  const change = (isUp: boolean, at: number, reason: string): void => {
    const isKnown = watch.isUp === isUp && watch.changedAt !== null;
    watch = { isUp, changedAt: isKnown ? watch.changedAt : at, reason };
    if (!isKnown) log[isUp ? 'info' : 'warn']({ source, isUp, at, reason }, 'stream of forced closes');
  };
  /** The stream is up once every subscription is answered and at least one is accepted. */
  const look = (now: number): void => {
    if (!isConnected) return;
    for (const [key, sentAt] of pending) if (now - sentAt >= config.confirmMs) pending.delete(key);
    if (pending.size > 0) change(false, now, `${pending.size} of ${wanted.size} subscriptions are not confirmed`);
    else if ([...served].every((key) => key === proof.subscription.key)) {
      change(false, now, 'no subscription was confirmed');
    } else if (isProvable() && provedAt === undefined) change(false, now, 'no data has come');
    else change(true, now, '');
  };
  /** Whether trades are streamed. When the venue refuses them, only silence is judged. */
  const isProvable = (): boolean => served.has(proof.subscription.key);
  /** Whether a request shows a trade that the silent stream did not send. A market without new trades is a proof. */
  const isMissing = async (silentMs: number): Promise<boolean | undefined> => {
    if (!isProvable()) return undefined;
    const askedAt = clock.now();
    const answer = await proof.newest();
    if (!answer.ok) return undefined;
    const { value: tradedAt = -Infinity, fetchedAt, statedAt = fetchedAt } = answer.value;
    // Before its first trade, a connection must deliver trades since it opened.
    const owedFrom = carried ?? statedAt - silentMs + (config.stream.lateMs ?? 0);
    if (tradedAt > owedFrom) return true;
    provedAt = askedAt;
    look(clock.now());
    return false;
  };
  const answered = (key: string | undefined, isServed: boolean): void => {
    // An answer without a key belongs to the oldest subscription.
    const [oldest] = pending.keys();
    const coin = key !== undefined && wanted.has(key) ? key : oldest;
    if (coin === undefined) return;
    pending.delete(coin);
    if (isServed) {
      served.add(coin);
      return;
    }
    log.warn({ source, subscription: coin }, 'subscription refused');
    onRefused?.(coin);
  };
  const onFrame = (frame: unknown, receivedAt: number): 'data' | 'control' => {
    const { kind, closes, bad, key, tradedAt } = read(frame);
    for (const field of bad) meter.dropped('forcedCloses', field);
    if (kind === 'unreadable') meter.badFrame();
    if (kind === 'served' || kind === 'refused') answered(key, kind === 'served');
    lastHeard = receivedAt;
    const isData = kind === 'forced' || kind === 'trades';
    if (isData) provedAt = receivedAt;
    if (tradedAt !== undefined) carried = Math.max(carried ?? tradedAt, tradedAt);
    look(receivedAt);
    if (!isData) return 'control';
    for (const close of closes) memory.add(close, receivedAt);
    return 'data';
  };
  const openSocket = (): StreamSocket =>
    createStreamSocket({
      source,
      url: wsUrl,
      subscriptions: [...wanted.values()],
      onFrame,
      isMissing,
      onGap: () => undefined,
      onOpen: () => {
        isConnected = true;
        provedAt = undefined;
        carried = undefined;
        served.clear();
        pending.clear();
        for (const key of wanted.keys()) pending.set(key, clock.now());
      },
      onBreak: (cause) => {
        isConnected = false;
        // A silent connection is proved up to its last data, or its last frame without trades.
        const last = isProvable() ? provedAt : lastHeard;
        const at = cause === 'silence' || cause === 'dead' ? (last ?? clock.now()) : clock.now();
        change(false, at, `the stream broke (${cause})`);
      },
      pingText,
      ...(pongText === undefined ? {} : { pongText }),
      clock,
      steady,
      log,
      meter,
      config: config.stream,
    });
  return {
    feeds: {
      forcedCloses: {
        pull: async ({ venue: pulled, from, to }) => {
          if (pulled !== venue)
            return err({ code: 'unavailable', reason: `${venue} has no forced closes of ${pulled}` });
          const now = clock.now();
          look(now);
          const { liquidations, since } = memory.within({ from, to }, now);
          const { isUp, changedAt } = watch;
          // Coverage is incomplete while the stream is down, and before it reopened.
          const whole = isUp ? Math.max(since, changedAt ?? to) : to;
          const rows = { liquidations, basis: 'venue', since: whole, isUp, changedAt } as const;
          // Up to the last proof only: a stream silent since then may be mute.
          const proved = isProvable() ? (provedAt ?? from) : now;
          const asOf = isUp ? Math.min(to, proved) : Math.min(to, changedAt ?? from);
          return ok({ rows, asOf, ...(isUp ? {} : { isStale: true }) });
        },
      },
    },
    follow: (subscriptions) => {
      const before = wanted;
      const all = subscriptions.length === 0 ? [] : [...subscriptions, proof.subscription];
      wanted = new Map(all.map((subscription) => [subscription.key, subscription]));
      // Unsubscribe first: a topic may continue in another subscription.
      for (const key of before.keys()) {
        if (wanted.has(key)) continue;
        served.delete(key);
        pending.delete(key);
        socket?.unsubscribe(key);
      }
      for (const [key, subscription] of wanted) {
        if (before.get(key)?.subscribe === subscription.subscribe) continue;
        served.delete(key);
        if (isConnected) pending.set(key, clock.now());
        socket?.subscribe(subscription);
      }
    },
    open: () => {
      if (socket !== undefined) return;
      memory = createForcedMemory(config, clock.now());
      watch = UNOPENED;
      lastHeard = undefined;
      socket = openSocket();
    },
    close: async () => {
      const ending = socket;
      socket = undefined;
      isConnected = false;
      watch = UNOPENED;
      await ending?.close();
    },
    state: (now) => {
      look(now);
      const { isUp, changedAt: since, reason } = watch;
      const asOf = lastHeard ?? null;
      if (isUp) return { feed: 'forcedCloses', status: 'ok', since: null, reason: null, asOf };
      const status = lastHeard === undefined ? (since === null ? 'warming' : 'unavailable') : 'stale';
      return { feed: 'forcedCloses', status, since, reason, asOf };
    },
    reading: () => meter.reading(),
  };
}
