/** What is asked of the long-horizon regime, answered from what was published and archived. */

import {
  encodeBaskets,
  encodeCycleHistory,
  encodeCycleList,
  type BasketsWire,
  type CycleCurrentWire,
  type CycleHistoryQuery,
  type CycleHistoryWire,
  type CycleListWire,
  type DataSource,
} from '@barograph/contract';
import { BASKET_GROUPS } from '@barograph/cycle';
import { answerOf, type Answer } from '../../answer.ts';
import type { Snapshot, SnapshotStore } from '../../ports/snapshot-store.ts';
import type { Observations } from '../../store/observations.ts';
import { cycleSeries } from './producer.ts';

/** Answers of the family. */
export interface CycleService {
  list(): Answer<CycleListWire>;
  /** undefined before anything was read. */
  current(): Answer<CycleCurrentWire> | undefined;
  history(query: CycleHistoryQuery): Promise<Answer<CycleHistoryWire>>;
  baskets(): Answer<BasketsWire>;
}

/** @param timeline names the market in the store. */
export function createCycleService(
  snapshots: SnapshotStore,
  observations: Observations,
  timeline: string,
  dataSource: DataSource,
): CycleService {
  const baskets = answerOf(encodeBaskets(BASKET_GROUPS, dataSource));
  let known: Snapshot<'cycle'> | undefined;
  let list = answerOf(encodeCycleList(null, dataSource));
  let current: Answer<CycleCurrentWire> | undefined;

  /** Encodes what was published since the last call. */
  const take = (): void => {
    const snapshot = snapshots.latest('cycle');
    if (snapshot === known) return;
    known = snapshot;
    const wire = snapshot?.head.current ?? null;
    list = answerOf(encodeCycleList(wire, dataSource));
    current = wire === null ? undefined : answerOf(wire);
  };

  return {
    list: () => {
      take();
      return list;
    },
    current: () => {
      take();
      return current;
    },
    history: async ({ from, to, limit }) => {
      const all = await observations.asOf(cycleSeries(timeline), { key: '', knownAt: to, from, to: to - 1 });
      const samples = all.slice(0, limit);
      const first = samples[0]?.validTime;
      const last = samples.at(-1)?.validTime;
      const snapshot = snapshots.latest('cycle');
      const history = (snapshot?.records ?? [])
        .map(({ value }) => value)
        .filter(({ committed_at, ended_at }) => {
          if (first === undefined || last === undefined) return false;
          return Date.parse(committed_at) <= last && (ended_at === null || Date.parse(ended_at) > first);
        });
      return answerOf(
        encodeCycleHistory({
          history,
          from,
          to,
          limit,
          samples: samples.length,
          archiveStart: snapshot?.head.archiveStart ?? null,
          truncated: all.length > limit,
          dataSource,
        }),
      );
    },
    baskets: () => baskets,
  };
}
