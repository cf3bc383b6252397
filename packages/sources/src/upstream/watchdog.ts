/** Watch over one connection: pings, limits on silence, and requests that show whether a silent stream is mute. */

import type { SteadyClock } from './budget.ts';
import type { StreamConfig } from './config.ts';
import type { StreamOptions } from './stream.ts';

/** Parts of a watchdog. */
export interface WatchdogOptions {
  readonly steady: SteadyClock;
  readonly config: Pick<StreamConfig, 'pingMs' | 'silenceMs' | 'quietMs' | 'lateMs'>;
  readonly ping: () => void;
  /** Whether silence is a fault: there are subscriptions. */
  readonly expectsData: () => boolean;
  readonly isMissing: StreamOptions['isMissing'];
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
  // One timer that looks again, instead of one for each frame.
  const look = (): void => {
    if (!expectsData()) lastData = steady.now();
    const due = lastData + silenceMs;
    if (steady.now() >= due) return end('silence');
    cancelSilence = steady.schedule(due, look);
  };
  const touch = (): void => {
    lastData = steady.now();
  };
  /** Asks once the stream is silent for `quietMs`: what a request shows may still be on its way by stream. */
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
