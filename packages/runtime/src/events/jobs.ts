/** Events of the minutes, as a producer. */

import { type Clock, type Market, CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput } from '../producer.ts';
import { derivativeEvents, detectorsText, hasObservations, loadDetectors } from './derivative-events.ts';
import { STREAM_KEPT_V1 } from './kept.ts';
import { minuteEvents } from './minute-events.ts';

/** Minutes that are made up after a restart: as many as the stream replays. */
const MADE_UP_MINUTES = STREAM_KEPT_V1.keepMs / CADENCES_V1.everyMinute.step;

/** Availability of price moves: `starting` before the first minute of this replica, `no_minutes` without 1m bars. */
export type PriceMoveState = 'starting' | 'running' | 'no_minutes';

/** Availability of moves of open interest and funding; `no_source`: no source has them. */
export type DerivativeMoveState = 'no_source' | 'starting' | 'running';

/** The detectors of the minute as a producer, and what its runs have found out about the sources. */
export interface MinuteEvents {
  readonly producer: Producer;
  priceMoves(): PriceMoveState;
  derivativeMoves(): DerivativeMoveState;
}

/**
 * The events of a minute are appended at once, all of them or none, and under the claim of its slot: once, whichever
 * replica finishes it.
 *
 * @param clock says when an event was seen.
 * @param source says whether open interest and funding are observed by the minute; else there are no events of them.
 */
export function createMinuteEvents(clock: Clock, source: Pick<Market, 'has'>): MinuteEvents {
  let state: PriceMoveState = 'starting';
  let derivativeState: DerivativeMoveState = hasObservations(source) ? 'starting' : 'no_source';
  const run = async ({ slot, market, load }: ProducerInput): Promise<Produced> => {
    const prices = await minuteEvents(market, slot, clock.now());
    state = prices.watched === 0 ? 'no_minutes' : 'running';
    if (!hasObservations(source)) return { events: prices.events, states: [], published: [] };
    const before = await loadDetectors(load);
    const moves = await derivativeEvents(market, slot, clock.now(), before);
    derivativeState = 'running';
    const events = [...prices.events, ...moves.events];
    return { events, states: [detectorsText(slot, moves.states)], published: [] };
  };
  return {
    producer: {
      name: 'minute-events',
      cadence: CADENCES_V1.everyMinute,
      makeUp: { kind: 'each', atMost: MADE_UP_MINUTES },
      reads: ['bars', 'funding', 'openInterest'],
      needs: [],
      publishes: [],
      isHeavy: false,
      create: () => run,
    },
    priceMoves: () => state,
    derivativeMoves: () => derivativeState,
  };
}
