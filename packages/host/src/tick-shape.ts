/** Keeps V8's hidden class of `process.nextTick` objects alive. */

import { executionAsyncResource } from 'node:async_hooks';

/** One tick, kept for the lifetime of the process. */
const kept: object[] = [];

/**
 * Node creates an object per `process.nextTick`, about five for an HTTP answer. V8 keeps the hidden class of such
 * objects only while one is alive, and a major garbage collection finds none: afterwards it is rebuilt, tick by tick,
 * at two to three times the cost. Keeping one object alive prevents that.
 */
export function keepTickShape(): void {
  if (kept.length > 0) return;
  // Within a tick, the resource of the execution is the tick itself.
  process.nextTick(() => kept.push(executionAsyncResource()));
}
