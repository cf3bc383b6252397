/** The third venue of forced closes as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, streamAddress, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { CEXB_URL, CEXB_WS_URL, cexbStreamUrl } from './config.ts';
import { createCexbSource } from './source.ts';

/** Configuration of a third venue of forced closes. */
export interface CexbSettings {
  /** Base URL of its requests. When undefined, the venue's own with `live`, otherwise the source is off. */
  readonly cexbUrl: string | undefined;
  /** Address of its stream. @default derived from the base URL */
  readonly cexbWsUrl: string | undefined;
}

/** The third venue of forced closes. */
export const CEXB: SourceDefinition<CexbSettings> = defineSource<CexbSettings>({
  id: 'cexb',
  fields: {
    cexbUrl: webAddress(
      ownWithLive(CEXB_URL),
      'Base of the requests of a third venue of forced closes, in addition to live data.',
    ),
    cexbWsUrl: streamAddress(
      `\`${CEXB_WS_URL}\` of the venue itself, else \`/ws/v5/public\` behind \`cexbUrl\``,
      'Address of the stream of the third venue, which sends forced closes.',
    ),
  },
  feeds: ['forcedCloses'],
  loopback: { cexbUrl: '/cexb' },
  addresses: ({ cexbUrl }, asking) => [['third venue', addressOf(cexbUrl, CEXB_URL, asking)]],
  open: ({ cexbUrl, cexbWsUrl }, parts) =>
    openAt(addressOf(cexbUrl, CEXB_URL, parts), (url) =>
      createCexbSource({ ...parts, url, wsUrl: cexbWsUrl ?? cexbStreamUrl(url), meter: createUpstreamMeter('cexb') }),
    ),
});
