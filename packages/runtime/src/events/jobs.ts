/** Producer of the minute events. */

import { type Clock, type Market, CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput } from '../producer.ts';
import { derivativeEvents, detectorsText, hasObservations, loadDetectors } from './derivative-events.ts';
import { STREAM_KEPT_V1 } from './kept.ts';
import { minuteEvents } from './minute-events.ts';

/** Minutes made up after a restart: as many as the stream replays. */
const MADE_UP_MINUTES = STREAM_KEPT_V1.keepMs / CADENCES_V1.everyMinute.step;

/** Availability of price moves: `starting` before this replica's first minute, `no_minutes` without 1m bars. */
export type PriceMoveState = 'starting' | 'running' | 'no_minutes';

/** Availability of moves of open interest and funding; `no_source` when no source has them. */
export type DerivativeMoveState = 'no_source' | 'starting' | 'running';

/** Producer of the minute detectors, and the availability found in its runs. */
export interface MinuteEvents {
  readonly producer: Producer;
  priceMoves(): PriceMoveState;
  derivativeMoves(): DerivativeMoveState;
}

/**
 * The events of a minute are appended atomically under the claim of its slot: once, on whichever replica finishes
 * it.
 *
 * @param clock time at which events are seen.
 * @param source source of open interest and funding; without observations per minute there are no events of them.
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
