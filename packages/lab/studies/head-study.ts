/** Evaluation of a head's probabilities: learnt on the earlier part of a history, scored on the later. */

import { HOUR_MS } from '@barograph/core';
import { HORIZONS, type Horizon } from '@barograph/nowcast';
import { bootstrapMean } from '../src/index.ts';
import { mean } from './statistics.ts';

/** Inputs known at a moment, the bucket that came, and the one that persistence starts from. */
export interface Origin<View> {
  readonly time: number;
  readonly view: View;
  readonly outcome: number;
  readonly before: number;
}

interface Study<View> {
  readonly name: string;
  readonly horizon: Horizon;
  readonly origins: readonly Origin<View>[];
  /** Outcomes before it are learnt from, origins from it on are scored. */
  readonly split: number;
  /** Probabilities under some constants; where their search starts, and its first steps. */
  readonly under: (view: View, constants: readonly number[]) => readonly number[];
  readonly start: readonly number[];
  readonly steps: readonly number[];
  /** Under the constants that are shipped, and those of the first design. */
  readonly shipped: (view: View) => readonly number[];
  readonly design: (view: View) => readonly number[];
}

const loss = (p: number | undefined): number => -Math.log(Math.max(p ?? 0, 1e-12));

/** Coordinate descent with steps that halve: enough for three constants. */
function learn(score: (x: readonly number[]) => number, start: readonly number[], steps: readonly number[]): number[] {
  let best = [...start];
  let least = score(best);
  for (let size = 1; size > 2e-3;) {
    let improved = false;
    for (let i = 0; i < start.length; i++) {
      for (const sign of [1, -1]) {
        const trial = best.map((x, k) => (k === i ? x + sign * size * steps[i]! : x));
        const value = score(trial);
        if (value < least - 1e-6) [best, least, improved] = [trial, value, true];
      }
    }
    if (!improved) size /= 2;
  }
  return best;
}

function byMonth<Item extends { readonly time: number }>(list: readonly Item[]): readonly (readonly Item[])[] {
  const months = new Map<string, Item[]>();
  for (const one of list) {
    const month = new Date(one.time).toISOString().slice(0, 7);
    const known = months.get(month);
    if (known === undefined) months.set(month, [one]);
    else known.push(one);
  }
  return [...months.values()];
}

/** Prints the log losses of a head, of the shares of the buckets, and of the bucket of the last hours. */
export function report<View>(study: Study<View>): void {
  const { name, horizon, origins, split, under, shipped, design } = study;
  const hours = HORIZONS[horizon];
  const early = origins.filter(({ time }) => time + hours * HOUR_MS < split);
  const late = origins.filter(({ time }) => time >= split);
  const buckets = [...shipped(late[0]!.view).keys()];
  // One more of each bucket than were counted, so that none is impossible.
  const shares = (list: readonly Origin<View>[]): number[] =>
    buckets.map((k) => (list.filter(({ outcome }) => outcome === k).length + 1) / (list.length + buckets.length));
  const marginal = shares(early);
  const persistence = buckets.map((k) => shares(early.filter(({ before }) => before === k)));
  const learnt = learn(
    (x) => mean(early.map(({ view, outcome }) => loss(under(view, x)[outcome]))),
    study.start,
    study.steps,
  );
  type Say = (origin: Origin<View>) => readonly number[];
  const lossOf = (list: readonly Origin<View>[], say: Say): number =>
    mean(list.map((origin) => loss(say(origin)[origin.outcome])));
  const persists: Say = ({ before }) => persistence[before]!;
  const ships: Say = ({ view }) => shipped(view);
  const says: readonly (readonly [string, Say])[] = [
    ['marginal', () => marginal],
    ['persistence', persists],
    ['design', ({ view }) => design(view)],
    ['learnt', ({ view }) => under(view, learnt)],
    ['shipped', ships],
  ];
  const months = byMonth(late);
  const wins = months.filter((list) => lossOf(list, ships) < lossOf(list, persists)).length;
  console.log(`${name} ${hours}h: ${early.length} origins learnt from, ${late.length} scored`);
  console.log(
    `  buckets of the scored: ${shares(late)
      .map((p) => p.toFixed(3))
      .join(' ')}`,
  );
  console.log(`  log loss: ${says.map(([who, say]) => `${who} ${lossOf(late, say).toFixed(4)}`).join(', ')}`);
  const gain = bootstrapMean(
    late.map((origin) => ({ time: origin.time, difference: loss(marginal[origin.outcome]) - loss(ships(origin)[origin.outcome]) })), // prettier-ignore
  );
  console.log(`  gain over marginal: ${[gain.mean, gain.low, gain.high].map((value) => value.toFixed(4)).join(' ')}`);
  console.log(`  shipped better than persistence in ${wins} of ${months.length} months`);
  console.log(`  learnt: ${learnt.map((x) => x.toPrecision(4)).join(' ')}`);
}
