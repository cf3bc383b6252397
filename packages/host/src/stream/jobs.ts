/** The clocked work of the stream: what the minutes have to tell, and forgetting what is no longer replayed. */

import { encodeEvent } from '@barograph/contract';
import type { Clock } from '../clock.ts';
import type { CandleSource } from '../ports/candle-source.ts';
import type { EventLog } from '../store/events.ts';
import { CADENCES_V1 } from '../work/cadence.ts';
import type { Job } from '../work/scheduler.ts';
import { STREAM_KEPT_V1 } from './kept.ts';
import { minuteEvents } from './minute-events.ts';

/** Minutes that are made up after a restart: as many as the stream replays. */
const MADE_UP_MINUTES = STREAM_KEPT_V1.keepMs / CADENCES_V1.everyMinute.step;

/** Whether price moves can be told: `starting` before the first minute of this replica, `no_minutes` without 1m bars. */
export type PriceMoveState = 'starting' | 'running' | 'no_minutes';

/** What the work needs. */
export interface StreamJobParts {
  readonly source: CandleSource;
  readonly clock: Clock;
  readonly events: Pick<EventLog, 'append' | 'prune'>;
}

/** The jobs, and what the first of them has found out about the source. */
export interface StreamJobs {
  readonly jobs: readonly Job[];
  priceMoves(): PriceMoveState;
}

/**
 * A minute is told by one append, all of it or nothing. A replica that dies after the append and before its slot is
 * finished makes another tell that minute again, under new ids.
 */
export function createStreamJobs({ source, clock, events }: StreamJobParts): StreamJobs {
  let state: PriceMoveState = 'starting';
  const tellMinute = async (slot: number): Promise<void> => {
    const told = await minuteEvents(source, slot, clock.now());
    state = told.watched === 0 ? 'no_minutes' : 'running';
    if (told.events.length > 0) await events.append(told.events.map(encodeEvent));
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
  };
}
