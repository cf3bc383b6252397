/**
 * Times cases that do the same work, round-robin in one process, and prints ratios. Absolute times do not travel
 * between machines, or between two minutes of a shared one; ratios of one run do.
 *
 * Reports minimum and median: on shared cores the minimum approximates a quiet machine.
 */

export interface Case {
  readonly name: string;
  /** Runs the work once. The result is kept alive so that nothing is optimised away. */
  readonly run: () => unknown;
}

export interface Question {
  readonly title: string;
  /** Number of units (bars, updates) that one run handles; times are printed per unit. */
  readonly units: number;
  /** Reference case of the ratios. */
  readonly reference: string;
  readonly cases: readonly Case[];
  readonly rounds?: number;
}

export interface Timing {
  readonly name: string;
  readonly minNs: number;
  readonly medianNs: number;
  /** Minimum over the reference's minimum: above 1 is slower than the reference. */
  readonly ratio: number;
  /** Median of the processor time. */
  readonly cpuNs: number;
  /**
   * Median of the ratios of processor time to that of the reference in the same round: what holds on a machine that is
   * busy with others. The collector's threads count.
   */
  readonly cpuRatio: number;
}

let sink: unknown;

/** @returns one line per case, fastest first. */
export function measure({ units, reference, cases, rounds = 25 }: Question): Timing[] {
  const samples = new Map(cases.map(({ name }) => [name, { wall: [] as number[], cpu: [] as number[] }]));
  for (let round = 0; round < rounds + 3; round++) {
    for (const { name, run } of cases) {
      const [used, start] = [process.cpuUsage(), performance.now()];
      sink = run();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(used);
      if (round < 3) continue; // the first rounds warm up the compiler
      const sample = samples.get(name)!;
      sample.wall.push((wall * 1e6) / units);
      sample.cpu.push(((user + system) * 1e3) / units);
    }
  }
  const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
  const base = samples.get(reference)!;
  return cases
    .map(({ name }) => {
      const { wall, cpu } = samples.get(name)!;
      const minNs = Math.min(...wall);
      return {
        name,
        minNs,
        medianNs: median(wall),
        ratio: minNs / Math.min(...base.wall),
        cpuNs: median(cpu),
        cpuRatio: median(cpu.map((value, round) => value / base.cpu[round]!)),
      };
    })
    .sort((a, b) => a.minNs - b.minNs);
}

/** Times a set of cases and prints the table. */
export function answer(question: Question): Timing[] {
  const timings = measure(question);
  console.log(`\n${question.title}`);
  console.log(
    `  ${'case'.padEnd(44)}${'min ns'.padStart(10)}${'median ns'.padStart(12)}${'x reference'.padStart(14)}${'cpu ns'.padStart(10)}${'x cpu'.padStart(8)}`,
  );
  for (const { name, minNs, medianNs, ratio, cpuNs, cpuRatio } of timings) {
    const numbers = [minNs, medianNs, ratio, cpuNs, cpuRatio].map((value) => value.toFixed(2));
    const line = numbers.map((text, i) => text.padStart([10, 12, 14, 10, 8][i]!));
    console.log(`  ${name.padEnd(44)}${line.join('')}`);
  }
  if (sink === question) throw new Error('unreachable: keeps the results alive');
  return timings;
}
