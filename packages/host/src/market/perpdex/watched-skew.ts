/** Moments of this machine's clock as those of the venue's, and a warning when the two differ. */

import type { Logger } from 'pino';
import type { PerpdexConfig } from './config.ts';
import { createSkew } from './skew.ts';

/** Watched difference of the clocks. */
export interface WatchedSkew {
  /** @param open open of a bar of a minute, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** A moment of this machine's clock as one of the venue's. Differences that a settled bar allows for are none. */
  readonly venueTime: (local: number) => number;
}

/** The difference is said once when it passes the limit, and once when it is over. */
export function createWatchedSkew(log: Logger, { settleMs, skewMs }: PerpdexConfig): WatchedSkew {
  const skew = createSkew();
  let isReported = false;
  const report = (): void => {
    const aheadMs = skew.aheadMs();
    const differs = Math.abs(aheadMs) > skewMs;
    if (differs === isReported) return;
    isReported = differs;
    if (differs) log.warn({ source: 'perpdex', aheadMs }, 'clock differs from the venue');
    else log.info({ source: 'perpdex', aheadMs }, 'clock agrees with the venue');
  };
  return {
    observe: (open, receivedAt) => {
      skew.observe(open, receivedAt);
      report();
    },
    venueTime: (local) => {
      const ahead = skew.aheadMs();
      return Math.abs(ahead) > settleMs / 2 ? local - ahead : local;
    },
  };
}
