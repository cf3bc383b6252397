/** The source of media volume as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { MEDIA_URL } from './config.ts';
import { createMediaSource } from './source.ts';

/** Configuration of the source of media volume. */
export interface MediaSettings {
  /** Base of its bulk files; undefined: that of the source itself with `live` alone. */
  readonly mediaUrl: string | undefined;
}

/** The source of media volume. */
export const MEDIA: SourceDefinition<MediaSettings> = defineSource<MediaSettings>({
  id: 'media',
  fields: {
    mediaUrl: webAddress(
      ownWithLive(MEDIA_URL),
      'Base of the requests of the bulk files of media volume, in addition to live data; not used if `reference` has such files.',
    ),
  },
  feeds: ['media'],
  loopback: { mediaUrl: '/outlook' },
  addresses: ({ mediaUrl }, asking) => [['media volume', addressOf(mediaUrl, MEDIA_URL, asking)]],
  open: ({ mediaUrl }, parts) =>
    openAt(addressOf(mediaUrl, MEDIA_URL, parts), (url) =>
      createMediaSource({ ...parts, url, meter: createUpstreamMeter('media') }),
    ),
});
