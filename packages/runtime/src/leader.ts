/** Leader lease: one replica at a time does what must not run twice, such as calls to a rate-limited venue. */

import type { Logger } from 'pino';
import type { Leases } from '@barograph/store';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;

export interface Leader {
  /** Whether this replica leads. Never true for two replicas at a time, as long as their clocks agree to a second. */
  leads(): boolean;
  stop(): Promise<void>;
}

export interface LeaderParts {
  readonly leases: Leases;
  /** Scope of the lease: `ingest`. */
  readonly scope: string;
  readonly owner: string;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly log: Logger;
  /** Called when this replica acquires or loses leadership. */
  readonly onChange?: (leads: boolean) => void;
  /** Runs a function again and again; replaced in tests. @returns what stops it. */
  readonly every?: (ms: number, work: () => Promise<void>) => () => void;
}

function everyInterval(ms: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), ms);
  return () => clearInterval(timer);
}

/** Stands for election at once, and again whenever the lease may have come free. */
export async function standForLeader(parts: LeaderParts): Promise<Leader> {
  const { leases, scope, owner, wall, log, onChange, every = everyInterval } = parts;
  let until = -Infinity;
  let announced = false;
  const announce = (): void => {
    const leads = wall() < until;
    if (leads === announced) return;
    announced = leads;
    log.info({ scope, leads }, leads ? 'leadership acquired' : 'leadership lost');
    onChange?.(leads);
  };
  const stand = async (): Promise<void> => {
    const now = wall();
    try {
      // A second is kept in hand, so that the others never see the lease free while this one still acts on it.
      if (await leases.take(scope, 1, owner, LEASE_MS, now)) until = now + LEASE_MS - 1000;
    } catch (error) {
      log.warn({ err: error, scope }, 'failed to renew lease');
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
      if (led) await leases.release(scope, owner);
    },
  };
}
