/** The source of unlock schedules as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { UNLOCKS_URL } from './config.ts';
import { createUnlocksSource } from './source.ts';

/** Configuration of the source of unlock schedules. */
export interface UnlocksSettings {
  /** Base of its files; undefined: that of the source itself with `live` alone. */
  readonly unlocksUrl: string | undefined;
}

/** The source of unlock schedules. */
export const UNLOCKS: SourceDefinition<UnlocksSettings> = defineSource<UnlocksSettings>({
  id: 'unlocks',
  fields: {
    unlocksUrl: webAddress(
      ownWithLive(UNLOCKS_URL),
      'Base of the files of unlock schedules, in addition to live data; not used with `reference`.',
    ),
  },
  feeds: ['unlocks'],
  loopback: { unlocksUrl: '/unlocks' },
  addresses: ({ unlocksUrl }, asking) => [['unlocks', addressOf(unlocksUrl, UNLOCKS_URL, asking)]],
  open: ({ unlocksUrl }, parts) =>
    openAt(addressOf(unlocksUrl, UNLOCKS_URL, parts), (url) =>
      createUnlocksSource({ ...parts, url, meter: createUpstreamMeter('unlocks') }),
    ),
});
