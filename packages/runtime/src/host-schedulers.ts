/** Schedulers of a host: producers and retention on the market clock, housekeeping on the machine clock, archive files. */

import type { Clock } from '@barograph/sources';
import type { Archiver, DayType } from './archive/archiver.ts';
import { BACKFILL_PRODUCER } from './backfill/producer.ts';
import type { HostWorkParts } from './host-work-parts.ts';
import { measured, type JobDone } from './measured.ts';
import type { Producer } from './producer.ts';
import { FORCED_RETENTION_V1, forcedRetention } from './producers/flow/forced-retention.ts';
import { SAMPLE_RETENTION_V1, sampleRetention } from './producers/perp/retention.ts';
import { archiveRetention, observationRetention, rowRetention } from './retention.ts';
import type { Runner } from './runner.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';
import { wallJobs } from './wall-jobs.ts';
import type { WarmUp } from './warm-up.ts';

/** Dependencies of the schedulers. */
export interface HostSchedulersParts extends HostWorkParts {
  readonly producers: readonly Producer[];
  readonly runner: Runner;
  readonly warmUp: WarmUp;
  /** undefined when no files are stored. */
  readonly archiver: Archiver | undefined;
  /** Whether this replica may work on the market. */
  readonly mayWork: () => boolean;
}

/** Schedulers before their start. */
export interface HostSchedulers {
  readonly onMarket: Scheduler;
  readonly house: Scheduler;
  readonly ofFiles: Scheduler;
  /** Backfill, started after the cold start. */
  readonly filling: Scheduler;
}

/**
 * Creates the schedulers of a host, without starting them.
 * @param jobDone called after each job.
 */
export function hostSchedulers(parts: HostSchedulersParts, jobDone: JobDone): HostSchedulers {
  const { clock, wall, store, timeline, log, archiver, mayWork } = parts;
  const wallNow = (): number => wall.now();
  const scheduled = (on: Clock, name: string, jobs: readonly Job[], mayRun?: () => boolean): Scheduler =>
    createScheduler({
      jobs: measured(jobDone, jobs),
      clock: on,
      wall: wallNow,
      slots: store.slots,
      owner: store.replica,
      timeline: name,
      log,
      mayRun,
    });
  return {
    onMarket: scheduled(clock, timeline, [...warmingJobs(parts), ...retentionJobs(parts)], mayWork),
    house: scheduled(wall, 'wall', wallJobs(store, wallNow)),
    filling: scheduled(
      clock,
      timeline,
      parts.runner.jobs.filter(({ name }) => name === BACKFILL_PRODUCER),
      mayWork,
    ),
    ofFiles: scheduled(clock, timeline, archiver === undefined ? [] : [archiver.job], mayWork),
  };
}

/** Jobs of the producers. A job that reads bars starts the progress of a cold start. */
function warmingJobs({ producers, runner, warmUp }: HostSchedulersParts): readonly Job[] {
  const readsMarket = (name: string): boolean =>
    producers.some(
      (producer) => producer.name === name && producer.makeUp.kind === 'latest' && producer.reads.includes('bars'),
    );
  const jobs = runner.jobs.filter(({ name }) => name !== BACKFILL_PRODUCER);
  return jobs.map((job): Job => ({
    ...job,
    run: async (slot, claim) => {
      if (readsMarket(job.name)) warmUp.begin();
      await job.run(slot, claim);
    },
  }));
}

function retentionJobs(parts: HostSchedulersParts): readonly Job[] {
  const { clock, store, timeline, archiver, archive } = parts;
  const { forcedDays = FORCED_RETENTION_V1.days, sampleDays = SAMPLE_RETENTION_V1.days } = parts;
  const holdFrom = async (type: DayType): Promise<number> => archiver?.holdFrom(type) ?? Infinity;
  return [
    rowRetention({ clock, events: store.events, tables: store.tables, holdFrom }),
    observationRetention({ clock, observations: store.observations, holdFrom }, [
      forcedRetention(timeline, forcedDays),
      sampleRetention(timeline, sampleDays),
    ]),
    archiveRetention(archive, holdFrom),
  ];
}
