/** The worker thread of a host, where its file is built. */

import { existsSync } from 'node:fs';
import type { ModelState } from '../../services/quant/model.ts';
import type { Computation } from '../computation.ts';
import type { RunLog } from '../producer.ts';
import { createThreadComputation } from './thread.ts';

/**
 * The thread of heavy producers; undefined when TypeScript sources run, where those stay in the thread of requests.
 *
 * @param timeline names the market in the store.
 * @param kernels whether it computes with kernels.
 */
export function openThread(
  timeline: string,
  model: ModelState,
  kernels: boolean,
  log: RunLog,
): Computation | undefined {
  const entry = new URL('./worker.js', import.meta.url); // beside the bundle that this is part of
  if (!existsSync(entry)) return undefined;
  const text = model.kind === 'loaded' ? { text: JSON.stringify(model.artifact), sha256: model.sha256 } : null;
  return createThreadComputation(entry, { timeline, model: text, kernels }, log);
}
