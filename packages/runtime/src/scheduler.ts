/**
 * Scheduler: every slot of a job runs once, on one of the replicas that share a store.
 *
 * Slots use the market clock, so that a replay drives them too. Leases use the wall clock, so that a replay at a thousand
 * times the speed does not lose a slot while it runs.
 */

import type { Logger } from 'pino';
import { type Clock, slotAfter, slotBy, type Cadence } from '@barograph/sources';
import type { SlotClaim, Slots } from '@barograph/store';

/**
 * Treatment of missed slots. `latest`: only the current state counts, so one run replaces all missed ones. `each`: every slot
 * is run, oldest first, at most `atMost` of them; older slots are dropped and logged.
 */
export type MakeUp = { readonly kind: 'latest' } | { readonly kind: 'each'; readonly atMost: number };

/** Work that is due at every slot of a cadence. */
export interface Job {
  readonly name: string;
  readonly cadence: Cadence;
  readonly makeUp: MakeUp;
  /** May take longer than a slot. An error is logged, and the slot is retried. */
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
  /** Name of this replica. */
  readonly owner: string;
  /** Separates the slots of markets that share a store. */
  readonly timeline: string;
  readonly log: Logger;
  /** Whether this replica may work now. @default always */
  readonly mayRun?: (() => boolean) | undefined;
  /** Runs a task after real ms; replaced in tests. @returns a function that cancels it. */
  readonly later?: (ms: number, task: () => void) => () => void;
}

export interface Scheduler {
  /** Runs the due slots now and at every later slot. */
  start(): Promise<void>;
  /** Runs the due slots; called when this replica may work again. */
  catchUp(): Promise<void>;
  /** Starts nothing more, and waits for the running work. */
  stop(): Promise<void>;
}

/** Lease of a claimed slot, ms; limits the wait for an owner that cannot be proven dead. */
export const SLOT_LEASE_MS = 120_000;

/** Additional checks of an unfinished slot between two slots. */
export interface RecheckConfig {
  readonly version: `recheck/${string}`;
  /** Wait while another replica runs the slot, which may die, ms. */
  readonly takenMs: number;
  /** Wait after the first failure, ms; doubles with each further failure. */
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
  /** Slots that this replica is running; the store would grant its own slots again. */
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

/** Slots of a job to run now, oldest first. */
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
    log.warn({ job: job.name, from: last + cadence.step, to: since }, 'missed slots skipped; too old to run');
  }
  return slots.missed(key, since, until, cadence.step);
}

/** Creates a scheduler, without starting it. */
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
      // In order: a slot that failed or that another replica runs blocks the later ones.
      if (outcome !== 'done') return outcome;
    }
    return 'done';
  };

  /** @returns the first moment whose slots were not checked. */
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
    // A slot that fell due during the work runs at once; after a failure the next check waits.
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
      // Fallible steps come first, so that a failed start can be repeated.
      for (const { name, cadence } of parts.jobs) {
        const now = parts.wall();
        await slots.rewind(`${timeline}/${name}`, slotBy(cadence, clock.now()), now);
      }
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
