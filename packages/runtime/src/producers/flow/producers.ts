/** The producers of fills and forced closes, of a market that has them. */

import type { Market } from '@barograph/sources';
import type { Producer } from '../../producer.ts';
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
