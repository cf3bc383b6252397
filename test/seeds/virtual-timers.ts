/**
 * Timers of the process, replaced while a world runs: whatever the product waits for by `setTimeout`, `setInterval`,
 * `setImmediate` or `node:timers/promises`, it waits for in the world, as the process that asked.
 */

import { createRequire, syncBuiltinESMExports } from 'node:module';
import { measureDeadlinesBy } from '../../packages/sources/src/deadline.ts';
import { createManualClock } from '../../packages/sources/src/clock.ts';
import { clockOf } from './clocks.ts';
import { BEGIN, type World } from './parts.ts';

// The namespace of an import cannot be changed; its object can, and imports follow it.
const waits = createRequire(import.meta.url)('node:timers/promises') as Record<string, unknown>; // oxlint-disable-line typescript/no-unsafe-type-assertion -- functions by name

/** As every test file has it: `packages/sources/test/setup.ts`. */
const STOPPED = createManualClock(0);

interface Timer {
  cancel(): void;
  ref(): Timer;
  unref(): Timer;
}

/** World whose timers run; undefined between two. */
let running: World | undefined;
let isInstalled = false;

const timer = (cancel: () => void): Timer => {
  const timer: Timer = { cancel, ref: () => timer, unref: () => timer };
  return timer;
};
/** A timer in the running world, as the process that acts. */
const after = (ms: number, task: () => void): Timer => {
  const world = running!;
  return timer(world.at(world.now() + ms, world.current(), '', task));
};

const TIMERS = {
  setTimeout: (task: () => void, ms = 0): Timer => after(Math.max(1, ms), task),
  setImmediate: (task: () => void): Timer => after(0, task),
  setInterval: (task: () => void, ms = 1): Timer => {
    let next: Timer | undefined;
    const arm = (): void => {
      next = after(Math.max(1, ms), () => {
        arm();
        task();
      });
    };
    arm();
    return timer(() => next?.cancel());
  },
  clearTimeout: (given?: Timer): void => given?.cancel(),
  clearInterval: (given?: Timer): void => given?.cancel(),
  clearImmediate: (given?: Timer): void => given?.cancel(),
};

const WAITS = {
  setTimeout: async (ms: number) => new Promise<void>((resolve) => TIMERS.setTimeout(resolve, ms)),
  setImmediate: async () => new Promise<void>((resolve) => TIMERS.setImmediate(resolve)),
};

/** Runs `work`, which may run many worlds, with their timers and clocks in place of those of the process. */
export async function withVirtualTimers<T>(work: () => Promise<T>): Promise<T> {
  if (isInstalled) return work();
  isInstalled = true;
  const saved = Object.fromEntries(Object.keys(TIMERS).map((name) => [name, Reflect.get(globalThis, name)]));
  const savedWaits = { ...waits };
  const { now } = Date;
  Object.assign(globalThis, TIMERS);
  Object.assign(waits, WAITS);
  syncBuiltinESMExports();
  performance.now = () => (running?.now() ?? BEGIN) - BEGIN;
  Date.now = () => running?.now() ?? BEGIN;
  try {
    return await work();
  } finally {
    Date.now = now;
    Reflect.deleteProperty(performance, 'now');
    Object.assign(waits, savedWaits);
    Object.assign(globalThis, saved);
    syncBuiltinESMExports();
    isInstalled = false;
  }
}

/** Runs a world; timers that are asked for meanwhile are its own. */
export async function inWorld<T>(world: World, work: () => Promise<T>): Promise<T> {
  return withVirtualTimers(async () => {
    running = world;
    measureDeadlinesBy(clockOf(world));
    try {
      return await work();
    } finally {
      measureDeadlinesBy(STOPPED);
      running = undefined;
    }
  });
}
