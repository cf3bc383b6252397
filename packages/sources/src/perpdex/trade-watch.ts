/**
 * Spans over which every trade of the followed perps was received, as changes of a connection.
 *
 * The watch begins when the venue has confirmed each subscription on the connection that is open. It ends with the last
 * sign of life before a break, with the last trade before a silence, with a frame that cannot be read, with a further perp
 * whose trades were not watched so far, and while the clocks differ too much for a minute to be sealed at its time.
 *
 * A silence is a cut from the last trade before it, however it ends and is noticed: by the next frame of any kind, a
 * question that waits, or a break.
 */

import { MINUTE_MS } from '@barograph/core';
import type { ConnectionChange } from '../market/trades.ts';
import type { BreakCause } from '../upstream/stream.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';

/** Parts of a watch. */
export interface TradeWatchParts {
  readonly config: Pick<PerpdexFillsConfig, 'confirmMs' | 'delayMs' | 'slackMs' | 'apartMs' | 'quietMs'>;
  /** Converts a time of this machine's clock to the venue's. */
  readonly venueTime: (local: number) => number;
  /** @param at time when the change was learned, epoch ms. */
  readonly onChange: (change: ConnectionChange, at: number) => void;
}

/** Watch over the trades. Times are epoch ms of this machine's clock. */
export interface TradeWatch {
  /** A connection opened, without confirmed subscriptions yet. */
  opened(at: number): void;
  broken(cause: BreakCause, at: number): void;
  /** Follows another perp. @param unseenSince time since which its trades may have been missed. */
  follow(coin: string, unseenSince: number, at: number): void;
  unfollow(coin: string, at: number): void;
  /** The venue confirmed the subscription, or sent a trade of it. */
  served(coin: string, at: number): void;
  /** A frame arrived. @param isData whether it has trades. */
  heard(isData: boolean, at: number): void;
  /** A frame of trades was unreadable. */
  lost(at: number): void;
  /** The stream was silent for so long that trades may be missing; the watch resumes with the next trades. */
  silent(at: number): void;
  isUp(): boolean;
  /** Start of the open connection; undefined while disconnected. */
  openSince(): number | undefined;
  /** Time up to which every trade was received; undefined without a watch. */
  known(): number | undefined;
  /** Perps whose subscription was not confirmed in time, so that their trades are unknown. */
  unserved(): readonly string[];
  /** Reason for the missing watch, in one line; undefined during a watch. */
  reason(): string | undefined;
}

/** Creates a watch that has not begun. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one machine: each event is a line or two on the same few values
export function createTradeWatch({ config, venueTime, onChange }: TradeWatchParts): TradeWatch {
  const { confirmMs, delayMs, slackMs, apartMs, quietMs } = config;
  const followed = new Set<string>();
  /** Unconfirmed perps that delay the watch, with the time of their subscription. */
  const pending = new Map<string, number>();
  const unserved = new Set<string>();
  let open: number | undefined;
  let lastHeard = 0;
  let lastData = 0;
  let isUp = false;
  let isSilent = false;
  const isApart = (at: number): boolean => Math.abs(at - venueTime(at)) > apartMs;

  const isQuiet = (at: number): boolean => at - lastData > quietMs;

  /** Ends the watch at its last proof, by either clock. A silent connection proves nothing. */
  const end = (proof: number, at: number): void => {
    if (!isUp) return;
    isUp = false;
    const last = isQuiet(at) ? Math.min(proof, lastData) : proof;
    const time = Math.max(0, Math.floor(Math.min(last, venueTime(last)) - delayMs));
    onChange({ time, isUp: false }, at);
  };
  const beginIfServed = (at: number): void => {
    for (const [coin, since] of pending) {
      if (at - since < confirmMs) break;
      pending.delete(coin);
      unserved.add(coin);
    }
    const isServed = open !== undefined && pending.size === 0 && unserved.size < followed.size;
    if (isUp || !isServed || isSilent || isApart(at)) return;
    isUp = true;
    lastData = at;
    onChange({ time: Math.ceil(Math.max(at, venueTime(at)) + slackMs), isUp: true }, at);
  };
  const silent = (at: number): void => {
    end(lastData, at);
    isSilent = true;
  };
  return {
    opened: (at) => {
      open = at;
      isSilent = false;
      lastHeard = at;
      lastData = at;
      unserved.clear();
      pending.clear();
      for (const coin of followed) pending.set(coin, at);
    },
    broken: (cause, at) => {
      end(cause === 'silence' ? lastData : lastHeard, at);
      open = undefined;
      pending.clear();
    },
    follow: (coin, unseenSince, at) => {
      if (followed.has(coin)) return;
      followed.add(coin);
      if (open === undefined) return;
      end(unseenSince, at);
      pending.set(coin, at);
    },
    unfollow: (coin, at) => {
      followed.delete(coin);
      pending.delete(coin);
      unserved.delete(coin);
      beginIfServed(at);
    },
    served: (coin, at) => {
      if (unserved.delete(coin)) end(lastHeard, at);
      else if (!pending.delete(coin)) return;
      beginIfServed(at);
    },
    heard: (isData, at) => {
      // A clock difference is detected after minutes: only unsealed minutes can still be marked.
      if (isUp && isApart(at)) end(at - MINUTE_MS, at);
      // Queries come once a minute: a silence in between would look like a market without trades.
      if (isUp && isQuiet(at)) silent(at);
      lastHeard = at;
      if (isData) {
        lastData = at;
        isSilent = false;
      }
      beginIfServed(at);
    },
    lost: (at) => {
      end(lastHeard, at);
      beginIfServed(at);
    },
    silent,
    isUp: () => isUp,
    openSince: () => open,
    known: () => (isUp ? lastData : undefined),
    unserved: () => [...unserved],
    reason: () => {
      if (isUp) return undefined;
      if (open === undefined) return 'no connection';
      if (followed.size === 0) return 'the venue has not named its perps';
      if (isSilent) return 'no trades';
      if (pending.size > 0) return `${pending.size} of ${followed.size} subscriptions are not confirmed`;
      return unserved.size < followed.size ? 'the clocks are too far apart' : 'no subscription was confirmed';
    },
  };
}
