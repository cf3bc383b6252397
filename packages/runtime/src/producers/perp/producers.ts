/** The producers of the perp venue, of a market that has one. */

import type { Market } from '@barograph/sources';
import type { Producer } from '../../producer.ts';
import { perpArchiveProducer } from './archive.ts';
import { midsProducer, perpsProducer } from './perps.ts';

/**
 * @param timeline names the market in the store.
 * @param keptDays days of samples that stay.
 */
export function perpProducers(market: Pick<Market, 'has'>, timeline: string, keptDays: number): readonly Producer[] {
  return [
    ...(market.has('contexts') ? [perpsProducer(), perpArchiveProducer(timeline, keptDays)] : []),
    ...(market.has('mids') ? [midsProducer()] : []),
  ];
}
