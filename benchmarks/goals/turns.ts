/** Minimum times of contenders for the same work, alternating. */

/** A contender. */
export interface Contender {
  readonly name: string;
  /** Runs the work once. @returns nanoseconds. */
  readonly once: () => number | Promise<number>;
}

/** Warm-up rounds, not counted. */
const WARM_UP = 3;

let sink: unknown;

/** Contender in this process, timed by wall clock. */
export function here(name: string, run: () => unknown): Contender {
  const once = (): number => {
    const begin = performance.now();
    sink = run();
    return (performance.now() - begin) * 1e6;
  };
  return { name, once };
}

/**
 * Contender in this process, timed by processor time of all threads, garbage collection included. Wall time is useless
 * for work of many milliseconds on a busy machine.
 */
export function processorHere(name: string, run: () => unknown): Contender {
  const once = async (): Promise<number> => {
    const before = process.cpuUsage();
    sink = await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) * 1e3;
  };
  return { name, once };
}

/**
 * Alternates all contenders, so that a busy moment of the machine affects all of them.
 *
 * @returns minimum nanoseconds per unit, by name.
 */
export async function leastOf(
  contenders: readonly Contender[],
  units: number,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const least = new Map(contenders.map(({ name }) => [name, Infinity]));
  const warmUp = Math.min(WARM_UP, rounds - 1);
  for (let round = -warmUp; round < rounds; round++) {
    for (const { name, once } of contenders) {
      const ns = await once();
      if (round >= 0) least.set(name, Math.min(least.get(name)!, ns / units));
    }
  }
  if (sink === least) throw new Error('unreachable: keeps the results alive');
  return least;
}
