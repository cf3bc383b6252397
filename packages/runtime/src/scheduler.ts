/**
 * Scheduler: every slot of a job is done once, by one of the replicas that share a store.
 *
 * Slots are moments of the market's clock, so that a replay drives them too. Leases are of the wall clock: a replay at
 * a thousand times the speed must not lose a slot in the middle of its work.
 */

import type { Logger } from 'pino';
import { type Clock, slotAfter, slotBy, type Cadence } from '@barograph/sources';
import type { SlotClaim, Slots } from '@barograph/store';

/**
 * Treatment of missed slots. `latest`: only the current state counts, one run makes up for all. `each`: every slot is
 * made up, oldest first, at most `atMost` of them; older ones are lost, with a line in the log.
 */
export type MakeUp = { readonly kind: 'latest' } | { readonly kind: 'each'; readonly atMost: number };

/** Work that is due at every slot of a cadence. */
export interface Job {
  readonly name: string;
  readonly cadence: Cadence;
  readonly makeUp: MakeUp;
  /** May run longer than a slot. What it throws is logged, and the slot is tried again. */
  readonly run: (slot: number, claim?: SlotClaim) => Promise<void>;
  /** Called with the newest slot that any replica is known to have finished. */
  readonly onFinished?: (slot: number) => void;
}

export interface SchedulerParts {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  /** Wall time, epoch ms. */
  readonly wall: () => number;
  readonly slots: Slots;
  /** Names this replica. */
  readonly owner: string;
  /** Keeps the slots of one market apart from those of another in the same store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Whether this replica may do work now; it always may when left out. */
  readonly mayRun?: (() => boolean) | undefined;
  /** Does a task after real ms; replaced in tests. @returns what cancels it. */
  readonly later?: (ms: number, task: () => void) => () => void;
}

export interface Scheduler {
  /** Does what is due now, then keeps doing it. */
  start(): Promise<void>;
  /** Does what is due now: called when this replica may do work again. */
  catchUp(): Promise<void>;
  /** Begins nothing more, and waits for the work in hand. */
  stop(): Promise<void>;
}

/** Lease of a claimed slot, ms; it bounds the wait for an owner that cannot be proven dead. */
export const SLOT_LEASE_MS = 120_000;

/** Looks at a slot that was not done, between those of the cadence. */
export interface RecheckConfig {
  readonly version: `recheck/${string}`;
  /** After one that another replica has in hand, ms: it may die. */
  readonly takenMs: number;
  /** After the first failure, ms; twice as long after each more. */
  readonly failedMs: number;
  readonly longestMs: number;
}

/** A changed number is a new constant. */
export const RECHECK_V1: RecheckConfig = Object.freeze({
  version: 'recheck/1',
  takenMs: 2000,
  failedMs: 5000,
  longestMs: 120_000,
});

type Outcome = 'done' | 'failed' | 'taken';

