/** The job queue. */

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoreCase } from './store-case.ts';

export const JOB_CASES: readonly StoreCase[] = [
  {
    name: 'a job is done once, by one of the workers, with its payload',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const done: unknown[] = [];
      let all = (): void => undefined;
      const finished = new Promise<void>((resolve) => (all = resolve));
      const mail = async (payload: unknown): Promise<void> => {
        await wait(5);
        if (done.push(payload) === 20) all();
      };
      const workers = [await a.jobs.startWorker({ mail }), await b.jobs.startWorker({ mail })];
      for (let n = 0; n < 20; n++) await a.jobs.add('mail', { n });
      await finished;
      await Promise.all(workers.map(async (worker) => worker.stop()));
      assert.deepEqual(
        new Set(done.map((payload) => JSON.stringify(payload))),
        new Set(Array.from({ length: 20 }, (_, n) => JSON.stringify({ n }))),
      );
      assert.equal(done.length, 20);
    },
  },
  {
    name: 'of jobs under one key the last one waits',
    run: async ({ open }) => {
      const { jobs } = await open();
      await jobs.add('build', { n: 1 }, 'k');
      await jobs.add('build', { n: 2 }, 'k');
      await jobs.add('end', {});
      const done: unknown[] = [];
      let end = (): void => undefined;
      const finished = new Promise<void>((resolve) => (end = resolve));
      const build = async (payload: unknown): Promise<void> => void done.push(payload);
      const worker = await jobs.startWorker({ build, end: async () => end() }, 1);
      await finished;
      await worker.stop();
      assert.deepEqual(done, [{ n: 2 }]);
    },
  },
  {
    name: 'a worker whose last word of a job the database refuses goes on afterwards',
    run: async ({ open }) => {
      const { jobs, pool } = await open();
      const rename = async (from: string, to: string): Promise<unknown> =>
        pool.query(`alter table graphile_worker.${from} rename to ${to}`);
      let refused = (): void => undefined;
      const refusal = new Promise<void>((resolve) => (refused = resolve));
      let after = (): void => undefined;
      const goesOn = new Promise<void>((resolve) => (after = resolve));
      const breaking = async (): Promise<void> => {
        await rename('_private_jobs', 'away');
        refused();
      };
      const worker = await jobs.startWorker({ breaking, after: async () => after() }, 1);
      await jobs.add('breaking', {});
      await refusal;
      await wait(100);
      await rename('away', '_private_jobs');
      await jobs.add('after', {});
      await goesOn;
      await worker.stop();
    },
  },
  {
    name: 'stopping waits for the job in hand',
    run: async ({ open }) => {
      const { jobs } = await open();
      let begun = (): void => undefined;
      const begins = new Promise<void>((resolve) => (begun = resolve));
      let ended = false;
      const slow = async (): Promise<void> => {
        begun();
        await wait(200);
        ended = true;
      };
      const worker = await jobs.startWorker({ slow });
      await jobs.add('slow', null);
      await begins;
      await worker.stop();
      assert.equal(ended, true);
    },
  },
];
