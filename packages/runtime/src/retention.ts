/** Retention: deletes rows that neither answers nor day files need. */

import { CADENCES_V1, type Clock } from '@barograph/sources';
import { RETENTIONS, type Retention, type Store } from '@barograph/store';
import type { DayType } from './archive/archiver.ts';
import { CHANGES_KEPT_V1 } from './events/kept-changes.ts';
import { STREAM_KEPT_V1 } from './events/kept.ts';
import type { Job } from './scheduler.ts';
import type { SnapshotArchive } from './snapshots/shared/snapshot-archive.ts';

/** Observations with a limited retention. */
export interface SeriesRetention {
  readonly series: readonly string[];
  /** Maximum age of observations, ms. */
  readonly keptMs: number;
  /** Archive type that must contain the observations before they are deleted. */
  readonly heldBy: DayType;
}

interface Limits {
  /** Market time, epoch ms. */
  readonly clock: Clock;
  /** Moment from which all rows stay because no file of the type has them yet, epoch ms. */
  readonly holdFrom: (type: DayType) => Promise<number>;
}

async function before(
  { clock, holdFrom }: Limits,
  { keptMs, heldBy }: Pick<Retention, 'keptMs'> & { readonly heldBy?: DayType },
): Promise<number> {
  return Math.min(clock.now() - keptMs, heldBy === undefined ? Infinity : await holdFrom(heldBy));
}

/** Stores and limits of {@link rowRetention}. */
export interface RowRetentionParts extends Limits {
  readonly events: Pick<Store['events'], 'prune'>;
  readonly tables: Pick<Store['tables'], 'prune'>;
}

/** Deletes events outside the replay window, and old rows of every table with a retention. */
export function rowRetention(parts: RowRetentionParts): Job {
  const { clock, events, tables } = parts;
  return {
    name: 'row-retention',
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    run: async () => {
      const now = clock.now();
      const { types, keepMs } = CHANGES_KEPT_V1;
      await events.prune(now - STREAM_KEPT_V1.keepMs, { types, beforeTs: now - keepMs });
      for (const retention of RETENTIONS) await tables.prune(retention, await before(parts, retention));
    },
  };
}

/** Deletes observations once a day: a series has millions of them. */
export function observationRetention(
  { observations, ...limits }: Limits & { readonly observations: Pick<Store['observations'], 'prune'> },
  retentions: readonly SeriesRetention[],
): Job {
  return {
    name: 'observation-retention',
    cadence: CADENCES_V1.daily,
    makeUp: { kind: 'latest' },
    run: async () => {
      for (const retention of retentions) {
        const until = await before(limits, retention);
        for (const series of retention.series) await observations.prune(series, until);
      }
    },
  };
}

/** Limits the size of published snapshots: deletes the oldest, once an hour. */
export function archiveRetention(
  archive: Pick<SnapshotArchive, 'prune'>,
  holdFrom: (type: 'snapshots') => Promise<number>,
): Job {
  return {
    name: 'archive-retention',
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    run: async () => archive.prune(await holdFrom('snapshots')),
  };
}
