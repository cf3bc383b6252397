/** Leader lease: only one replica at a time does work that must not run twice, such as calls to a rate-limited venue. */

import type { Logger } from 'pino';
import type { Leases } from '@barograph/store';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;

export interface Leader {
  /** Whether this replica leads. Never true for two replicas at once while their clocks differ by less than a second. */
  leads(): boolean;
  stop(): Promise<void>;
}

export interface LeaderParts {
  readonly leases: Leases;
  /** Name of the lease, for example `ingest`. */
  readonly lease: string;
  readonly owner: string;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly log: Logger;
  /** Called when this replica acquires or loses leadership. */
  readonly onChange?: (leads: boolean) => void;
  /** Repeats a function at an interval; replaced in tests. @returns a function that stops it. */
  readonly every?: (ms: number, work: () => Promise<void>) => () => void;
}

function everyInterval(ms: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), ms);
  return () => clearInterval(timer);
}

/** Tries to acquire the lease now and whenever it may have expired. */
export async function standForLeader(parts: LeaderParts): Promise<Leader> {
  const { leases, lease, owner, wall, log, onChange, every = everyInterval } = parts;
  let until = -Infinity;
  let announced = false;
  const announce = (): void => {
    const leads = wall() < until;
    if (leads === announced) return;
    announced = leads;
    log.info({ scope: lease, leads }, leads ? 'leadership acquired' : 'leadership lost');
    onChange?.(leads);
  };
  const stand = async (): Promise<void> => {
    const now = wall();
    try {
      // Gives up a second early, so that no other replica acquires the lease while this one still acts on it.
      if (await leases.take(lease, 1, owner, LEASE_MS, now)) until = now + LEASE_MS - 1000;
    } catch (error) {
      log.warn({ err: error, scope: lease }, 'failed to renew lease');
    }
    announce();
  };
  await stand();
  const cancel = every(RENEW_EVERY_MS, stand);
  return {
    leads: () => wall() < until,
    stop: async () => {
      cancel();
      const led = wall() < until;
      until = -Infinity;
      announce();
      if (led) await leases.release(lease, owner);
    },
  };
}
