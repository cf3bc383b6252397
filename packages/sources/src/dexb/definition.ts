/** The second perp exchange as a host registers it. */

import { addressOf, defineSource, openAt, type SourceDefinition, type SourceParts } from '../define-source.ts';
import { ownWithLive, streamAddress, webAddress } from '../fields/kinds.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import type { VenueSourceOptions } from '../forced/source-parts.ts';
import { createDexbBars } from './bars.ts';
import { DEXB_URL, DEXB_WS_URL, dexbStreamUrl, type DexbConfig } from './config.ts';
import { createDexbSource } from './source.ts';

/** Configuration of the second perp exchange. */
export interface DexbSettings {
  /** Base URL of its requests. When undefined, the venue's own with `live`, otherwise the source is off. */
  readonly dexbUrl: string | undefined;
  /** Address of its stream. @default derived from the base URL */
  readonly dexbWsUrl: string | undefined;
}

function optionsOf(
  { dexbUrl, dexbWsUrl }: DexbSettings,
  parts: SourceParts,
): VenueSourceOptions<DexbConfig> | undefined {
  const url = addressOf(dexbUrl, DEXB_URL, parts);
  if (url === undefined) return undefined;
  const { clock, log } = parts;
  return { clock, log, url, wsUrl: dexbWsUrl ?? dexbStreamUrl(url), meter: createUpstreamMeter('dexb') };
}

/** The second perp exchange. */
export const DEXB: SourceDefinition<DexbSettings> = defineSource<DexbSettings>({
  id: 'dexb',
  fields: {
    dexbUrl: webAddress(
      ownWithLive(DEXB_URL),
      'Base of the requests of the second perp exchange, in addition to live data.',
    ),
    dexbWsUrl: streamAddress(
      `\`${DEXB_WS_URL}\` of the venue itself, else \`/v5/public/linear\` behind \`dexbUrl\``,
      'Address of the stream of the second perp exchange, which sends forced closes.',
    ),
  },
  feeds: ['venuePerps', 'settlements', 'venueOpenInterest', 'forcedCloses'],
  loopback: { dexbUrl: '/dexb' },
  addresses: ({ dexbUrl }, asking) => [['second perp exchange', addressOf(dexbUrl, DEXB_URL, asking)]],
  open: (config, parts) => openAt(optionsOf(config, parts), createDexbSource),
  alone: (config, parts) =>
    [optionsOf(config, parts)].flatMap((options) => (options === undefined ? [] : createDexbBars(options))),
});
