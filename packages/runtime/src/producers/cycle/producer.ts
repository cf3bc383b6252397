/** Producer of the long-horizon regime: ingests days, reads the running day, stores a sample, encodes answers. */

import { cycleCurrent, cycleHistoryEntry, type CycleArchive } from '@barograph/contract';
import {
  createCycle,
  CYCLE_V1,
  CYCLE_V2,
  CYCLE_V3,
  migratedCycle,
  type Cycle,
  type CycleReport,
  type CycleSnapshot,
} from '@barograph/cycle';
import { jsonText, type NewObservation, type Observations } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Producer, StateKey } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { ENGINES_PRODUCER } from '../universe/producer.ts';
import { CYCLE_OPTIONAL_FEEDS, optionalInputs } from './inputs.ts';
import { daysAfter, runningDay } from './market.ts';

const MARKET = 'market';
const KEY: StateKey = { name: 'cycle', version: CYCLE_V3.version };
/** States before version 3, newest first: regime and history are resumed, and days are read again. */
const OLD_KEYS: readonly StateKey[] = [CYCLE_V2, CYCLE_V1].map(({ version }) => ({ name: 'cycle', version }));

/** Series of samples: the committed regime at each run. */
export function cycleSeries(timeline: string): string {
  return `cycle@${timeline}`;
}

/** Sample of that series. */
export interface CycleSample {
  readonly committed: number;
  readonly raw: number | null;
}

/** Archive of a market's refreshes. */
export function createCycleArchive(observations: Pick<Observations, 'asOf'>, timeline: string): CycleArchive {
  return {
    samples: async (from, to) => {
      const kept = await observations.asOf(cycleSeries(timeline), { key: '', knownAt: to, from, to: to - 1 });
      return kept.map(({ validTime }) => validTime);
    },
  };
}

/**
 * Creates the producer of the long-horizon regime.
 * @param timeline market name in the store.
 */
export function cycleProducer(timeline: string): Producer {
  return {
    name: 'cycle',
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: ['bars', ...CYCLE_OPTIONAL_FEEDS],
    // Waits for all coins: some of them are not the market, and days requested here first would be requested again.
    needs: [ENGINES_PRODUCER],
    waitsForRest: true,
    publishes: ['cycle'],
    isHeavy: true,
    create: () => async (input) => {
      const { asOf, market, load, log } = input;
      const lastState = async (key: StateKey) =>
        (await load(key)).find((state) => state.scope === MARKET && state.asOf <= asOf);
      // State of the replica with the last slot; new without one or when the clock was set back.
      const stored = await lastState(KEY);
      const { value: cycle } =
        stored === undefined
          ? resumed(await olderState(lastState), continued, log)
          : resumed(stored, (state?: CycleSnapshot) => createCycle(CYCLE_V3, state), log);
      const { days, dataSource = market.kind } = await daysAfter(market, cycle.lastDay, asOf);
      for (const day of days) cycle.day(day);
      const { inputs, observations } = await optionalInputs(timeline, input);
      const report = cycle.refresh(asOf, await runningDay(market, asOf), inputs);
      const history = cycle.history();
      const committedAt = history.at(-1)?.committedAt ?? asOf;
      const current = report === undefined ? null : cycleCurrent.encode({ report, dataSource, committedAt });
      const records = history.map(cycleHistoryEntry.encode);
      return {
        states: [stateText(KEY, MARKET, asOf, cycle.snapshot())],
        observations: [
          ...(report === undefined ? [] : [sampleOf(report, cycleSeries(timeline), asOf, dataSource)]),
          ...observations,
        ],
        published: [
          {
            name: 'cycle',
            head: jsonText({ current, archiveStart: history[0]?.firstObservedAt ?? null }),
            records: records.map((record) => jsonText(record)),
          },
        ],
      };
    },
  };
}

/** Newest state of an older version. */
async function olderState<State>(last: (key: StateKey) => Promise<State | undefined>): Promise<State | undefined> {
  for (const key of OLD_KEYS) {
    const state = await last(key);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Classifier resumed from a state of an older version, or new. */
function continued(state?: CycleSnapshot): Cycle {
  return createCycle(CYCLE_V3, state === undefined ? undefined : migratedCycle(state, CYCLE_V3));
}

function sampleOf({ regime, raw }: CycleReport, series: string, at: number, source: string): NewObservation {
  const value: CycleSample = { committed: regime, raw: raw.regime };
  return { series, key: '', validTime: at, knownAt: at, value, source };
}
