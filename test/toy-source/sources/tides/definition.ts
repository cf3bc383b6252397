/** The source of tides as a host registers it. */

import { defineSource, openAt, type SourceDefinition } from '../../../../packages/sources/src/define-source.ts';
import { webAddress } from '../../../../packages/sources/src/fields/kinds.ts';
import { createUpstreamMeter } from '../../../../packages/sources/src/upstream/meter.ts';
import { createTidesSource } from './source.ts';

/** Configuration of the source of tides. */
export interface TidesSettings {
  /** Base of its requests; undefined: it is not asked. */
  readonly tidesUrl: string | undefined;
}

/** The source of tides. */
export const TIDES: SourceDefinition<TidesSettings> = defineSource<TidesSettings>({
  id: 'tides',
  fields: {
    tidesUrl: webAddress(
      'none: not asked',
      'Base of the requests of the source of tides, beside live data or the simulator.',
    ),
  },
  feeds: ['fearGreed'],
  modes: ['live', 'simulated'],
  addresses: ({ tidesUrl }) => [['tides', tidesUrl]],
  open: ({ tidesUrl }, parts) =>
    openAt(tidesUrl, (url) => createTidesSource({ ...parts, url, meter: createUpstreamMeter('tides') })),
});
