/** Worker threads of a host, available in built code. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ModelState } from '../producers/quant/model.ts';
import type { RunLog } from '../producer.ts';
import { marketProducers } from '../producers.ts';
import { createThreadPool, type ThreadPool } from './pool.ts';
import { createThreadComputation } from './thread.ts';

/** Maximum number of producers that run at once. */
const MOST_THREADS = 4;

/** Default number of threads: one core is left to requests when there are several. */
const usualThreads = (): number => Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1));

/** Number and kind of a host's threads. */
export interface ThreadsConfig {
  /** Whether they compute with kernels. */
  readonly kernels: boolean;
  /** Number of threads. @default number of cores minus one, at most four */
  readonly threads: number | undefined;
}

/**
 * Threads for heavy producers and histories; undefined when TypeScript sources run, which compute in the request thread.
 *
 * @param timeline market name in the store.
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
  const computations = Array.from({ length: threads }, () => createThreadComputation(entry, data, log));
  return createThreadPool(computations, producers);
}
