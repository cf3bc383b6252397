/** Watch over one connection: pings, and limits on silence. */

import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';

/** Parts of a watchdog. */
export interface WatchdogOptions {
  readonly steady: SteadyClock;
  readonly config: Pick<StreamConfig, 'pingMs' | 'silenceMs'>;
  readonly ping: () => void;
  /** Whether silence is a fault: there are subscriptions. */
  readonly expectsData: () => boolean;
  /** Called once. */
  readonly onSilence: (cause: 'silence' | 'dead') => void;
}

/** Watchdog of a connection that has opened. */
export interface Watchdog {
  /** Counts any frame, pongs included. */
  heard(): void;
  /** Counts a data frame. */
  data(): void;
  /** Begins the time of silence anew: data can be expected from now on. */
  expect(): void;
  stop(): void;
}

export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { steady, config, ping, expectsData, onSilence } = options;
  let hasHeard = true;
  let lastData = steady.now();
  let cancelPing = (): void => {};
  let cancelSilence = (): void => {};
  const stop = (): void => {
    cancelPing();
    cancelSilence();
  };
  const end = (cause: 'silence' | 'dead'): void => {
    stop();
    onSilence(cause);
  };
  const beat = (): void => {
    if (!hasHeard) return end('dead');
    hasHeard = false;
    ping();
    cancelPing = steady.schedule(steady.now() + config.pingMs, beat);
  };
  // One timer that looks again, instead of one for each frame.
  const look = (): void => {
    if (!expectsData()) lastData = steady.now();
    const due = lastData + config.silenceMs;
    if (steady.now() >= due) return end('silence');
    cancelSilence = steady.schedule(due, look);
  };
  const touch = (): void => {
    lastData = steady.now();
  };
  cancelPing = steady.schedule(steady.now() + config.pingMs, beat);
  look();
  return {
    heard: () => {
      hasHeard = true;
    },
    data: touch,
    expect: touch,
    stop,
  };
}
