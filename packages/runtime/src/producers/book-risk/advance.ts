/** Keeps a panel at the newest hour, so that no request waits for it: once at the start and after each full hour of the market. */

import type { RiskPanels } from '@barograph/contract';
import { bucketOpen, HOUR_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import { RISK_PANELS_V1, type RiskPanelsConfig } from './panels.ts';

/**
 * Updates the panels at the start and after each full hour until it is stopped.
 * @param stopped ends the loop.
 * @param after delays the first update until it resolves.
 */
export async function advancePanels(
  panels: RiskPanels,
  clock: Clock,
  stopped: AbortSignal,
  after: Promise<unknown>,
  { advanceMs }: RiskPanelsConfig = RISK_PANELS_V1,
): Promise<void> {
  await after;
  let callOff = (): void => {};
  stopped.addEventListener('abort', () => callOff());
  const advance = async (): Promise<void> => {
    if (stopped.aborted) return;
    await panels.at(clock.now());
    if (stopped.aborted) return;
    callOff = clock.schedule(bucketOpen(clock.now() - advanceMs, HOUR_MS) + HOUR_MS + advanceMs, () => void advance());
  };
  await advance();
}
