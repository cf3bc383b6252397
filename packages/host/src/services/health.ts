/** The state of the service, from what it can see of itself. */

import type { HealthAnswer, SourceHealth, StreamHealth } from '@barograph/contract';
import { stepMs } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Market } from '../market/market.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import type { ProducerStanding } from '../work/standing.ts';

/** A source is late when its newest bar closed longer ago than this many of its bars. */
const LATE_AFTER_BARS = 2;

/** What health is read from. */
export interface HealthInputs {
  readonly source: Market;
  readonly clock: Clock;
  readonly store: SnapshotStore;
  readonly version: string;
  /** Venue weight spent on candle pulls of the perp venue. */
  readonly pullWeight: () => number;
  readonly producers: () => readonly ProducerStanding[];
  readonly stream?: () => StreamHealth;
}

/** @returns the health of now; `degraded` when a producer fails or every bar is late, `warming` before any row. */
export function createHealth(inputs: HealthInputs): () => HealthAnswer {
  const { source, clock, store } = inputs;
  const began = performance.now();
  return () => {
    const now = clock.now();
    const sources = source
      .state(now)
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
    const isFailing = producers.some((producer) => producer.isFailing);
    const isDegraded = isFailing || isLate || sources.length === 0;
    return {
      status: snapshot === undefined ? 'warming' : isDegraded ? 'degraded' : 'ok',
      version: inputs.version,
      uptimeMs: performance.now() - began,
      now,
      clock: clock.kind,
      signum: snapshot === undefined ? undefined : { asOf: snapshot.asOf, rows: snapshot.records.length },
      sources,
      producers,
      ...(inputs.stream === undefined ? {} : { stream: inputs.stream() }),
      dataSource: source.kind,
    };
  };
}
