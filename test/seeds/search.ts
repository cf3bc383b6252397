/** Tries seeds, and cuts what a failing one needs to fail. */

import type { Plant, Scenario } from './scenario.ts';
import { withVirtualTimers } from './virtual-timers.ts';
import { BEGIN, type World } from './parts.ts';
import { createWorld } from './world.ts';

/** Repetitions that look for a smaller failure. */
const MOST_REPETITIONS = 60;
/** Lines of a trace that are shown. */
const SHOWN = 60;

/** Runs a seed. */
export async function runSeed(
  { name, start, faultsUntil, until }: Scenario,
  seed: number,
  { plant, without }: { readonly plant?: Plant | undefined; readonly without?: ReadonlySet<number> } = {},
): Promise<World> {
  const world = createWorld({ seed, faultsUntil, ...(without === undefined ? {} : { without }) });
  const check = start(world, plant?.scenario === name ? plant : undefined);
  await world.run(BEGIN + until);
  await check();
  return world;
}

/** The fewest faults found with which a seed still breaks the same rule. */
async function minimal(scenario: Scenario, seed: number, plant: Plant | undefined, whole: World): Promise<World> {
  const subject = whole.violations[0]!.subject;
  let best = whole;
  let without: ReadonlySet<number> = new Set();
  let left = MOST_REPETITIONS;
  for (
    let size = Math.ceil(whole.faults.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    // prettier-ignore
    for (let from = 0; from < best.faults.length && left > 0; ) {
      const more = new Set([...without, ...best.faults.slice(from, from + size).map(({ number }) => number)]);
      left--;
      const again = await runSeed(scenario, seed, { plant, without: more });
      if (again.violations[0]?.subject === subject && again.faults.length < best.faults.length) [best, without] = [again, more]; // prettier-ignore
      else from += size;
    }
  }
  return best;
}

/** A failing seed, with the faults that it needs and the end of its trace. */
export async function explained(scenario: Scenario, seed: number, plant?: Plant): Promise<string> {
  const whole = await runSeed(scenario, seed, { plant });
  if (whole.violations.length === 0) return `seed ${seed} of ${scenario.name} breaks no rule`;
  const least = await minimal(scenario, seed, plant, whole);
  const { violations, faults } = least;
  const trace = least.trace();
  const broken = trace.findIndex((line) => line.includes(' violation of '));
  const until = broken === -1 ? trace.length : broken + 1;
  return [
    `seed ${seed} of ${scenario.name}: ${violations.map(({ subject, text }) => `${subject}: ${text}`).join('; ')}`,
    `faults (${faults.length} of ${whole.faults.length}): ${faults.length === 0 ? 'none' : faults.map(({ text }) => text).join('; ')}`,
    ...trace.slice(Math.max(0, until - SHOWN), until),
  ].join('\n');
}

/** Up to `most` seeds, starting at `first`, that break a rule. */
export async function failingSeeds(
  scenario: Scenario,
  { first, count, most = 1, plant }: { readonly first: number; readonly count: number; readonly most?: number; readonly plant?: Plant }, // prettier-ignore
): Promise<readonly number[]> {
  const failing: number[] = [];
  await withVirtualTimers(async () => {
    for (let seed = first; seed < first + count && failing.length < most; seed++) {
      const { violations } = await runSeed(scenario, seed, { plant });
      if (violations.length > 0) failing.push(seed);
    }
  });
  return failing;
}
