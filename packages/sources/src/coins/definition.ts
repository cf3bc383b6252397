/** The source of coins as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, secretKey, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { COINS_URL } from './config.ts';
import { createCoinsSource } from './source.ts';

/** Configuration of the source of coins. */
export interface CoinsSettings {
  /** Base of its requests; undefined: that of the source itself with `live` alone. */
  readonly coinsUrl: string | undefined;
  /** Its key; undefined: it is asked without one. */
  readonly coinsKey: string | undefined;
}

/** The source of coins. */
export const COINS: SourceDefinition<CoinsSettings> = defineSource<CoinsSettings>({
  id: 'coins',
  fields: {
    coinsUrl: webAddress(
      ownWithLive(COINS_URL),
      'Base of the requests of the source of coins, beside live data; not asked with `reference`.',
    ),
    coinsKey: secretKey(
      'none: it is asked without one',
      "Key of the free plan of the source of coins: the limits of that plan are the key's own.",
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