function afterMs(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Runs a slot of a job, once among all replicas. */
function createSlotRuns({ wall, slots, owner, log }: SchedulerParts) {
  /** Slots that this replica is at work on: the store would give it its own again. */
  const mine = new Set<string>();
  const claimAndRun = async (job: Job, key: string, slot: number): Promise<Outcome> => {
    if (!(await slots.claim(key, slot, owner, wall(), SLOT_LEASE_MS))) return 'taken';
    try {
      await job.run(slot, { job: key, slot, owner });
    } catch (error) {
      log.error({ err: error, job: job.name, slot }, 'scheduled job failed; slot will be retried');
      return 'failed';
    }
    await slots.finish(key, slot, owner, wall());
    return 'done';
  };
  return async (job: Job, key: string, slot: number): Promise<Outcome> => {
    const name = `${key} ${slot}`;
    if (mine.has(name)) return 'taken';
    mine.add(name);
    try {
      return await claimAndRun(job, key, slot);
    } finally {
      mine.delete(name);
    }
  };
}

/** Slots of a job that are to be run now, oldest first. */
async function dueSlots({ clock, slots, log }: SchedulerParts, job: Job, key: string): Promise<readonly number[]> {
  const { cadence, makeUp } = job;
  const until = slotBy(cadence, clock.now());
  const last = await slots.lastFinished(key);
  if (last !== undefined) job.onFinished?.(last);
  if (last !== undefined && last >= until) return [];
  if (makeUp.kind === 'latest' || last === undefined) return [until];
  const oldest = until - (makeUp.atMost - 1) * cadence.step;
  const since = Math.max(last + cadence.step, oldest);
  if (since > last + cadence.step) {
    log.warn({ job: job.name, from: last + cadence.step, to: since }, 'missed slots skipped; too old to make up');
  }
  return slots.missed(key, since, until, cadence.step);
}

export function createScheduler(parts: SchedulerParts): Scheduler {
  const { clock, slots, timeline, log, later = afterMs } = parts;
  let isStopped = false;
  const inHand = new Set<Promise<void>>();
  const cancels = new Map<Job, () => void>();
  const rechecks = new Map<Job, () => void>();
  const failures = new Map<Job, number>();
  const runSlot = createSlotRuns(parts);

  const catchUp = async (job: Job): Promise<Outcome> => {
    if (parts.mayRun?.() === false) return 'done';
    const key = `${timeline}/${job.name}`;
    for (const slot of await dueSlots(parts, job, key)) {
      if (isStopped) return 'done';
      const outcome = await runSlot(job, key, slot);
      // Order matters: what another replica has in hand, or what failed, holds the later slots back.
      if (outcome !== 'done') return outcome;
    }
    return 'done';
  };

  /** @returns the moment from which on slots were not looked at. */
  const wake = async (job: Job): Promise<number> => {
    rechecks.get(job)?.();
    const lookedAt = clock.now();
    let outcome: Outcome = 'failed';
    try {
      outcome = await catchUp(job);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'failed to read slots');
    }
    recheck(job, outcome);
    // A slot that fell due during the work is due at once; after a failure the next look waits for its turn.
    return outcome === 'failed' ? clock.now() : lookedAt;
  };
  const recheck = (job: Job, outcome: Outcome): void => {
    const failed = outcome === 'failed' ? (failures.get(job) ?? 0) + 1 : 0;
    failures.set(job, failed);
    if (outcome === 'done' || isStopped) return;
    const { takenMs, failedMs, longestMs } = RECHECK_V1;
    const ms = outcome === 'taken' ? takenMs : Math.min(longestMs, failedMs * 2 ** (failed - 1));
    rechecks.get(job)?.();
    rechecks.set(
      job,
      later(ms, () => inTheBackground(job)),
    );
  };
  const inTheBackground = (job: Job, then?: (lookedAt: number) => void): void => {
    const look = async (): Promise<void> => {
      const lookedAt = await wake(job);
      inHand.delete(work);
      then?.(lookedAt);
    };
    const work = look();
    inHand.add(work);
  };

  const arm = (job: Job, lookedAt: number): void => {
    if (isStopped) return;
    const next = slotAfter(job.cadence, lookedAt);
    const cancel = clock.schedule(next, () => inTheBackground(job, (moment) => arm(job, moment)));
    cancels.set(job, cancel);
  };

  return {
    start: async () => {
      // What can fail comes first: a start that failed can be tried again.
      for (const job of parts.jobs) await slots.rewind(`${timeline}/${job.name}`, slotBy(job.cadence, clock.now()));
      for (const job of parts.jobs) arm(job, await wake(job));
    },
    catchUp: async () => {
      const work = Promise.all(parts.jobs.map(wake)).then(() => undefined);
      inHand.add(work);
      await work.finally(() => inHand.delete(work));
    },
    stop: async () => {
      isStopped = true;
      for (const cancel of [...cancels.values(), ...rechecks.values()]) cancel();
      await Promise.all(inHand);
    },
  };
}
