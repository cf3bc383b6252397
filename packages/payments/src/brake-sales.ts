/** Rate limit of callers without a key: payment checks, payment lookups, and prices of files. */

import { problem, type Origin, type Problem } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import type { Clock } from '@barograph/sources';
import type { Brakes } from '@barograph/store';
import type { PaymentsConfig } from './config.ts';

/** Options of the brake. */
export interface SalesBrakeParts {
  readonly brakes: Pick<Brakes, 'take'>;
  /** Client network of a request. */
  readonly networkOf: (origin: Origin) => string;
  readonly wall: Clock;
  readonly config: Pick<PaymentsConfig, 'perNetwork'>;
}

/**
 * Counts a request of its client network.
 *
 * @returns the 429 when over the limit. Nothing was charged, and the same payment can be sent again.
 */
export async function brakeSales(
  { brakes, networkOf, wall, config }: SalesBrakeParts,
  origin: Origin,
): Promise<Problem | undefined> {
  const now = wall.now();
  const name = `pay network ${networkOf(origin)}`;
  const taken = await brakes.take([{ name, most: config.perNetwork, windowMs: MINUTE_MS }], now);
  if (taken.ok) return undefined;
  const retryAfter = Math.max(1, Math.ceil((taken.error.until - now) / 1000));
  const message =
    'Too many payments or prices for this client network; send the same again after Retry-After. Nothing was charged.';
  return problem('rate_limited', message, { retryAfter });
}
