/** Measurement of job runs. */

import type { Job } from './scheduler.ts';

/** Called after every run of a job with its outcome and duration, real seconds. */
export type JobDone = (job: string, outcome: 'done' | 'failed', seconds: number) => void;

/** Wraps jobs so that each run is measured. */
export function measured(jobDone: JobDone, jobs: readonly Job[]): readonly Job[] {
  return jobs.map((job) => ({
    ...job,
    run: async (slot, claim) => {
      const began = performance.now();
      const report = (outcome: 'done' | 'failed'): void =>
        jobDone(job.name, outcome, (performance.now() - began) / 1000);
      try {
        await job.run(slot, claim);
        report('done');
      } catch (error) {
        report('failed');
        throw error;
      }
    },
  }));
}
