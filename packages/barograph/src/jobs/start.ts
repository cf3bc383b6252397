/** Threads of the command line. */

import { kernelsInUse } from '@barograph/core';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { JobData } from './messages.ts';
import { createJobPool, type JobPool } from './pool.ts';

/** Starts threads for one work, when there is work for them. */
export function startJobs(data: Omit<JobData, 'kernels'>, threads: number): JobPool {
  const workerData: JobData = { ...data, kernels: kernelsInUse() !== undefined };
  return createJobPool(() => startWorker(workerData), threads);
}

/** In a source tree (tests, development) the worker is TypeScript, and needs the loader that this thread may lack. */
function startWorker(workerData: JobData): Worker {
  // This file becomes a part of the bundle, beside which the worker lies.
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./jobs-worker.js', import.meta.url), { workerData, execArgv: [] });
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const entry = new URL('../jobs-worker.ts', import.meta.url).href;
  const load = `import('${loader}').then(({ register }) => (register(), import('${entry}')))`;
  return new Worker(load, { eval: true, workerData, execArgv: ['--conditions=source'] });
}
