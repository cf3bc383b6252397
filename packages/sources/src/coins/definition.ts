/** The source of coins as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, secretKey, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { COINS_URL } from './config.ts';
import { createCoinsSource } from './source.ts';

/** Configuration of the source of coins. */
export interface CoinsSettings {
  /** Base URL of its requests. When undefined, the source's own with `live`, otherwise the source is off. */
  readonly coinsUrl: string | undefined;
  /** API key. When undefined, requests carry no key. */
  readonly coinsKey: string | undefined;
}

/** The source of coins. */
export const COINS: SourceDefinition<CoinsSettings> = defineSource<CoinsSettings>({
  id: 'coins',
  fields: {
    coinsUrl: webAddress(
      ownWithLive(COINS_URL),
      'Base of the requests of the source of coins, in addition to live data; not used with `reference`.',
    ),
    coinsKey: secretKey(
      'none: requests without a key',
      'Key of the source of coins (free plan). With it the limits of that plan apply.',
    ),
  },
  feeds: ['coins', 'categories'],
  loopback: { coinsUrl: '/coins' },
  addresses: ({ coinsUrl }, asking) => [['coins', addressOf(coinsUrl, COINS_URL, asking)]],
  open: ({ coinsUrl, coinsKey: key }, parts) =>
    openAt(addressOf(coinsUrl, COINS_URL, parts), (url) =>
      createCoinsSource({ ...parts, url, key, meter: createUpstreamMeter('coins') }),
    ),
});
