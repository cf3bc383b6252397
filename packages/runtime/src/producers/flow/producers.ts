/** Producers of fills and forced closes, for markets that have them. */

import type { Market } from '@barograph/sources';
import type { Producer } from '../../producer.ts';
import { liquidationsProducer } from './liquidations.ts';
import { tradeFlowProducer } from './producer.ts';

/** Whether a source has forced closes of any venue. */
export function hasForced(market: Pick<Market, 'has'>): boolean {
  return market.has('liquidations') || market.has('forcedCloses');
}

/**
 * Lists the producers of fills and forced closes that the market has feeds for.
 * @param timeline market name in the store.
 */
export function flowProducers(market: Pick<Market, 'has'>, timeline: string): readonly Producer[] {
  return [
    ...(market.has('trades') ? [tradeFlowProducer()] : []),
    ...(hasForced(market) ? [liquidationsProducer(timeline)] : []),
  ];
}
