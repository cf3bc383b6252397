/** Trades of every trading perp from a separate stream, with the times it was up. */

import { ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { PerpContext } from '../market/contexts.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { ConnectionChange, LearnedRange, Trades } from '../market/trades.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import type { StreamSocket } from '../upstream/stream.ts';
import { createStreamSocket } from '../upstream/stream-socket.ts';
import { createChangeMemory } from './change-memory.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';
import { createLearnedOrder } from './learned.ts';
import { PING } from './stream.ts';
import { createTradeMemory } from './trade-memory.ts';
import { createTradeWatch } from './trade-watch.ts';
import type { TradeRow } from './trade-rows.ts';
import { readTradeFrame, tradeSubscription } from './trades-stream.ts';

/** Parts of the feed. */
export interface TradesFeedParts {
  /** Address of the stream. */
  readonly wsUrl: string;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  /** Counts of this stream alone. */
  readonly meter: UpstreamMeter;
  readonly config: PerpdexFillsConfig;
  /** Refresh interval of the trading perps, ms. */
  readonly pollMs: number;
  /** Other subscriptions of the address at this number of followed perps. */
  readonly otherSubscriptions: (perps: number) => number;
  /** Converts a time of this machine's clock to the venue's. */
  readonly venueTime: (local: number) => number;
  /** Called with each stored trade, and its two accounts as the venue writes them. */
  readonly onTrade?: ((trade: TradeRow, users: unknown) => void) | undefined;
}

/** Trades of the venue and the state of the feed. */
export interface TradesFeed {
  readonly feed: Feed<LearnedRange, Trades>;
  /** Follows these perps, in order, up to the venue's limit. Does nothing while closed. */
  follow(trading: readonly Pick<PerpContext, 'symbol'>[]): void;
  open(): void;
  /** Closes the stream and clears the memory: closes until the next opening are unknown. */
  close(): Promise<void>;
  state(now: number): FeedState;
}

const SOURCE = 'perpdex_trades';

/** Memory of the feed from one opening to its close. */
function createMemory(config: PerpdexFillsConfig, began: number) {
  const order = createLearnedOrder();
  const trades = createTradeMemory(config, began);
  const changes = createChangeMemory(config, began);
  return {
    trades,
    stamp: (now: number): number => order.stamp(now),
    change: (change: ConnectionChange, learned: number): void => changes.add(change, learned),
    pull: (range: LearnedRange): Trades => {
      order.covered(range.to, range.to);
      const rows = trades.rows(range);
      const within = changes.within(range);
      return { ...rows, ...within, since: Math.max(rows.since, within.since) };
    },
  };
}

/** Rows of a closed feed: trades up to the end of the query are unknown. */
function nothing(to: number): Trades {
  const none = new Float64Array(0);
  const rows = { symbols: [], symbol: none, learned: none, time: none, isBuy: none, price: none, size: none, id: [] };
  return { ...rows, changes: [], wasUp: false, since: to };
}

/** Creates a feed; it is not open yet. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one machine: subscriptions, frames, breaks and waiting questions change the same few values
export function createTradesFeed(parts: TradesFeedParts): TradesFeed {
  const { wsUrl, clock, steady, log, meter, config, pollMs, otherSubscriptions, venueTime, onTrade } = parts;
  const followed = new Set<string>();
  /** Perps followed since the opening, because the last trades of a removed one still arrive. */
  const known = new Set<string>();
  let unfollowed: readonly string[] = [];
  let socket: StreamSocket | undefined;
  let memory = createMemory(config, clock.now());
  let changed: number = clock.now();
  /** Whether there was a watch since the opening, and whether a connection broke. */
  let [hasBeenUp, hasBroken] = [false, false];
  /** Queries that wait until the stream is complete up to their end. */
  const waiting = new Set<{ readonly to: number }>();
  let waking: (() => void)[] = [];
  const wake = (): void => {
    const all = waking;
    waking = [];
    for (const stop of all) stop();
  };
  const newWatch = () =>
    createTradeWatch({
      config,
      venueTime,
      onChange: (change, at) => {
        changed = at;
        hasBeenUp = true;
        // A waiting answer must include the change: no trade arrived after the time that it waits for.
        const learned = change.isUp ? at : Math.min(at, ...[...waiting].map(({ to }) => to));
        memory.change(change, memory.stamp(learned));
        log[change.isUp ? 'info' : 'warn']({ source: SOURCE, ...change, reason: watch.reason() }, 'watch of trades');
      },
    });
  let watch = newWatch();

  const onFrame = (frame: unknown, receivedAt: number): 'data' | 'control' => {
    const { kind, coin, trades, users, bad } = readTradeFrame(frame);
    for (const field of bad) meter.dropped('trades', field);
    if (kind === 'unreadable') {
      meter.badFrame();
      watch.lost(receivedAt);
    }
    const isData = kind === 'trades';
    // Before the trades get their time: a waiting answer for an earlier time must still see the end of the watch.
    watch.heard(isData, receivedAt);
    const learned = trades.length === 0 ? receivedAt : memory.stamp(receivedAt);
    const oldest = venueTime(watch.openSince() ?? receivedAt) - config.slackMs;
    for (const [i, trade] of trades.entries()) {
      if (!known.has(trade.coin)) meter.dropped('trades', 'coin');
      // The first frame of a subscription contains earlier trades.
      else if (trade.time < oldest) meter.dropped('trades', 'before');
      else {
        memory.trades.add(trade, learned);
        onTrade?.(trade, users[i]);
      }
    }
    if (coin !== undefined && known.has(coin)) watch.served(coin, receivedAt);
    wake();
    return isData ? 'data' : 'control';
  };

  const openSocket = (): StreamSocket =>
    createStreamSocket({
      source: SOURCE,
      url: wsUrl,
      subscriptions: [],
      onFrame,
      onGap: () => undefined,
      onBadFrame: (receivedAt) => watch.lost(receivedAt),
      onOpen: () => watch.opened(clock.now()),
      onBreak: (cause) => {
        hasBroken = true;
        watch.broken(cause, clock.now());
        wake();
      },
      pingText: PING,
      clock,
      steady,
      log,
      meter,
      config: config.stream,
    });
  /** Waits until the stream is complete up to `to`, or is known to be incomplete: an answer never overstates its coverage. */
  const settled = async (to: number): Promise<void> => {
    for (;;) {
      const since = watch.known();
      if (socket === undefined || since === undefined || since >= to) return;
      if (clock.now() >= to + config.quietMs) return watch.silent(clock.now());
      await new Promise<void>((resolve) => {
        const cancel = clock.schedule(to + config.quietMs, resolve);
        waking.push(() => {
          cancel();
          resolve();
        });
      });
    }
  };
  const reason = (): string | undefined => {
    const unserved = watch.unserved();
    const lines = [
      watch.reason(),
      unserved.length === 0 ? undefined : `not confirmed: ${unserved.join(', ')}`,
      unfollowed.length === 0 ? undefined : `beyond the subscriptions of the venue: ${unfollowed.join(', ')}`,
    ].filter((line) => line !== undefined);
    return lines.length === 0 ? undefined : lines.join('; ');
  };
  return {
    feed: {
      pull: async (range) => {
        const mine = socket;
        const question = { to: Math.min(range.to, clock.now()) };
        waiting.add(question);
        await settled(question.to);
        waiting.delete(question);
        if (mine === undefined || mine !== socket) {
          return ok({ rows: nothing(range.to), asOf: range.to, isStale: true });
        }
        const { to: asOf } = question;
        const rows = memory.pull({ from: range.from, to: asOf });
        return ok(watch.isUp() ? { rows, asOf } : { rows, asOf, isStale: true });
      },
    },
    follow: (trading) => {
      if (socket === undefined) return;
      const now = clock.now();
      const names = new Set(trading.map(({ symbol }) => symbol));
      for (const coin of followed) {
        if (names.has(coin)) continue;
        followed.delete(coin);
        socket.unsubscribe(tradeSubscription(coin).key);
        watch.unfollow(coin, now);
      }
      const room = config.subscriptions - otherSubscriptions(names.size);
      const left = [...names].filter((coin) => !followed.has(coin));
      const begun = left.slice(0, Math.max(0, room - followed.size));
      unfollowed = left.slice(begun.length);
      for (const coin of begun) {
        followed.add(coin);
        known.add(coin);
        watch.follow(coin, now - pollMs, now);
        socket.subscribe(tradeSubscription(coin));
      }
    },
    open: () => {
      if (socket !== undefined) return;
      const now = clock.now();
      memory = createMemory(config, now);
      watch = newWatch();
      changed = now;
      [hasBeenUp, hasBroken] = [false, false];
      socket = openSocket();
    },
    close: async () => {
      const ending = socket;
      socket = undefined;
      followed.clear();
      known.clear();
      unfollowed = [];
      changed = clock.now();
      memory = createMemory(config, changed);
      watch = newWatch();
      wake();
      await ending?.close();
    },
    state: () => {
      const why = reason();
      const down = hasBeenUp ? 'stale' : hasBroken ? 'unavailable' : 'warming';
      return {
        feed: 'trades',
        status: why === undefined ? 'ok' : down,
        since: why === undefined ? null : changed,
        reason: why ?? null,
        asOf: watch.known() ?? null,
      };
    },
  };
}
