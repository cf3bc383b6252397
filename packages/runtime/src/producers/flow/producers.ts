/** The producers of fills and forced closes, of a market that has them, and the retention of the minutes. */

import { MINUTE_MS } from '@barograph/core';
import { type Clock, type Market, CADENCES_V1 } from '@barograph/sources';
import type { TakerMinutes } from '@barograph/store';
import type { Producer } from '../../producer.ts';
import type { Job } from '../../scheduler.ts';
import { TRADE_FLOW_V1 } from './config.ts';
import { liquidationsProducer } from './liquidations.ts';
import { tradeFlowProducer } from './producer.ts';

/** Whether a source has forced closes of any venue. */
export function hasForced(market: Pick<Market, 'has'>): boolean {
  return market.has('liquidations') || market.has('forcedCloses');
}

/** @param timeline names the market in the store. */
export function flowProducers(market: Pick<Market, 'has'>, timeline: string): readonly Producer[] {
  return [
    ...(market.has('trades') ? [tradeFlowProducer()] : []),
    ...(hasForced(market) ? [liquidationsProducer(timeline)] : []),
  ];
}

/** Forgets minutes that no answer and no day file needs any more. @param holdFrom moment from which on all stay, epoch ms. */
export function minuteRetention(
  clock: Clock,
  minutes: Pick<TakerMinutes, 'prune'>,
  holdFrom: () => Promise<number>,
): Job {
  return {
    name: 'minute-retention',
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    run: async () => {
      await minutes.prune(Math.min(clock.now() - TRADE_FLOW_V1.keptMinutes * MINUTE_MS, await holdFrom()));
    },
  };
}
