/** Small things that tests of stores share. */

import type { Logger } from 'pino';
import { createLog } from '../src/log.ts';

export const QUIET: Logger = createLog('silent');

/** The value of a result that must be there. */
export function valueOf<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}
