/** Cold start in the background, retried until it succeeds, so that a host without rows already listens. */

import type { Logger } from 'pino';
import type { WarmUp } from './warm-up.ts';

/** Waits between attempts, real ms. */
export interface ColdStartConfig {
  readonly version: `cold-start/${string}`;
  readonly firstRetryMs: number;
  /** Upper limit of the wait, which doubles after each attempt. */
  readonly longestRetryMs: number;
}

/** A changed number is a new constant. */
export const COLD_START_V1: ColdStartConfig = Object.freeze({
  version: 'cold-start/1',
  firstRetryMs: 1000,
  longestRetryMs: 60_000,
});

/** Running cold start. */
export interface ColdStart {
  /** Resolves when everything is available, or when stopped before. */
  readonly done: Promise<void>;
  /** Resolves when the first attempt has ended, successful or not: every producer has run once. */
  readonly firstPass: Promise<void>;
  /** Prevents further attempts. */
  stop(): void;
}

/**
 * Runs `work` until it succeeds once.
 *
 * @param work each attempt continues where the previous one failed and skips finished parts.
 */
export function beginColdStart(
  work: () => Promise<void>,
  warmUp: WarmUp,
  log: Logger,
  config: ColdStartConfig = COLD_START_V1,
): ColdStart {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = (): void => undefined;
  let passed = (): void => undefined;
  const firstPass = new Promise<void>((resolve) => (passed = resolve));
  const pause = async (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const attempts = async (): Promise<void> => {
    const began = performance.now();
    let wait = config.firstRetryMs;
    while (!signal.aborted) {
      warmUp.begin();
      try {
        await work();
        warmUp.end();
        log.info({ ms: Math.round(performance.now() - began) }, 'cold start finished');
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, retryInMs: wait }, 'cold start failed');
        warmUp.failed(wait);
      }
      passed();
      await pause(wait);
      wait = Math.min(config.longestRetryMs, 2 * wait);
    }
  };
  return {
    firstPass,
    done: attempts().finally(() => passed()),
    stop: () => {
      stopping.abort();
      wake();
    },
  };
}
