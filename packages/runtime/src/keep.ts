/** Keeps what a run has produced: events, observations and minutes, then states, then snapshots. */

import { encodeEvent } from '@barograph/contract';
import type {
  EngineStates,
  StoredStateText,
  UnsavedState,
  EventLog,
  ExchangeFlows,
  NewsStore,
  Observations,
  PositionCycles,
  SlotClaim,
  TakerMinutes,
  VenueDays,
  WhaleDays,
} from '@barograph/store';
import type { Produced, RunLog, StateKey, StateText } from './producer.ts';
import type { Publisher } from './publish.ts';

/** Store of runs. What is left out is kept nowhere: the producers then begin anew in every process. */
export interface Keeping {
  /** Names the market in the store. */
  readonly timeline: string;
  readonly states?: Pick<EngineStates, 'loadTexts' | 'saveTexts'> | undefined;
  readonly observations?: (Pick<Observations, 'append'> & Partial<Pick<Observations, 'asOf'>>) | undefined;
  readonly events?: Pick<EventLog, 'append'> | undefined;
  readonly takerMinutes?: Pick<TakerMinutes, 'append'> | undefined;
  readonly positionCycles?: Pick<PositionCycles, 'append'> | undefined;
  readonly exchangeFlows?: Pick<ExchangeFlows, 'append'> | undefined;
  readonly whaleDays?: Pick<WhaleDays, 'put'> | undefined;
  readonly venueDays?: Pick<VenueDays, 'put'> | undefined;
  readonly news?: Pick<NewsStore, 'record'> | undefined;
  readonly snapshots: Publisher;
  readonly log?: Pick<RunLog, 'warn'> | undefined;
}

/** States of which the texts are in memory at once. */
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
  const { name, version, scope, asOf, utf8 } = state;
  return { engine: `${name}@${timeline}`, scope, configVersion: version, asOf, json: utf8 ?? state.json };
};

/** A state under the name of its market, as text. */
function storedText({ name, version, scope, asOf, json }: StateText, timeline: string): StoredStateText {
  return { engine: `${name}@${timeline}`, scope, configVersion: version, asOf, json };
}

/**
 * Keeps a run. The order is that of what a crash in between costs: nothing for events of a claim, which are appended once,
 * an observation or a minute that is equal to the one that is there, changes of positions and flows of exchanges that are
 * there with their events or not at all, a state that is a run behind, rows that are published a run later.
 *
 * @param claim of the slot that the events are of; without one they are appended whatever was.
 */
export async function keep(produced: Produced, asOf: number, keeping: Keeping, claim?: SlotClaim): Promise<void> {
  const { states, published, observations = [], events = [], minutes = [], compared, transfers } = produced;
  const { whaleDay, venueDays, news } = produced;
  if (events.length > 0) await keeping.events?.append(events.map(encodeEvent), claim);
  if (observations.length > 0) await keeping.observations?.append(observations);
  if (minutes.length > 0) await keeping.takerMinutes?.append(keeping.timeline, minutes);
  if (compared !== undefined) {
    const { baseline, events: told, ...rest } = compared;
    const texts = { baseline: storedText(baseline, keeping.timeline), events: told.map(encodeEvent) };
    await keeping.positionCycles?.append(keeping.timeline, { ...rest, ...texts });
  }
  if (transfers !== undefined) {
    const flows = transfers.flows.map(({ flow, event }) => ({
      flow,
      event: event === undefined ? undefined : encodeEvent(event),
    }));
    await keeping.exchangeFlows?.append(keeping.timeline, { ...transfers, flows }, asOf);
  }
  if (whaleDay !== undefined) await keeping.whaleDays?.put(keeping.timeline, whaleDay);
  if (venueDays !== undefined) await keeping.venueDays?.put(keeping.timeline, venueDays, asOf);
  if (news !== undefined) {
    const { conflicts = [] } = (await keeping.news?.record(keeping.timeline, news, asOf)) ?? {};
    if (conflicts.length > 0)
      keeping.log?.warn({ stories: conflicts }, 'news dropped: their stories have another title');
  }
  for (let i = 0; i < states.length; i += STATES_AT_ONCE) {
    await keeping.states?.saveTexts(
      states.slice(i, i + STATES_AT_ONCE).map((state) => unsaved(state, keeping.timeline)),
    );
  }
  for (const snapshot of published) await keeping.snapshots.publishText(snapshot, asOf);
}
