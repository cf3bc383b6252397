/** The options venue as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { OPTIONS_URL } from './config.ts';
import { createOptionsSource } from './source.ts';

/** Configuration of the options venue. */
export interface OptionsSettings {
  /** Base URL of its requests. When undefined, the source's own with `live`, otherwise the source is off. */
  readonly optionsUrl: string | undefined;
}

/** The options venue. */
export const OPTIONS: SourceDefinition<OptionsSettings> = defineSource<OptionsSettings>({
  id: 'options',
  fields: {
    optionsUrl: webAddress(
      ownWithLive(OPTIONS_URL),
      'Base of the requests of the options venue, in addition to live data.',
    ),
  },
  feeds: ['implied', 'options'],
  loopback: { optionsUrl: '/options' },
  addresses: ({ optionsUrl }, asking) => [['options venue', addressOf(optionsUrl, OPTIONS_URL, asking)]],
  open: ({ optionsUrl }, parts) =>
    openAt(addressOf(optionsUrl, OPTIONS_URL, parts), (url) =>
      createOptionsSource({ ...parts, url, meter: createUpstreamMeter('options') }),
    ),
});
