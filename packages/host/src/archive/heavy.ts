/** The one place that heavy reads of the archive pass: a deadline here, a bulkhead where a host gives one. */

import type { Problem } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';

/** Runs a heavy read. @param work reads until its signal ends it. */
export type Heavy = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<Result<T, Problem>>;

/** Stands around a heavy read: waits for a place, or refuses with a problem. */
export type Bulkhead = <T>(work: () => Promise<T>) => Promise<Result<T, Problem>>;

/** Heavy reads that end after `ms` real milliseconds. @param bulkhead none when left out. */
export function heavyReads(ms: number, bulkhead: Bulkhead = async (work) => ok(await work())): Heavy {
  return async (work) => bulkhead(async () => work(AbortSignal.timeout(ms)));
}
