/** Start-up retries while the database is unavailable, with a limit over all steps and one log line each. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, messageOf } from './connection.ts';
import { isStoreAway } from './store-away.ts';

/** Number and timing of the attempts. */
export interface StartConfig {
  readonly version: `start/${string}`;
  /** Attempts of all steps together, including the first. */
  readonly attempts: number;
  readonly firstWaitMs: number;
  /** Upper limit of the wait, which doubles after each attempt, ms. */
  readonly longestWaitMs: number;
}

/** Waits 28 s in total, enough for a server restart. A changed number is a new constant. */
export const START_V1: StartConfig = Object.freeze({
  version: 'start/1',
  attempts: 10,
  firstWaitMs: 250,
  longestWaitMs: 5000,
});

/** Runs a step until it succeeds. Rejects with the error of the last attempt. */
export type Retry = <T>(step: () => Promise<T>) => Promise<T>;

/** Runs a step once. */
export const once: Retry = async (step) => step();

/** Codes of a server whose name or network is not available yet. */
const NO_HOST = /^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Codes that waiting does not fix: the disk is full or failing, or the database is read-only. */
const LASTING = /^(?:53100|58030|25006)$/;

/** Whether an error means that the database is unavailable or cannot be found. */
export function isDatabaseAway(error: unknown): boolean {
  return isStoreAway(error) || NO_HOST.test(codeOf(error) ?? '');
}

/**
 * Creates a retry for all steps of one start. A failed step must leave nothing that breaks a second attempt.
 *
 * @param signal aborts the waits; the last error is then final.
 */
export function createRetry(log: Logger, signal: AbortSignal, config: StartConfig = START_V1): Retry {
  const { attempts, firstWaitMs, longestWaitMs } = config;
  let failed = 0;
  return async (step) => {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        const isPassing = isDatabaseAway(error) && !LASTING.test(codeOf(error) ?? '');
        if (!isPassing || ++failed >= attempts || signal.aborted) throw error;
        const retryInMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (failed - 1));
        log.warn({ reason: messageOf(error), attempt: failed, attempts, retryInMs }, 'start failed; retrying');
        await wait(retryInMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
}
