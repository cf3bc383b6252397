/** Moments of this machine's clock as those of the venue's, and a warning when the two differ. */

import type { Logger } from 'pino';
import type { Fetched } from '../upstream/ask.ts';
import { notPassedBy } from '../upstream/venue-time.ts';
import type { PerpdexConfig } from './config.ts';
import { createSkew } from './skew.ts';

/** Watched difference of the clocks. */
export interface WatchedSkew {
  /** @param open open of a bar of a minute, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** Measures the difference by the date of an answer. */
  answered(answer: Pick<Fetched<unknown>, 'fetchedAt' | 'statedAt'>): void;
  /** A moment of this machine's clock as one of the venue's. Differences that a settled bar allows for are none. */
  readonly venueTime: (local: number) => number;
  /** The same, and never beyond the minute that the stream named last: what closes after it has not closed there. */
  readonly reached: (local: number) => number;
  /** The same for requests, which go on without the stream: what it named a while ago was of that time. */
  readonly reachedNow: (local: number) => number;
}

/** A stream that flows names some bar so soon again. */
const NAMED_WITHIN_MS = 6000;

/** The difference is said once when it passes the limit, and once when it is over. */
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
