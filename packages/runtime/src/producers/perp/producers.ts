/** Producers of the perp venue, for markets that have one. */

import type { Market } from '@barograph/sources';
import type { Producer } from '../../producer.ts';
import { perpArchiveProducer } from './archive.ts';
import { midsProducer, perpsProducer } from './perps.ts';

/**
 * Lists the producers of the perp venue that the market has feeds for.
 * @param timeline market name in the store.
 * @param keptDays retention of samples, days.
 */
export function perpProducers(market: Pick<Market, 'has'>, timeline: string, keptDays: number): readonly Producer[] {
  return [
    ...(market.has('contexts') ? [perpsProducer(), perpArchiveProducer(timeline, keptDays)] : []),
    ...(market.has('mids') ? [midsProducer()] : []),
  ];
}
