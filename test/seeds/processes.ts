/** Replicas of a world: started, paused and killed by the seed. */

import { BEGIN, OUTSIDE, type Process, type World } from './parts.ts';

/** Disturbances of the replicas of a world. */
export interface Disturbances {
  readonly replicas: number;
  /** Virtual ms after the beginning until which replicas are disturbed. */
  readonly until: number;
  /** Disturbances of a world at most. */
  readonly most: number;
  readonly longestPauseMs: number;
}

/**
 * Starts replicas, and disturbs them.
 *
 * @param boot what a new process does first.
 * @returns the processes that live, in order of their places; a killed one is replaced some time later.
 */
export function startReplicas(
  world: World,
  boot: (process: Process) => void,
  { replicas, until, most, longestPauseMs }: Disturbances,
): readonly Process[] {
  const { random } = world;
  const places: Process[] = [];
  let started = 0;
  const start = (place: number, afterMs: number): void => {
    const process: Process = { name: `r${++started}`, isAlive: true, pausedUntil: 0 };
    places[place] = process;
    world.at(world.now() + afterMs, process, 'starts', () => boot(process));
  };
  for (let place = 0; place < replicas; place++) start(place, random.wait(5000));
  for (let i = random.whole(most + 1); i > 0; i--) {
    const place = random.whole(replicas);
    const [isKill, ms] = [random.share() < 0.5, random.whole(longestPauseMs)];
    const restartMs = 1000 + random.wait(60_000);
    world.at(BEGIN + random.whole(until), OUTSIDE, '', () => {
      const process = places[place]!;
      if (!world.goesWrong(1, () => (isKill ? `${process.name} is killed` : `${process.name} stands still for ${ms} ms`))) return; // prettier-ignore
      if (isKill) {
        process.isAlive = false;
        start(place, restartMs);
      } else process.pausedUntil = world.now() + ms;
    });
  }
  return places;
}
