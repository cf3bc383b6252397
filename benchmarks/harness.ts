/**
 * Times cases that do the same work, round-robin in one process, and prints ratios. Absolute times do not travel
 * between machines, or between two minutes of a shared one; ratios of one run do.
 *
 * The minimum is reported beside the median: on a machine whose cores are shared the minimum is the quiet machine.
 */

export interface Case {
  readonly name: string;
  /** Does the work once. The result is kept alive so that nothing is optimised away. */
  readonly run: () => unknown;
}

export interface Question {
  readonly title: string;
  /** How many units (bars, updates) one run handles; times are printed per unit. */
  readonly units: number;
  /** The case that the others are divided by. */
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
}

let sink: unknown;

/** @returns one line per case, fastest first. */
export function measure({ units, reference, cases, rounds = 25 }: Question): Timing[] {
  const samples = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds + 3; round++) {
    for (const { name, run } of cases) {
      const start = performance.now();
      sink = run();
      const nanoseconds = ((performance.now() - start) * 1e6) / units;
      if (round >= 3) samples.get(name)!.push(nanoseconds); // the first rounds warm the compiler up
    }
  }
  const minimum = (name: string): number => Math.min(...samples.get(name)!);
  const base = minimum(reference);
  return cases
    .map(({ name }) => {
      const sorted = [...samples.get(name)!].sort((a, b) => a - b);
      return { name, minNs: minimum(name), medianNs: sorted[sorted.length >> 1]!, ratio: minimum(name) / base };
    })
    .sort((a, b) => a.minNs - b.minNs);
}

/** Measures a question and prints its table. */
export function answer(question: Question): Timing[] {
  const timings = measure(question);
  console.log(`\n${question.title}`);
  console.log(`  ${'case'.padEnd(44)}${'min ns'.padStart(10)}${'median ns'.padStart(12)}${'x reference'.padStart(14)}`);
  for (const { name, minNs, medianNs, ratio } of timings) {
    const line = [minNs.toFixed(2).padStart(10), medianNs.toFixed(2).padStart(12), ratio.toFixed(2).padStart(14)];
    console.log(`  ${name.padEnd(44)}${line.join('')}`);
  }
  if (sink === question) throw new Error('unreachable: keeps the results alive');
  return timings;
}
