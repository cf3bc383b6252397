/** The source of hacks as a host registers it. */

import { ok } from '@barograph/core';
import { addressOf, defineSource, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, secretKey, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { HACKS_URL } from './config.ts';
import { createHacksSource } from './source.ts';

/** Configuration of the source of hacks. */
export interface HacksSettings {
  /** Base URL of its requests. When undefined, the source's own with `live`, otherwise the source is off. It is not asked without a key. */
  readonly hacksUrl: string | undefined;
  /** Paid API key. When undefined, there are no live hacks. */
  readonly defillamaKey: string | undefined;
}

/** The source of hacks. */
export const HACKS: SourceDefinition<HacksSettings> = defineSource<HacksSettings>({
  id: 'hacks',
  fields: {
    hacksUrl: webAddress(
      ownWithLive(HACKS_URL),
      'Base of the requests of the source of hacks, which needs `defillamaKey`, in addition to live data; not used if `reference` has such files.',
    ),
    defillamaKey: secretKey('none: no live hacks, only those of `reference`', 'Paid key of the source of hacks.'),
  },
  feeds: ['hacks'],
  needs: { hacks: '--defillama-key' },
  loopback: { hacksUrl: '/outlook' },
  addresses: ({ hacksUrl, defillamaKey }, asking) => [
    ['hacks', defillamaKey === undefined ? undefined : addressOf(hacksUrl, HACKS_URL, asking)],
  ],
  open: ({ hacksUrl, defillamaKey: key }, parts) => {
    const url = addressOf(hacksUrl, HACKS_URL, parts);
    if (url === undefined) return ok([]);
    if (key === undefined) {
      parts.log.info({ source: 'hacks', field: 'defillamaKey' }, 'source not configured');
      return ok([]);
    }
    return ok([createHacksSource({ ...parts, url, key, meter: createUpstreamMeter('hacks') })]);
  },
});
