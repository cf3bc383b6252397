/** Health report of the service. */

import type {
  ArchiveHealth,
  BackfillHealth,
  FeedHealth,
  HealthAnswer,
  SourceHealth,
  StreamHealth,
} from '@barograph/contract';
import { stepMs } from '@barograph/core';
import type { Clock, Market, SourceReport } from '@barograph/sources';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';
import type { ProducerStanding } from '../standing.ts';

/** Number of bars without a newer close after which a source is late. */
const LATE_AFTER_BARS = 2;

/** Inputs of the health report. */
export interface HealthInputs {
  readonly source: Market;
  readonly clock: Clock;
  readonly store: SnapshotStore;
  readonly version: string;
  /** Venue weight spent on candle pulls of the perp venue. */
  readonly pullWeight: () => number;
  readonly producers: () => readonly ProducerStanding[];
  /** True while a cold start is under way. */
  readonly isWarming?: () => boolean;
  readonly stream?: () => StreamHealth;
  readonly archive?: () => ArchiveHealth;
  readonly backfill?: () => readonly BackfillHealth[];
}

/** Status per feed; empty when the host's only source has everything at any time. */
function feedsOf(reports: readonly SourceReport[]): readonly FeedHealth[] {
  if (reports.length === 1 && reports[0]!.kind !== 'live') return [];
  return reports.flatMap(({ id, kind, feeds }) =>
    feeds.map(({ feed, status, since, reason, asOf }) => ({ source: id, kind, feed, status, since, reason, asOf })),
  );
}

/** @returns current health: `degraded` when a producer fails or every bar is late, `warming` before any row while none has failed. */
export function createHealth(inputs: HealthInputs): () => HealthAnswer {
  const { source, clock, store } = inputs;
  const began = performance.now();
  return () => {
    const now = clock.now();
    const state = source.state(now);
    const feeds = feedsOf(state);
    const sources = state
      .flatMap(({ kind, feeds }) =>
        feeds.flatMap(({ coverage = [] }) =>
          coverage.map((covered): SourceHealth => {
            const pullWeight = covered.venue === 'perpdex_perp' ? inputs.pullWeight() : 0;
            return { ...covered, kind, pullWeight };
          }),
        ),
      )
      .filter(({ symbols }) => symbols > 0);
    const isLate = sources.some(
      ({ lastClose, interval }) =>
        lastClose === null || now - lastClose > LATE_AFTER_BARS * (interval === null ? 0 : stepMs(interval)),
    );
    const snapshot = store.latest('signum');
    const producers = inputs.producers();
    const isFailing = producers.some(({ status }) => status === 'failing');
    const isDown = feeds.some(({ status }) => status === 'stale' || status === 'unavailable');
    const isDegraded = isLate || isDown || sources.length === 0;
    const isWarming = snapshot === undefined || inputs.isWarming?.() === true;
    return {
      // Waiting does not fix a failure, so it is reported even while others still warm up.
      status: isFailing ? 'degraded' : isWarming ? 'warming' : isDegraded ? 'degraded' : 'ok',
      version: inputs.version,
      uptimeMs: performance.now() - began,
      now,
      clock: clock.kind,
      signum: snapshot === undefined ? undefined : { asOf: snapshot.asOf, rows: snapshot.records.length },
      sources,
      producers,
      ...(feeds.length === 0 ? {} : { feeds }),
      ...(inputs.stream === undefined ? {} : { stream: inputs.stream() }),
      ...(inputs.archive === undefined ? {} : { archive: inputs.archive() }),
      ...(inputs.backfill === undefined ? {} : { backfill: inputs.backfill() }),
      dataSource: source.kind,
    };
  };
}
