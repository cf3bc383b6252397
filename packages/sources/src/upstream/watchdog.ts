/** Monitors a connection: pings, silence limits, and requests that detect missing rows of a silent stream. */

import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';
import type { StreamOptions } from './stream.ts';

/** Parts of a watchdog. */
export interface WatchdogOptions {
  readonly steady: SteadyClock;
  readonly config: Pick<StreamConfig, 'pingMs' | 'silenceMs' | 'quietMs' | 'lateMs'>;
  readonly ping: () => void;
  /** Whether silence is a fault, because there are subscriptions. */
  readonly expectsData: () => boolean;
  readonly isMissing: StreamOptions['isMissing'];
  /** Called once. */
  readonly onSilence: (cause: 'silence' | 'dead') => void;
}

/** Watchdog of an open connection. */
export interface Watchdog {
  /** Counts any frame, pongs included. */
  heard(): void;
  /** Counts a data frame. */
  data(): void;
  /** Restarts the silence timer. */
  expect(): void;
  stop(): void;
}

/** Creates the watchdog of a connection. */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const { steady, config, ping, expectsData, isMissing, onSilence } = options;
  const { pingMs, silenceMs, quietMs, lateMs = 0 } = config;
  let hasHeard = true;
  let hasEnded = false;
  let lastData = steady.now();
  let cancelPing = (): void => {};
  let cancelSilence = (): void => {};
  let cancelQuiet = (): void => {};
  const stop = (): void => {
    hasEnded = true;
    cancelPing();
    cancelSilence();
    cancelQuiet();
  };
  const end = (cause: 'silence' | 'dead'): void => {
    stop();
    onSilence(cause);
  };
  const beat = (): void => {
    if (!hasHeard) return end('dead');
    hasHeard = false;
    ping();
    cancelPing = steady.schedule(steady.now() + pingMs, beat);
  };
  // One repeating timer instead of one per frame.
  const look = (): void => {
    if (!expectsData()) lastData = steady.now();
    const due = lastData + silenceMs;
    if (steady.now() >= due) return end('silence');
    cancelSilence = steady.schedule(due, look);
  };
  const touch = (): void => {
    lastData = steady.now();
  };
  /** Checks once the stream has been silent for `quietMs`; a row found by request may still arrive by stream. */
  const inquire = async (every: number, ask: NonNullable<typeof isMissing>): Promise<void> => {
    const again = (at: number): void => {
      cancelQuiet = steady.schedule(at, () => void inquire(every, ask));
    };
    const [from, askedAt] = [lastData, steady.now()];
    if (!expectsData()) return again(askedAt + every);
    if (askedAt < from + every) return again(from + every);
    const missing = await ask(askedAt - from);
    if (hasEnded) return;
    if (missing === false && lastData === from) lastData = askedAt;
    if (missing !== true) return again(steady.now() + every);
    cancelQuiet = steady.schedule(steady.now() + lateMs, () => {
      if (lastData === from) end('silence');
      else again(lastData + every);
    });
  };
  cancelPing = steady.schedule(steady.now() + pingMs, beat);
  look();
  if (quietMs !== undefined && isMissing !== undefined) void inquire(quietMs, isMissing);
  return {
    heard: () => {
      hasHeard = true;
    },
    data: touch,
    expect: touch,
    stop,
  };
}
