/** Keeps what a run has produced: events, observations and rows of tables, then states, then snapshots. */

import { encodeEvent } from '@barograph/contract';
import {
  marketState,
  type EngineStates,
  type EventLog,
  type Observations,
  type SlotClaim,
  type TableStore,
  type UnsavedState,
} from '@barograph/store';
import type { Produced, RunLog, StateKey, StateText } from './producer.ts';
import type { Publisher } from './publish.ts';

/** Store of runs. Parts that are left out are not stored: producers then start from scratch in every process. */
export interface Keeping {
  /** Names the market in the store. */
  readonly timeline: string;
  readonly states?: Pick<EngineStates, 'loadTexts' | 'saveTexts'> | undefined;
  readonly observations?: (Pick<Observations, 'append'> & Partial<Pick<Observations, 'asOf'>>) | undefined;
  readonly events?: Pick<EventLog, 'append'> | undefined;
  readonly tables?: Pick<TableStore, 'write'> | undefined;
  readonly snapshots: Publisher;
  readonly log?: Pick<RunLog, 'warn'> | undefined;
}

/** Maximum states with texts in memory at once. */
const STATES_AT_ONCE = 64;

/** The stored states of a key. */
export async function loadStates(
  { states, timeline }: Keeping,
  key: StateKey,
  after?: number,
): Promise<readonly StateText[]> {
  const stored = (await states?.loadTexts(`${key.name}@${timeline}`, key.version, after)) ?? [];
  return stored.map(({ scope, asOf, json }) => ({ ...key, scope, asOf, json }));
}

/** A state to be saved, under the name of its market. */
const unsaved = (state: StateText, timeline: string): UnsavedState => {
  const { engine, scope, configVersion, asOf } = marketState(timeline, state);
  return { engine, scope, configVersion, asOf, json: state.utf8 ?? state.json };
};

/**
 * Keeps a run. The order is that of what a crash in between costs: nothing for events of a claim or an observation, which are
 * appended once, an observation that is equal to the one that is there, or a write, which is stored whole and repeated without effect;
 * a state that is a run behind, rows that are published a run later.
 *
 * @param claim claim of the slot of the events; without a claim they are always appended.
 */
export async function keep(produced: Produced, asOf: number, keeping: Keeping, claim?: SlotClaim): Promise<void> {
  const { states, published, observations = [], events = [], observedEvents = [], writes = [] } = produced;
  const { timeline, tables, log } = keeping;
  if (events.length > 0) await keeping.events?.append(events.map(encodeEvent), claim);
  const stored = observedEvents.map(({ event, observation }) => ({ ...encodeEvent(event), observation }));
  if (observations.length > 0)
    await keeping.observations?.append(observations, keeping.events === undefined ? [] : stored);
  for (const write of writes) {
    const warning = await tables?.write(write, { timeline, asOf });
    if (warning !== undefined) log?.warn(warning.fields, warning.message);
  }
  for (let i = 0; i < states.length; i += STATES_AT_ONCE) {
    await keeping.states?.saveTexts(states.slice(i, i + STATES_AT_ONCE).map((state) => unsaved(state, timeline)));
  }
  for (const snapshot of published) await keeping.snapshots.publishText(snapshot, asOf);
}
