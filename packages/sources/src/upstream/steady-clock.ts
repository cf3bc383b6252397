/** Clock of budgets and waits. */

import { createReplayClock } from '../clock.ts';
import type { SteadyClock } from './budget.ts';

/** Creates a monotonic clock, unaffected by corrections of the machine's time: a step forward would refill a spent budget. */
export function createSteadyClock(): SteadyClock {
  return createReplayClock({ from: Date.now(), speed: 1 });
}
