/** Start-up while the database comes and goes: steps are tried again, so often in all and with one log line each. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, messageOf } from './connection.ts';
import { isStoreAway } from './store-away.ts';

/** Number and pace of the attempts of a start. */
export interface StartConfig {
  readonly version: `start/${string}`;
  /** Attempts of all steps together, the first one included. */
  readonly attempts: number;
  readonly firstWaitMs: number;
  /** Each wait is twice the one before it, up to this. */
  readonly longestWaitMs: number;
}

/** Waits 28 s in all: a restarted server is back by then. A changed number is a new constant. */
export const START_V1: StartConfig = Object.freeze({
  version: 'start/1',
  attempts: 10,
  firstWaitMs: 250,
  longestWaitMs: 5000,
});

/** Runs a step of the start until it succeeds. Rejects with the error of its last attempt. */
export type Retry = <T>(step: () => Promise<T>) => Promise<T>;

/** Runs a step once. */
export const once: Retry = async (step) => step();

/** Codes of servers whose name or network is not there yet. */
const NO_HOST = /^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Codes of a database that waiting does not help: its disk is full or fails, or it takes no writes. */
const LASTING = /^(?:53100|58030|25006)$/;

/** Whether an error says that the database is away, or cannot be found. */
export function isDatabaseAway(error: unknown): boolean {
  return isStoreAway(error) || NO_HOST.test(codeOf(error) ?? '');
}

/**
 * A retry for all steps of one start. A step that fails must leave nothing behind that a second attempt would meet.
 *
 * @param signal ends the waits: the last error is then final.
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
