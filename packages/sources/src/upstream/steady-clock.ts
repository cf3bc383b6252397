/** Clock of budgets and waits. */

import { createReplayClock } from '../clock.ts';
import type { SteadyClock } from './budget.ts';

/** A clock that no correction of the machine's time moves: a step forward would open a budget that is spent. */
export function createSteadyClock(): SteadyClock {
  return createReplayClock({ from: Date.now(), speed: 1 });
}
