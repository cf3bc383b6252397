/** Starts worker threads. */

import { kernelsInUse } from '@barograph/core';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { JobData } from './messages.ts';
import { createJobPool, type JobPool } from './pool.ts';

/** Creates a pool for one kind of work; threads start on demand. */
export function startJobs(data: Omit<JobData, 'kernels'>, threads: number): JobPool {
  const workerData: JobData = { ...data, kernels: kernelsInUse() !== undefined };
  return createJobPool(() => startWorker(workerData), threads);
}

/** In a source tree the worker is TypeScript and needs a loader, which this thread may lack. */
function startWorker(workerData: JobData): Worker {
  // In a build, the worker is next to the bundle that contains this file.
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./jobs-worker.js', import.meta.url), { workerData, execArgv: [] });
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const entry = new URL('../jobs-worker.ts', import.meta.url).href;
  const load = `import('${loader}').then(({ register }) => (register(), import('${entry}')))`;
  return new Worker(load, { eval: true, workerData, execArgv: ['--conditions=source'] });
}
