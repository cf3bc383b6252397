/** The worker threads of a host, where their file is built. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ModelState } from '../producers/quant/model.ts';
import type { RunLog } from '../producer.ts';
import { marketProducers } from '../producers.ts';
import { createThreadPool, type ThreadPool } from './pool.ts';
import { createThreadComputation } from './thread.ts';

/** More producers than these run at no time. */
const MOST_THREADS = 4;

/** Threads of a host without a setting: a core is left to requests, where there are several. */
const usualThreads = (): number => Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1));

/** Number and kind of the threads of a host. */
export interface ThreadsConfig {
  /** Whether they compute with kernels. */
  readonly kernels: boolean;
  /** Their number; undefined: one for each core but one, and at most four. */
  readonly threads: number | undefined;
}

/**
 * The threads of heavy producers and histories; undefined when TypeScript sources run, where those stay in the thread of requests.
 *
 * @param timeline names the market in the store.
 */
export function openThreads(
  timeline: string,
  model: ModelState,
  { kernels, threads = usualThreads() }: ThreadsConfig,
  log: RunLog,
): ThreadPool | undefined {
  const entry = new URL('./worker.js', import.meta.url); // beside the bundle that this is part of
  if (!existsSync(entry)) return undefined;
  const text = model.kind === 'loaded' ? { text: JSON.stringify(model.artifact), sha256: model.sha256 } : null;
  const data = { timeline, model: text, kernels };
  const producers = marketProducers(timeline, model.kind === 'loaded' ? model : undefined);
  const made = Array.from({ length: threads }, () => createThreadComputation(entry, data, log));
  return createThreadPool(made, producers);
}
