/**
 * Processor time per call grows when processes share processors, because they evict each other's caches: here four
 * replicas, Postgres and the callers on two processors. One factor for each place, `1 + s · waiting`, where
 * waiting is the share of the time that replicas wanted a processor and had none: below 1, for caches are emptied only once.
 * A statement then counts fewer calls, by a factor of the same form that is full at a waiting of one half. One replica alone
 * waits little, so that s is fitted to one and two, and four are left to be predicted. Replicas with processors of their own do
 * not wait. Keyed calls alone: they keep processors busy, while an event, a refresh or a page begins from idle, with caches that
 * are empty anyway.
 */

import {
  batchesOf,
  batchThere,
  callsOfStatement,
  demandOf,
  predicted,
  spentAt,
  thinningWait,
  typicalAt,
  waitingOf,
} from './demands.ts';
import type { Cost, Demand } from './model.ts';
import type { Run } from './runs.ts';

/** Slope s per place of keyed calls, and of the calls per statement. */
export type Crowding = Readonly<Record<'replica' | 'database' | 'batch', number>>;

const NONE: Crowding = { replica: 0, database: 0, batch: 0 };
/** Maximum replicas of runs used to fit s. */
const FITTED_TO = 2;
const ROUNDS = 30;

/** Demands without waiting, and what waiting adds. */
export function fitted(runs: readonly Run[]): { readonly demand: Demand; readonly crowding: Crowding } {
  const seen = runs.filter(({ replicas, part }) => replicas <= FITTED_TO && part === 'calls');
  const alone = seen.filter(({ replicas }) => replicas === 1);
  let crowding = NONE;
  let demand = demandOf(runs);
  for (let round = 0; round < ROUNDS; round++) {
    crowding = {
      replica: costSlope('replica', seen, demand, crowding.batch),
      database: costSlope('database', seen, demand, crowding.batch),
      batch: batchSlope(seen, demand),
    };
    demand = demandOf(runs.map((run) => uncrowded(run, crowding)));
    demand = { ...demand, calls: { ...demand.calls, batches: batchesOf(alone, crowding.batch) } };
  }
  return { demand, crowding };
}

/** Cost of a unit of a run by the model, with the waiting of that run. */
export function predictedHere(demand: Demand, crowding: Crowding, run: Run): Cost {
  const cost = predicted(demand, run, crowding.batch);
  return {
    ...cost,
    replica: cost.replica * factor(crowding.replica, run),
    database: cost.database * factor(crowding.database, run),
  };
}

const factor = (s: number, run: Run): number => (run.part === 'calls' ? 1 + s * waitingOf(run) : 1);

function uncrowded(run: Run, { replica, database }: Crowding): Run {
  return {
    ...run,
    replica: run.replica / factor(replica, run),
    forReplicas: run.forReplicas / factor(database, run),
    forWorker: run.forWorker / factor(database, run),
  };
}

/** Least squares of `dear = s · waiting`, not below 0. */
function slope(points: readonly { readonly dear: number; readonly waiting: number }[]): number {
  let [sum, squares] = [0, 0];
  for (const { dear, waiting } of points) {
    sum += waiting * dear;
    squares += waiting ** 2;
  }
  return squares === 0 ? 0 : Math.max(0, sum / squares);
}

/** Slope of a place's measured cost over the model's. */
function costSlope(place: keyof Cost, runs: readonly Run[], demand: Demand, batch: number): number {
  const points = typicalAt(place, runs).map((run) => ({ run, model: predicted(demand, run, batch)[place] }));
  return slope(
    points
      .filter(({ model }) => model > 0)
      .map(({ run, model }) => ({ dear: spentAt(place, run) / model - 1, waiting: waitingOf(run) })),
  );
}

/** Slope of the model's calls per statement over the measured ones. */
function batchSlope(runs: readonly Run[], { calls }: Demand): number {
  const known = typicalAt('replica', runs).filter(({ of }) => of === 0);
  return slope(
    known.map((run) => ({
      dear: batchThere(calls, run, 0) / callsOfStatement(run) - 1,
      waiting: thinningWait(run),
    })),
  );
}
