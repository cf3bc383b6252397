/**
 * Processor time gets dearer where processes wait for each other's processors, for each finds the caches emptied by the
 * others: on two processors four replicas, Postgres and the callers. One factor for each place, `1 + s · waiting`, where
 * waiting is the share of the time that replicas wanted a processor and had none: below 1, for caches are emptied only once.
 * One replica alone waits little, so that s is fitted to one and two, and four are left to be predicted. Replicas with processors
 * of their own do not wait. Keyed calls alone: they keep processors busy, while an event, a refresh or a page begins from idle,
 * with caches that are empty anyway.
 */

import { demandOf, leastAt, predicted, spentAt } from './demands.ts';
import type { Cost, Demand } from './model.ts';
import type { Run } from './runs.ts';

/** s of each place. */
export type Crowding = Readonly<Record<keyof Cost, number>>;

const NONE: Crowding = { replica: 0, worker: 0, database: 0 };
/** Most replicas of the runs that s is fitted to. */
export const FITTED_TO = 2;
const ROUNDS = 30;

/** Demands without waiting, and what waiting adds. @param rows written by a refresh, by symbols. */
export function fitted(
  runs: readonly Run[],
  rows: Readonly<Record<string, number>>,
): { readonly demand: Demand; readonly crowding: Crowding } {
  const seen = runs.filter(({ replicas, part }) => replicas <= FITTED_TO && part === 'calls');
  let crowding = NONE;
  let demand = demandOf(runs, rows);
  for (let round = 0; round < ROUNDS; round++) {
    crowding = { replica: slope('replica', seen, demand), worker: 0, database: slope('database', seen, demand) };
    demand = demandOf(
      runs.map((run) => uncrowded(run, crowding)),
      rows,
    );
  }
  return { demand, crowding };
}

/** Cost of a unit of a run by the model, with the waiting of that run. */
export function predictedHere(demand: Demand, crowding: Crowding, run: Run): Cost {
  const { replica, worker, database } = predicted(demand, run);
  return {
    replica: replica * factor(crowding.replica, run),
    worker: worker * factor(crowding.worker, run),
    database: database * factor(crowding.database, run),
  };
}

const waiting = ({ contention }: Run): number => contention / (1 + contention);
const factor = (s: number, run: Run): number => (run.part === 'calls' ? 1 + s * waiting(run) : 1);

function uncrowded(run: Run, { replica, worker, database }: Crowding): Run {
  return {
    ...run,
    replica: run.replica / factor(replica, run),
    worker: run.worker / factor(worker, run),
    forReplicas: run.forReplicas / factor(database, run),
    forWorker: run.forWorker / factor(database, run),
  };
}

/** Least squares of `spent / model − 1 = s · waiting`, not below 0. */
function slope(place: keyof Cost, runs: readonly Run[], demand: Demand): number {
  let [dear, wait] = [0, 0];
  for (const run of leastAt(place, runs)) {
    const model = predicted(demand, run)[place];
    if (model === 0) continue;
    dear += waiting(run) * (spentAt(place, run) / model - 1);
    wait += waiting(run) ** 2;
  }
  return wait === 0 ? 0 : Math.max(0, dear / wait);
}
