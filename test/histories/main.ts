/**
 * `npm run histories -- --seed N [--seeds N] [--minutes M] [--plant NAME] [--out FILE] [--redis] [--older COMMIT]`: plays the
 * plan of a seed against three replicas and judges what its clients saw. With `--seeds` it goes through as many seeds, beginning
 * with the first, and the record of each has its seed at the end of its name. With `--older` the first replica begins as that
 * commit.
 */

import { parseArgs } from 'node:util';
import { grouped } from './checks/history.ts';
import { hasCommit } from '../upgrades/tree.ts';
import { planOf, withOlder } from './plan.ts';
import { PLANTS } from './plants.ts';
import { runPlan } from './run.ts';
import { REPLICAS } from './stage/stage.ts';
import { timelineOf } from './timeline.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    plant: { type: 'string' },
    out: { type: 'string' },
    older: { type: 'string' },
    redis: { type: 'boolean', default: false },
  },
});

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!(value >= least)) throw new Error(`${name}: expected a number of at least ${least}, got "${text}" (--${name})`);
  return value;
}

const first = numberOf('seed', values.seed, 0);
const count = numberOf('seeds', values.seeds, 1);
const plant = values.plant === undefined ? undefined : PLANTS[values.plant];
if (values.plant !== undefined && plant === undefined) {
  throw new Error(`plant: expected one of ${Object.keys(PLANTS).join(', ')}, got "${values.plant}" (--plant)`);
}
const isOlder = values.older !== undefined && hasCommit(values.older);
if (values.older !== undefined && !isOlder) console.log(`left out: older, the clone has no commit ${values.older}`);
const ms = numberOf('minutes', values.minutes, 0.1) * 60_000;

for (let seed = first; seed < first + count; seed++) {
  const began = performance.now();
  const plan = planOf(seed, ms, REPLICAS);
  const { history, violations, skipped } = await runPlan(isOlder ? withOlder(plan) : plan, plant?.edits ?? [], {
    out: values.out === undefined || count === 1 ? values.out : `${values.out}.${seed}`,
    isFirstEnough: plant !== undefined,
    isRedis: values.redis,
    older: isOlder ? values.older : undefined,
  });
  const kinds = [...grouped(history.operations, ({ name, result }) => `${name} ${result}`)];
  const faults = [...grouped(history.faults, ({ kind }) => kind)];
  const counts = (groups: readonly (readonly [string, readonly unknown[]])[]): string =>
    groups
      .map(([name, { length }]) => `${length} ${name}`)
      .toSorted()
      .join(', ');
  const shown = values.plant === undefined ? '' : `, plant ${values.plant}`;
  console.log(
    `seed ${seed}${shown}: ${violations.length} violations; ${counts(kinds)}; faults: ${counts(faults)}; ${Math.round((performance.now() - began) / 1000)} s`,
  );
  if (seed === first) for (const [kind, reason] of skipped) console.log(`left out: ${kind}, ${reason}`);
  for (const violation of violations) console.log(timelineOf(violation, history));
  if (violations.length > 0) process.exitCode = 1;
}
process.exit();
