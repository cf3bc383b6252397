/** Clocks of the host. All code reads the time and schedules work through them. */

import { epochMs, type EpochMs } from '@barograph/core';

/** Clock with timers. */
export interface Clock {
  readonly kind: 'system' | 'replay' | 'manual';
  now(): EpochMs;
  /** Runs `task` once when the clock reaches `at`, epoch ms; soon when `at` is past. @returns a function that cancels it. */
  schedule(at: number, task: () => void): () => void;
}

/** Timers accept at most 2^31 − 1 ms; longer waits use several. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Runs a task after a delay.
 *
 * @param delay returns the real ms left, called again after each partial wait; undefined when the time never comes.
 * @param longest maximum partial wait, ms.
 * @returns a function that cancels it.
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

/** Creates the machine's clock. */
export function createSystemClock(): Clock {
  const now = (): EpochMs => epochMs(Date.now());
  return { kind: 'system', now, schedule: (at, task) => waitUntil(() => at - now(), task) };
}

/** Start, speed and end of a replay. */
export interface ReplayOptions {
  /** Start of the replay, epoch ms. */
  readonly from: number;
  /** Replayed seconds per real second; 0 stops the clock. */
  readonly speed: number;
  /** End of the replay, epoch ms. @default never */
  readonly until?: number | undefined;
  /** Monotonic real time, ms. */
  readonly monotonic?: () => number;
}

/** Creates a clock that replays the past at a chosen speed, starting now. */
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
  /** Advances the clock to `time`, epoch ms, and runs due tasks in time order. Tasks scheduled in the past run soon. */
  moveTo(time: number): void;
}

/**
 * Creates a clock that moves only when a test moves it.
 * @param start epoch ms.
 */
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
      // The clock may never move again, so past tasks run soon.
      if (at <= time) setImmediate(() => moveTo(time));
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    moveTo,
  };
}
