/** Keeps what V8 knows of the ticks of Node's queue. */

import { executionAsyncResource } from 'node:async_hooks';

/** One tick, for as long as the process lives. */
const kept: object[] = [];

/**
 * Node makes an object for every `process.nextTick`, some five of them for an HTTP answer. V8 keeps the hidden class of
 * such objects only while one is alive, and a major garbage collection finds none: from then on it is made anew, tick by
 * tick, at two to three times the cost. One that stays alive prevents that.
 */
export function keepTickShape(): void {
  if (kept.length > 0) return;
  // Within a tick, the resource of the execution is the tick itself.
  process.nextTick(() => kept.push(executionAsyncResource()));
}
