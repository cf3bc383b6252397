/** The clocked work of the stream: what the minutes have to tell, and forgetting what is no longer replayed. */

import { encodeEvent, type MarketEvent } from '@barograph/contract';
import type { Clock } from '../clock.ts';
import type { Market } from '../market/market.ts';
import type { EngineStates } from '../store/engine-state.ts';
import type { EventLog } from '../store/events.ts';
import { CADENCES_V1 } from '../work/cadence.ts';
import type { Job } from '../work/scheduler.ts';
import { derivativeEvents, hasObservations, loadDetectors, saveDetectors } from './derivative-events.ts';
import { STREAM_KEPT_V1 } from './kept.ts';
import { minuteEvents } from './minute-events.ts';

/** Minutes that are made up after a restart: as many as the stream replays. */
const MADE_UP_MINUTES = STREAM_KEPT_V1.keepMs / CADENCES_V1.everyMinute.step;

/** Whether price moves can be told: `starting` before the first minute of this replica, `no_minutes` without 1m bars. */
export type PriceMoveState = 'starting' | 'running' | 'no_minutes';

/** Whether moves of open interest and funding can be told; `no_source`: nothing brings them. */
export type DerivativeMoveState = 'no_source' | 'starting' | 'running';

/** What the work needs. */
export interface StreamJobParts {
  readonly source: Market;
  readonly clock: Clock;
  readonly events: Pick<EventLog, 'append' | 'prune'>;
  /** Where the detectors of open interest and funding are kept, for a market that observes them by the minute. */
  readonly states: EngineStates;
  /** Names the market in the store. */
  readonly timeline: string;
}

/** The jobs, and what the first of them has found out about the source. */
export interface StreamJobs {
  readonly jobs: readonly Job[];
  priceMoves(): PriceMoveState;
  derivativeMoves(): DerivativeMoveState;
}

/**
 * A minute is told by one append, all of it or nothing. A replica that dies after the append and before its slot is
 * finished makes another tell that minute again, under new ids.
 */
export function createStreamJobs({ source, clock, events, states, timeline }: StreamJobParts): StreamJobs {
  let state: PriceMoveState = 'starting';
  let derivativeState: DerivativeMoveState = hasObservations(source) ? 'starting' : 'no_source';
  const append = async (told: readonly MarketEvent[]): Promise<void> => {
    if (told.length > 0) await events.append(told.map(encodeEvent));
  };
  const tellMinute = async (slot: number): Promise<void> => {
    const prices = await minuteEvents(source, slot, clock.now());
    state = prices.watched === 0 ? 'no_minutes' : 'running';
    if (!hasObservations(source)) {
      await append(prices.events);
      return;
    }
    const before = await loadDetectors(states, timeline);
    const moves = await derivativeEvents(source, slot, clock.now(), before);
    await append([...prices.events, ...moves.events]);
    await saveDetectors(states, timeline, slot, moves.states);
    derivativeState = 'running';
  };
  return {
    jobs: [
      {
        name: 'minute-events',
        cadence: CADENCES_V1.everyMinute,
        makeUp: { kind: 'each', atMost: MADE_UP_MINUTES },
        run: tellMinute,
      },
      {
        name: 'event-retention',
        cadence: CADENCES_V1.every15Minutes,
        makeUp: { kind: 'latest' },
        run: async () => {
          await events.prune(clock.now() - STREAM_KEPT_V1.keepMs);
        },
      },
    ],
    priceMoves: () => state,
    derivativeMoves: () => derivativeState,
  };
}
