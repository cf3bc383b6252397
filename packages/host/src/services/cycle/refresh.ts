/** The long-horizon regime, refreshed: days taken in, the running day read, state and sample kept, answers published. */

import { encodeCycleCurrent, encodeCycleHistoryEntry } from '@barograph/contract';
import { createCycle, CYCLE_V1, cycleRegimeName, type Cycle, type CycleSnapshot } from '@barograph/cycle';
import type { Logger } from 'pino';
import type { Market } from '../../market/market.ts';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';
import type { EngineStates } from '../../store/engine-state.ts';
import type { Observations } from '../../store/observations.ts';
import { daysAfter, runningDay } from './market.ts';

const MARKET = 'market';

/** What a refresh needs. */
export interface CycleParts {
  readonly source: Market;
  readonly states: EngineStates;
  readonly observations: Observations;
  readonly snapshots: SnapshotStore;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
}

/** The series of samples: which regime was committed at each refresh. */
export function cycleSeries(timeline: string): string {
  return `cycle@${timeline}`;
}

/** One sample of that series. */
export interface CycleSample {
  readonly committed: number;
  readonly raw: number | null;
}

/** @returns what refreshes at a moment of the market; one that is not after the last changes nothing. */
export function createCycleRefresh(parts: CycleParts): (at: number) => Promise<void> {
  const { source, states, observations, snapshots, timeline, log } = parts;
  const series = cycleSeries(timeline);

  /** As it was left, by whichever replica had the last slot; new when there is none, or when the clock was set back. */
  const resumed = async (at: number): Promise<Cycle> => {
    const stored = (await states.load(series, CYCLE_V1.version)).find(({ scope }) => scope === MARKET);
    if (stored === undefined || stored.asOf > at) return createCycle(CYCLE_V1);
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below under this very version
      return createCycle(CYCLE_V1, stored.state as CycleSnapshot);
    } catch (error) {
      log.warn({ err: error }, 'the long-horizon regime could not go on from its state and begins anew');
      return createCycle(CYCLE_V1);
    }
  };

  return async (at) => {
    const cycle = await resumed(at);
    for (const day of await daysAfter(source, cycle.lastDay, at)) cycle.day(day);
    const report = cycle.refresh(at, await runningDay(source, at));
    const history = cycle.history();
    await states.save([
      { engine: series, scope: MARKET, configVersion: CYCLE_V1.version, asOf: at, state: cycle.snapshot() },
    ]);
    if (report !== undefined) {
      const value: CycleSample = { committed: report.regime, raw: report.raw.regime };
      await observations.append([{ series, key: '', validTime: at, knownAt: at, value, source: source.kind }]);
    }
    await snapshots.publish('cycle', {
      asOf: at,
      head: {
        current:
          report === undefined ? null : encodeCycleCurrent(report, source.kind, history.at(-1)?.committedAt ?? at),
        archiveStart: history[0]?.firstObservedAt ?? null,
      },
      records: history.map((entry) => {
        const wire = encodeCycleHistoryEntry(entry, cycleRegimeName(entry.regime));
        return { value: wire, json: JSON.stringify(wire) };
      }),
    });
  };
}
