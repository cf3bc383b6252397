/** Brake on what callers without a key may have done: payments are checked and looked for, and prices of files too. */

import { problem, type Origin, type Problem } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { Brakes } from '@barograph/store';
import type { PaymentsConfig } from './config.ts';

/** Parts of the brake. */
export interface SalesBrakeParts {
  readonly brakes: Pick<Brakes, 'take'>;
  /** Client network of a request. */
  readonly networkOf: (origin: Origin) => string;
  readonly wall: Clock;
  readonly config: Pick<PaymentsConfig, 'perNetwork'>;
}

/**
 * Counts one for the client network of a request.
 *
 * @returns the 429 when it is over its limit: nothing was charged, and the same payment can be sent again.
 */
export async function brakeSales(
  { brakes, networkOf, wall, config }: SalesBrakeParts,
  origin: Origin,
): Promise<Problem | undefined> {
  const now = wall.now();
  const scope = `pay network ${networkOf(origin)}`;
  const taken = await brakes.take([{ scope, most: config.perNetwork, windowMs: MINUTE_MS }], now);
  if (taken.ok) return undefined;
  const retryAfter = Math.max(1, Math.ceil((taken.error.until - now) / 1000));
  const message =
    'Too many payments or prices for this client network; send the same again after Retry-After. Nothing was charged.';
  return problem('rate_limited', message, { retryAfter });
}
