/**
 * Queued work (mail, archive builds): done at least once, by any replica, tried again when it fails. The queue keeps
 * its own tables, and its own time: a job is due when the database says so.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { Logger as WorkerLogger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { messageOf } from './connection.ts';

/** Does one kind of job. What it throws is logged, and the job tried again later. */
export type Task = (payload: unknown) => Promise<void>;

export interface Worker {
  /** Takes no new jobs and waits for those in hand. */
  stop(): Promise<void>;
}

export interface Jobs {
  /** @param key of jobs with the same key only the last one waits: asking twice does it once. */
  add(task: string, payload: unknown, key?: string): Promise<void>;
  startWorker(tasks: Readonly<Record<string, Task>>, concurrency?: number): Promise<Worker>;
  /** Stops the workers that still run. */
  close(): Promise<void>;
}

/** The queue's logger, without its lines. */
export function quietLogger(): WorkerLogger {
  return new WorkerLogger(() => () => undefined);
}

/** Long enough for any task; the host's own deadline ends the process before. */
const LONGEST_STOP_MS = 600_000;

const RESTART_MS = 1000;

/** The queue's runner gives up when the database stays away: we do not. */
async function keepRunning(start: () => Promise<Runner>, log: Logger): Promise<Worker> {
  const stopping = new AbortController();
  let runner = await start();
  const attend = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'job worker ended'));
      // A wait that is cut short is a stop.
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
      // One that has ended by itself says so; there is nothing left to stop.
      await runner.stop().catch(() => undefined);
      await attended;
    },
  };
}

export function createJobs(pool: Pool, log: Logger): Jobs {
  const logger = new WorkerLogger(() => (level, message) => {
    // A `const enum`, which cannot be imported here; its values are these texts.
    const known: string = level;
    if (known === 'error' || known === 'warning') log.warn({ queue: message }, 'job queue');
  });
  const workers = new Set<Worker>();
  let utils: ReturnType<typeof makeWorkerUtils> | undefined;
  return {
    add: async (task, payload, key) => {
      utils ??= makeWorkerUtils({ pgPool: pool, logger });
      const { addJob } = await utils.catch((error: unknown) => {
        // The next one tries again.
        utils = undefined;
        throw error;
      });
      await addJob(task, payload, key === undefined ? {} : { jobKey: key });
    },
    startWorker: async (tasks, concurrency = 2) => {
      const taskList: TaskList = {};
      for (const [name, task] of Object.entries(tasks)) taskList[name] = async (payload: unknown) => task(payload);
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
            // Without a batch the queue neither waits for its last words to the database nor catches their failure.
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
