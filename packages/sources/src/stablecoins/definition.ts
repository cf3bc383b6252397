/** The source of stablecoins as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { STABLECOINS_URL } from './config.ts';
import { createStablecoinsSource } from './source.ts';

/** Configuration of the source of stablecoins. */
export interface StablecoinsSettings {
  /** Base URL of its requests. When undefined, the source's own with `live`, otherwise the source is off. */
  readonly stablecoinsUrl: string | undefined;
}

/** The source of stablecoins. */
export const STABLECOINS: SourceDefinition<StablecoinsSettings> = defineSource<StablecoinsSettings>({
  id: 'stablecoins',
  fields: {
    stablecoinsUrl: webAddress(
      ownWithLive(STABLECOINS_URL),
      'Base of the requests of the source of supplies and prices of stablecoins, in addition to live data; not used if `reference` has such files.',
    ),
  },
  feeds: ['stablecoins', 'pegs'],
  loopback: { stablecoinsUrl: '/outlook' },
  addresses: ({ stablecoinsUrl }, asking) => [['stablecoins', addressOf(stablecoinsUrl, STABLECOINS_URL, asking)]],
  open: ({ stablecoinsUrl }, parts) =>
    openAt(addressOf(stablecoinsUrl, STABLECOINS_URL, parts), (url) =>
      createStablecoinsSource({ ...parts, url, meter: createUpstreamMeter('stablecoins') }),
    ),
});
