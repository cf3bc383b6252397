/** Contenders for the same work, turn by turn: least times. */

/** One that does the work. */
export interface Contender {
  readonly name: string;
  /** Does the work once. @returns nanoseconds. */
  readonly once: () => number | Promise<number>;
}

/** Turns before those that count, in which the compiler warms up. */
const WARM_UP = 3;

let sink: unknown;

/** A contender of this process, by its clock. */
export function here(name: string, run: () => unknown): Contender {
  const once = (): number => {
    const begin = performance.now();
    sink = run();
    return (performance.now() - begin) * 1e6;
  };
  return { name, once };
}

/**
 * A contender of this process, by the processor time of all of its threads: the collector's count, and on a busy machine a
 * work of many milliseconds has no turn of its own.
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
 * Lets all contenders do the work in turn, so that a busy moment of the machine meets them alike.
 *
 * @returns least nanoseconds a unit of each, by name.
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
