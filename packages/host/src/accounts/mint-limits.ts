/** Limits for callers without a key: creating keys and triggering mails. */

import { problem, type Problem } from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { type Brake, type Brakes, normaliseEmail, hashOf } from '@barograph/store';

/** Limits of keys and mails, over all replicas. */
export interface MintLimits {
  readonly version: `mint-limits/${string}`;
  /** Keys of a client network per hour. */
  readonly perNetwork: number;
  /** Keys of an address from one client network per UTC day. */
  readonly perAddressAndNetwork: number;
  /** Keys of an address per UTC day; does not apply to the first key from a client network. */
  readonly perAddress: number;
  /** Keys per hour. */
  readonly perHour: number;
  /** Confirmation mails per hour. */
  readonly mailsPerHour: number;
}

/** A changed number is a new constant. */
export const MINT_LIMITS_V1: MintLimits = Object.freeze({
  version: 'mint-limits/1',
  perNetwork: 20,
  perAddressAndNetwork: 5,
  perAddress: 10,
  perHour: 1000,
  mailsPerHour: 200,
});

/**
 * Counts a key that is about to be created.
 *
 * The first key of an address from a client network does not count against the address's own limit: others who use that
 * limit up must not lock its owner out.
 *
 * @returns the 429 when a limit is reached; its text is the same for every limit.
 */
export async function brakeMinting(
  brakes: Brakes,
  limits: MintLimits,
  email: string,
  network: string,
  now: number,
): Promise<Result<void, Problem>> {
  const address = hashOf(normaliseEmail(email)).slice(0, 32);
  const byNetwork: Brake = { name: `mint network ${network}`, most: limits.perNetwork, windowMs: HOUR_MS };
  const first: Brake = { name: `mint first ${address} ${network}`, most: 1, windowMs: DAY_MS };
  const pair: Brake = {
    name: `mint pair ${address} ${network}`,
    most: limits.perAddressAndNetwork - 1,
    windowMs: DAY_MS,
  };
  const byAddress: Brake = { name: `mint address ${address}`, most: limits.perAddress, windowMs: DAY_MS };
  const all: Brake = { name: 'mint', most: limits.perHour, windowMs: HOUR_MS };
  let taken = await brakes.take([byNetwork, first, all], now);
  if (!taken.ok && taken.error.name === first.name) {
    taken = await brakes.take([byNetwork, pair, byAddress, all], now);
  }
  if (taken.ok) return ok(undefined);
  const retryAfter = Math.max(1, Math.ceil((taken.error.until - now) / 1000));
  return err(problem('rate_limited', 'Too many keys were made; try again later.', { retryAfter }));
}

/** Counts a mail that is about to be sent. @returns when the next mail may be sent; undefined when this one may. */
export async function brakeMail(brakes: Brakes, limits: MintLimits, now: number): Promise<number | undefined> {
  const taken = await brakes.take([{ name: 'mail', most: limits.mailsPerHour, windowMs: HOUR_MS }], now);
  return taken.ok ? undefined : taken.error.until;
}
