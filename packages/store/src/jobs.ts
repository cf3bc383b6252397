/**
 * Queued work (mail, archive builds): any replica runs it, at least once, and retries it after a failure. The queue keeps
 * its own tables and uses the database clock: a job is due when the database says so.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { Logger as WorkerLogger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { messageOf } from './connection.ts';

/** Runs one kind of job. An error is logged, and the job is retried later. @param isLast whether no attempt is left after this one. */
export type Task = (payload: unknown, isLast: boolean) => Promise<void>;

export interface Worker {
  /** Takes no new jobs and waits for the running ones. */
  stop(): Promise<void>;
}

export interface Jobs {
  /**
   * @param key only the last waiting job with a key runs, so repeated calls run it once.
   * @param attempts maximum number of attempts. @default 25
   */
  add(task: string, payload: unknown, key?: string, attempts?: number): Promise<void>;
  /** Releases the jobs of queue workers that are known to be dead; they run again at once. Otherwise they wait for four hours. */
  release(queueWorkers: readonly string[]): Promise<void>;
  startWorker(tasks: Readonly<Record<string, Task>>, concurrency?: number): Promise<Worker>;
  /** Stops all running workers. */
  close(): Promise<void>;
}

/** Silent logger for the queue. */
export function quietLogger(): WorkerLogger {
  return new WorkerLogger(() => () => undefined);
}

/** Longer than any task; the host's own deadline ends the process earlier. */
const LONGEST_STOP_MS = 600_000;

const RESTART_MS = 1000;

/** The queue's runner gives up while the database is unavailable; this wrapper restarts it. */
async function keepRunning(start: () => Promise<Runner>, log: Logger): Promise<Worker> {
  const stopping = new AbortController();
  let runner = await start();
  const attend = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'job worker ended'));
      // An aborted wait means stop.
      await wait(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await start().then(
        (fresh) => (runner = fresh),
        (error: unknown) => log.warn({ reason: messageOf(error) }, 'failed to start job worker'),
      );
    }
  };
  const attended = attend();
  return {
    stop: async () => {
      stopping.abort();
      // A runner that has ended by itself throws; nothing is left to stop.
      await runner.stop().catch(() => undefined);
      await attended;
    },
  };
}

/** Creates the queue, without running jobs. */
export function createJobs(pool: Pool, log: Logger): Jobs {
  const logger = new WorkerLogger(() => (level, message) => {
    // A `const enum`, which cannot be imported here; these texts are its values.
    const known: string = level;
    if (known === 'error' || known === 'warning') log.warn({ queue: message }, 'job queue');
  });
  const workers = new Set<Worker>();
  let utils: ReturnType<typeof makeWorkerUtils> | undefined;
  const opened = async (): ReturnType<typeof makeWorkerUtils> => {
    utils ??= makeWorkerUtils({ pgPool: pool, logger });
    return utils.catch((error: unknown) => {
      // The next attempt retries.
      utils = undefined;
      throw error;
    });
  };
  return {
    add: async (task, payload, key, attempts) => {
      const { addJob } = await opened();
      await addJob(task, payload, {
        ...(key === undefined ? {} : { jobKey: key }),
        ...(attempts === undefined ? {} : { maxAttempts: attempts }),
      });
    },
    release: async (queueWorkers) => (await opened()).forceUnlockWorkers([...queueWorkers]),
    startWorker: async (tasks, concurrency = 2) => {
      const taskList: TaskList = {};
      for (const [name, task] of Object.entries(tasks)) {
        taskList[name] = async (payload, { job }) => task(payload, job.attempts >= job.max_attempts);
      }
      const worker = await keepRunning(
        async () =>
          run({
            pgPool: pool,
            taskList,
            parsedCronItems: [],
            concurrency,
            noHandleSignals: true,
            gracefulShutdownAbortTimeout: LONGEST_STOP_MS,
            logger,
            // Without a batch, the queue does not wait for its last database calls and does not catch their errors.
            preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
          }),
        log,
      );
      workers.add(worker);
      return worker;
    },
    close: async () => {
      await Promise.all([...workers].map(async (worker) => worker.stop()));
      await (await utils?.catch(() => undefined))?.release();
    },
  };
}
