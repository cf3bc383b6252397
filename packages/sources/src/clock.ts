/** Time, as the host sees it. Everything that asks what time it is, or waits for a moment, does so here. */

import { epochMs, type EpochMs } from '@barograph/core';

/** A clock that can be asked and waited for. */
export interface Clock {
  readonly kind: 'system' | 'replay' | 'manual';
  now(): EpochMs;
  /** Runs `task` once, when the clock reaches `at` (soon, when that is past). @returns what calls it off. */
  schedule(at: number, task: () => void): () => void;
}

/** Timers take at most 2^31 − 1 ms; longer waits are made of several. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Runs a task after a delay.
 *
 * @param delay real ms that are left, asked again after each partial wait; undefined when the moment never comes.
 * @param longest ms of a partial wait.
 * @returns what calls it off.
 */
export function waitUntil(
  delay: () => number | undefined,
  task: () => void,
  longest: number = LONGEST_TIMER_MS,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    const left = delay();
    if (left === undefined) return;
    timer = left <= 0 ? setTimeout(task, 0) : setTimeout(arm, Math.min(Math.ceil(left), longest));
  };
  arm();
  return () => clearTimeout(timer);
}

/** The machine's own clock. */
export function createSystemClock(): Clock {
  const now = (): EpochMs => epochMs(Date.now());
  return { kind: 'system', now, schedule: (at, task) => waitUntil(() => at - now(), task) };
}

/** Start, speed and end of a replay. */
export interface ReplayOptions {
  /** Start of the replay, epoch ms. */
  readonly from: number;
  /** Replayed seconds per real second; 0 stands still. */
  readonly speed: number;
  /** The clock stops here, epoch ms. undefined: never. */
  readonly until?: number | undefined;
  /** Real ms that never run backwards. */
  readonly monotonic?: () => number;
}

/** A clock that runs through the past at a chosen speed, from the moment it is made. */
export function createReplayClock(options: ReplayOptions): Clock {
  const { from, speed, until = Infinity, monotonic = () => performance.now() } = options;
  const began = monotonic();
  const now = (): EpochMs => epochMs(Math.min(until, Math.floor(from + (monotonic() - began) * speed)));
  const delay = (at: number): number | undefined => {
    const left = at - now();
    if (left <= 0) return 0;
    return speed === 0 || at > until ? undefined : left / speed;
  };
  return { kind: 'replay', now, schedule: (at, task) => waitUntil(() => delay(at), task) };
}

/** Manual clock, for tests. */
export interface ManualClock extends Clock {
  /** Moves the clock on and runs what falls due, in order of time; what is scheduled in the past runs soon. */
  moveTo(time: number): void;
}

/** @param start epoch ms. */
export function createManualClock(start: number): ManualClock {
  let time = start;
  let waiting: { readonly at: number; readonly task: () => void }[] = [];
  const moveTo = (to: number): void => {
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      waiting = waiting.filter((entry) => entry !== next);
      time = Math.max(time, next.at);
      next.task();
    }
    time = Math.max(time, to);
  };
  return {
    kind: 'manual',
    now: () => epochMs(time),
    schedule: (at, task) => {
      const entry = { at, task };
      waiting.push(entry);
      // Nothing may move the clock again: what is past already is soon.
      if (at <= time) setImmediate(() => moveTo(time));
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    moveTo,
  };
}
