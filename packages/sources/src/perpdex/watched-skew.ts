/** Converts times of this machine's clock to the venue's, and warns when the clocks differ. */

import type { Logger } from 'pino';
import type { Fetched } from '../upstream/ask.ts';
import { notPassedBy } from '../upstream/venue-time.ts';
import type { PerpdexConfig } from './config.ts';
import { createSkew } from './skew.ts';

/** Monitored clock difference. */
export interface WatchedSkew {
  /** @param open open of a one-minute bar, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** Measures the difference from the date of an answer. */
  answered(answer: Pick<Fetched<unknown>, 'fetchedAt' | 'statedAt'>): void;
  /** Converts a time of this machine's clock to the venue's. Differences within a bar's settling time are ignored. */
  readonly venueTime: (local: number) => number;
  /** Like `venueTime`, limited to the newest minute of the stream: later bars have not closed at the venue. */
  readonly reached: (local: number) => number;
  /** Like `reached`, for requests, which continue without the stream: an old limit moves on with the clock. */
  readonly reachedNow: (local: number) => number;
}

/** Maximum time between two bars of a flowing stream, ms. */
const NAMED_WITHIN_MS = 6000;

/** Warns once when the difference passes the limit, and reports once when it is over. */
export function createWatchedSkew(log: Logger, { settleMs, skewMs }: PerpdexConfig): WatchedSkew {
  const skew = createSkew(settleMs);
  let isReported = false;
  const report = (): void => {
    const aheadMs = skew.aheadMs();
    const differs = Math.abs(aheadMs) > skewMs;
    if (differs === isReported) return;
    isReported = differs;
    if (differs) log.warn({ source: 'perpdex', aheadMs }, 'clock differs from the venue');
    else log.info({ source: 'perpdex', aheadMs }, 'clock agrees with the venue');
  };
  const venueTime = (local: number): number => {
    const ahead = skew.aheadMs();
    return Math.abs(ahead) > settleMs / 2 ? local - ahead : local;
  };
  const reached = (local: number): number => Math.min(venueTime(local), skew.notPassed(local));
  return {
    answered: (answer) => {
      const notPassed = notPassedBy(answer);
      if (notPassed < Infinity) skew.answered(answer.fetchedAt - notPassed);
    },
    observe: (open, receivedAt) => {
      skew.observe(open, receivedAt);
      report();
    },
    venueTime,
    reached,
    reachedNow: (local) => {
      const silentMs = Math.max(0, local - skew.lastNaming() - NAMED_WITHIN_MS);
      return Math.min(venueTime(local), skew.notPassed(local) + silentMs);
    },
  };
}
