/** Retention of what was published: the oldest snapshots make room once an hour. */

import type { SnapshotArchive } from './snapshots/shared/snapshot-archive.ts';
import { CADENCES_V1 } from '@barograph/sources';
import type { Job } from './scheduler.ts';

/** The job that prunes an archive. @param holdFrom moment from which on everything stays, epoch ms. */
export function archiveRetention(archive: Pick<SnapshotArchive, 'prune'>, holdFrom: () => Promise<number>): Job {
  return {
    name: 'archive-retention',
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    run: async () => archive.prune(await holdFrom()),
  };
}
